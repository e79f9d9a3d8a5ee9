#pragma once

// MuJoCo as an independent judge of our dynamics: the same model, written as MJCF text, and our
// coordinates translated to its own.
//
// MuJoCo's free joint: position and unit quaternion (w x y z) as ours; velocity linear first, of
// the body's origin in world axes, then angular in body axes. Its accelerations are classical.

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "dynamics/articulated_body.h"

namespace gambol::testing {

enum class Root { free, fixed };

// A fixed root stands where q says.
std::string mjcf_text(const Model& model, const Vec3& gravity, Root root, const Eigen::VectorXd& q);

// Reads a model; throws runtime_error with MuJoCo's message.
mjModel* load_mujoco(const std::string& mjcf);
struct MujocoDelete {
  void operator()(mjModel* p) const { mj_deleteModel(p); }
  void operator()(mjData* p) const { mj_deleteData(p); }
};

class MujocoJudge;

// The stages of mj_forward that smooth dynamics need (kinematics, centre-of-mass quantities, mass
// matrix and its factors, velocities, bias forces, the solve), each called separately: collision,
// sensors, transmissions, tendons and the constraint solver are left out, to MuJoCo's advantage.
void smooth_dynamics(const MujocoJudge& judge);

class MujocoJudge {
 public:
  MujocoJudge(const Model& model, const Vec3& gravity, Root root, const Eigen::VectorXd& q);

  mjModel* m() const { return model_.get(); }
  mjData* d() const { return data_.get(); }

  void set_state(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void set_joint_forces(const Eigen::VectorXd& force);
  // Force and torque at a body's centre of mass, world axes.
  void push(int body, const Vec3& force_W, const Vec3& torque_W);

  // mj_forward's accelerations, as our vdot.
  Eigen::VectorXd accelerations();
  // mj_inverse for our vdot: generalised forces, root part as couple and force in root axes.
  Eigen::VectorXd inverse(const Eigen::VectorXd& vdot);
  // M^-1 f for f laid out as our v (couple and force in root axes, then joints).
  Eigen::VectorXd solve_mass(const Eigen::VectorXd& f);

 private:
  int joint(const Body& body, int mode) const;
  int dof_address(int dof) const;  // of one that is no ball's
  template <class Visit>
  void each_ball(const Visit& visit) const;
  // w x v: what a classical acceleration has besides the derivative of v.
  Vec3 carried(const Ball& ball) const;
  Eigen::VectorXd to_theirs(const Eigen::VectorXd& vdot, bool classical) const;
  Eigen::VectorXd to_ours(const Eigen::VectorXd& qacc, bool classical) const;

  const Model& ours_;
  Root root_;
  std::unique_ptr<mjModel, MujocoDelete> model_;
  std::unique_ptr<mjData, MujocoDelete> data_;
  Eigen::VectorXd q_, v_;
};

}  // namespace gambol::testing
