#pragma once

// Inverse kinematics of one limb, redundant or not (seed 004, "The control of limbs").
//
// A limb is the chain of joints between a body that it hangs on, its base, and its tip. solve()
// finds joint positions that put the tip where it is wanted and, of all that do, those that are
// nearest to the centre angles, each joint weighted by its gain: the posture at which the
// homogeneous part of Eq. 6 comes to rest. (H is minimised: z = -grad H, see Liegeois; the seed
// prints it without the sign.) Joints keep within their limits, and grow stiffer towards them. A
// tip that cannot reach comes as near as it can.
//
// There may be several such postures (a leg shortens by its knee or by its ankle), each the nearest
// of those around it. A limb keeps to its own as its tip moves, so that it does not matter how
// often it is asked. It may lead where that posture ceases to be one: there the joints go over to
// another, at most at Comfort::haste, and the tip stays where it must be. By which way a limb came
// matters then, and only then.
//
// Eq. 2 and 3, the Jacobian by screw motors, is taken about the tip instead of the world's origin.

#include <Eigen/Dense>
#include <vector>

#include "dynamics/model.h"
#include "shot/kinematic_gait_spec.h"

namespace gambol {

struct LimbTarget {
  Vec3 p = Vec3::Zero();       // of the tip, from the base's origin in its frame, m
  const Mat3* R_PB = nullptr;  // of the limb's last body in the base's frame, if it matters
  // With an orientation: whether the position is kept exactly, and the orientation as near as that
  // allows, exactly too if there are joints enough; else both give way alike, hardly where they can
  // be reached (the chain between two bodies, which must bend smoothly).
  bool position_first = false;
};

// Where joints would rather be, [joint of the limb].
struct Comfort {
  std::vector<double> centre;  // rad or m
  std::vector<double> gain;    // how much each matters to the others; least_gain and more
  // How far, in one call, joints may go besides what brings the tip home.
  double haste = 0.05;  // rad, or of the limb's length
};
constexpr double least_gain = 1e-3;

struct LimbReach {
  double short_by = 0;   // m between the tip and its target
  double turned_by = 0;  // rad between orientations; 0 if none was asked for
  int rounds = 0;        // of Newton's method
};

class Limb {
 public:
  // From the body `base` to the point `tip` of body `end`, at most most_limb_joints on the way.
  Limb(const Model& model, int base, int end, const Vec3& tip);

  int joints() const { return static_cast<int>(dofs_.size()); }
  const std::vector<int>& dofs() const { return dofs_; }  // of the figure, from the base outwards
  double length() const { return length_; }               // m, of the chain stretched out

  // `q`: all joints of the figure; those of the limb are where to begin and hold the answer.
  LimbReach solve(const LimbTarget& target, const Comfort& comfort,
                  Eigen::Ref<Eigen::VectorXd> q) const;
  // Moves the tip by a little, to first order, all joints alike; false, and nothing done, if a
  // joint would move by more than a little or beyond its limit.
  bool nudge(const Vec3& by, Eigen::Ref<Eigen::VectorXd> q) const;
  // The tip from the base's origin, in the base's frame, with R the last body's orientation.
  Vec3 tip(const Eigen::Ref<const Eigen::VectorXd>& q, Mat3* R = nullptr) const;

  // Limits of its joints, [joint]; infinite where there are none.
  std::vector<double> lower, upper;

 private:
  struct Link {
    Frame X_PB;  // of the body in its parent, at 0
    Vec3 axis;   // in the body
    JointType type = JointType::fixed;
    int joint = -1;  // of the limb
  };
  template <int rows>
  struct Round;
  template <int rows>
  void look(const LimbTarget& target, const Eigen::Ref<const Eigen::VectorXd>& q,
            Round<rows>& round, LimbReach& reach) const;
  template <int rows>
  void feel(const Comfort& comfort, int j, double u, Round<rows>& round) const;
  template <int rows>
  void step_within_limits(const Eigen::Ref<const Eigen::VectorXd>& q, Round<rows>& round) const;
  template <int rows>
  void step_to_comfort(const Eigen::Ref<const Eigen::VectorXd>& q, bool first, bool exact,
                       double haste, Round<rows>& round) const;
  template <int rows>
  void step_home(const Eigen::Ref<const Eigen::VectorXd>& q, double haste,
                 Round<rows>& round) const;
  template <int rows>
  LimbReach solve_for(const LimbTarget& target, const Comfort& comfort,
                      Eigen::Ref<Eigen::VectorXd> q) const;

  Vec3 tip_;
  std::vector<Link> links_;
  std::vector<int> dofs_;
  double length_ = 0;
  double scale_ = 1;  // m, what errors and rotations are measured by: the length, if it has one
};

}  // namespace gambol
