#pragma once

// Torques that controllers command on degrees of freedom (Command::joints). In an implicit step
// they are those at its end, whose position and rate enter, so that no gain is too high for the
// step.
//
// A torque is bounded by its joint's limit after these terms are counted: where the torque at the
// step's end would exceed the limit, the step is solved again with the limit as a constant torque.
// A joint whose law asks for less in the new solution is freed again: otherwise a light link that
// one solution drives to its limit keeps a torque that its law never wanted. So the torques solve
// torque = clamp(law(end of step)) for all joints.

#include "control/command.h"
#include "dynamics/articulated_body.h"

namespace gambol {

// A step of linearly implicit integration; of length 0, the instant t.
struct ImplicitStep {
  double t = 0, h = 0;  // s
  // s: the end's position is q + h v + ahead^2 vdot. It is h but in first-order dynamics.
  double ahead = 0;
  bool first_order = false;  // velocities are no state: dampers do nothing
};

class JointControl {
 public:
  explicit JointControl(const Model& model);

  // Adds the torques to work.force and their implicit terms to work.added_inertia, on dynamic
  // degrees of freedom. `x` [nv]: coordinates at q. For a ball, the law acts on coordinates as
  // actuators do, and the limit on the torques about the body's axes.
  void apply(const Model& model, const Command& command, const Eigen::VectorXd& q,
             const Eigen::VectorXd& x, const Eigen::VectorXd& v, const ImplicitStep& step,
             Workspace& work);
  // After forward_dynamics: computes applied(). Fixes in `work` torques that exceed their limit,
  // and frees those whose law no longer does; true if any: the step must be solved again. Returns
  // false after at most 8 solutions and one for each degree of freedom, as it then frees none any
  // more.
  bool limit(Workspace& work);

  // [nv] torques (N*m, or forces, N) on degrees of freedom: in an implicit step, those that its
  // solution has applied throughout the step.
  const Eigen::VectorXd& applied() const { return applied_; }

  // The next apply() takes the torques that `stepped`, of the same figure, applied in its last step
  // if that was an implicit one, after which the law yields others; nullptr: takes the law's.
  void show(const JointControl* stepped);

 private:
  void predict(const Command& command, const Eigen::VectorXd& x, const Eigen::VectorXd& v,
               const ImplicitStep& step);
  bool acts_on(const Command& command, const Workspace& work, int dof) const {
    return command.joints[static_cast<std::size_t>(dof)].commanded && !work.kinematic[dof];
  }

  Eigen::VectorXd limits_, most_;              // [nv] of the joints; and with the commands' own
  Eigen::VectorXd force_, inertia_;            // [nv] the torques are force_ - inertia_ vdot
  Eigen::VectorXd base_force_, base_inertia_;  // [nv] in `work`, without these torques
  Eigen::VectorXd side_;                       // [nv] limit that is reached: 1, -1; 0 if none
  Eigen::VectorXd applied_, shown_;            // [nv]
  int passes_ = 0;                             // solutions of this step
  bool acts_ = false, implicit_ = false, shows_ = false;
};

}  // namespace gambol
