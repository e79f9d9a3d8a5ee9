#pragma once

// Inverse kinematics of one limb, redundant or not (Girard and Maciejewski 1985, PODA, "seed 004",
// "The control of limbs").
//
// A limb is the chain of joints between its base, the body on which it hangs, and its tip. solve()
// finds joint positions that put the tip at its target and, among all these, those that are nearest
// to the centre angles, each joint weighted by its gain: the posture at which the homogeneous part
// of Eq. 6 comes to rest. (H is minimised: z = -grad H, see Liegeois; seed 004 prints it without
// the sign.) Joints stay within their limits, and become stiffer towards them. A tip that cannot
// reach its target comes as near as it can.
//
// There may be several such postures (a leg shortens by its knee or by its ankle), each a local
// minimum. A limb stays in its own as its tip moves, so that the result does not depend on how
// often solve() is called. The tip may move to where that minimum ceases to exist: there the joints
// change over to another minimum, by at most Comfort::haste per call, while the tip stays on its
// target. Only in that case does the result depend on the limb's past motion.
//
// The Jacobian by screw motors, Eq. 2 and 3, is taken about the tip instead of the world's origin.

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "base/wide.h"
#include "dynamics/model.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

// The ground under a limb: a plane, in the base's frame.
struct LimbGround {
  Vec3 p = Vec3::Zero(), normal = Vec3::UnitZ();
};

struct LimbTarget {
  Vec3 p = Vec3::Zero();       // of the tip, from the base's origin in its frame, m
  const Mat3* R_PB = nullptr;  // orientation of the limb's last body in the base's frame; null: any
  // Used with an orientation. True: the position is exact, and the orientation as near as that
  // allows (exact too if there are enough joints). False: both give way equally, by very little
  // where they can be reached (for the chain between two bodies, which must bend smoothly).
  bool position_first = false;
  // With position_first: turns about the base's x and y axes are free. The turn about its z axis is
  // kept by this share: 1 gives way by very little, 0 is free. Unset: all three are kept.
  std::optional<double> heading;
  const LimbGround* ground = nullptr;  // that the limb's pads keep out of; null: none
};

// A ball of the limb that keeps out of the ground as far as the tip allows: near it the joints feel
// a force that bends them away.
struct LimbPad {
  int link = 0;  // index in the limb
  ContactPoint ball;
  double rest = 0;  // m: its height over the ground as the limb stands
};

// The preferred joint positions, [joint of the limb].
struct Comfort {
  std::vector<double> centre;  // rad or m
  std::vector<double> gain;    // weight relative to the other joints, at least least_gain
  // Bound on the joint motion per call, beyond the motion that places the tip.
  double haste = 0.05;  // rad, or of the limb's length
};
constexpr double least_gain = 1e-3;

struct LimbReach {
  double short_by = 0;   // m between the tip and its target
  double turned_by = 0;  // rad between orientations; 0 without a target orientation
  int rounds = 0;        // of Newton's method
};

class Limb {
 public:
  // The chain from the body `base` to the point `tip` of the body `end`, with at most
  // most_limb_joints joints.
  Limb(const Model& model, int base, int end, const Vec3& tip);

  int joints() const { return static_cast<int>(bodies_.size()); }
  // That the limb's joints move, from the base outwards.
  const std::vector<int>& bodies() const { return bodies_; }
  double length() const { return length_; }  // m, of the chain stretched out

  // `q`: positions of all joints of the figure, without the root's. The limb's are the initial
  // guess on entry and the solution on return.
  LimbReach solve(const LimbTarget& target, const Comfort& comfort,
                  Eigen::Ref<Eigen::VectorXd> q) const;
  // Moves the tip by the small vector `by` (base's frame, m), to first order, with all joints
  // weighted equally. Returns false and changes nothing if a joint would move by more than a small
  // amount or beyond its limit.
  bool nudge(const Vec3& by, Eigen::Ref<Eigen::VectorXd> q) const;
  // Position of the tip from the base's origin, in the base's frame, m; sets R, if not null, to the
  // last body's orientation.
  Vec3 tip(const Eigen::Ref<const Eigen::VectorXd>& q, Mat3* R = nullptr) const;

  // Makes a ball of one of the limb's bodies a pad; `rest` is LimbPad::rest. Pads of bodies farther
  // inwards come first.
  void add_pad(int body, const ContactPoint& ball, double rest);

  // Limits of the limb's joints, [joint]; infinite for a joint without limits.
  std::vector<double> lower, upper;

 private:
  struct Link {
    Frame X_PB;  // of the body in its parent, at joint position 0
    Vec3 axis;   // in the body
    JointType type = JointType::fixed;
    int joint = -1;  // index in the limb; -1: fixed
    int body = 0;    // of the model
    Vec3 axis_P;     // the axis in the parent
    // Orientation in the parent: turn_1 + turn_cos cos q + turn_sin sin q (Rodrigues).
    Mat3 turn_1, turn_cos, turn_sin;
  };
  static Link link_of(const Body& body);
  template <int rows>
  struct Round;
  template <int rows>
  void look(const LimbTarget& target, const Eigen::Ref<const Eigen::VectorXd>& q,
            Round<rows>& round, LimbReach& reach) const;
  template <int rows>
  void press(const LimbGround& ground, const LimbPad& pad, const Vec3& p, int joints,
             Round<rows>& round) const;
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
  std::vector<LimbPad> pads_;
  std::vector<int> bodies_;      // [joint]
  std::vector<int> at_;          // [joint] place in that q
  std::vector<WideMask> turns_;  // [joint / lanes] whether it turns
  double length_ = 0;
  double scale_ = 1;  // m, unit of errors and rotations: the limb's length, or 1 if that is 0
};

}  // namespace gambol
