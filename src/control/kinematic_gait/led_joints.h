#pragma once

// All joints of a kinematic gait, and its root, from where the trunk and the feet are to be:
// inverse kinematics (limb.h) of legs and of the chains between the bodies that carry them. A
// figure may have any number of legs with any joints, and a leg may hang on any body: a body other
// than the root that carries legs moves with the trunk too, by the chain of joints between them.

#include <optional>
#include <vector>

#include "base/rotation.h"
#include "control/kinematic_gait/foot_target.h"
#include "control/kinematic_gait/led_sections.h"
#include "control/kinematic_gait/led_trunk.h"
#include "control/kinematic_gait/limb.h"

namespace gambol {

// A joint of a chain that inverse kinematics solves: its centre angle swings with a leg.
struct ChainSwing {
  std::size_t joint;  // of the chain
  std::size_t leg;
  Curve gain, offset;
};

// A body that carries legs, or at which the chains to such bodies part. The root is the first; each
// section comes after its parent.
struct LedSection {
  int body;
  std::optional<Limb> chain;  // from the parent
  Comfort comfort;
  std::vector<ChainSwing> swings = {};
};

// A leg whose foot rolls: its limb to the ball, and the joint of its toes.
struct RollingLimb {
  FootRoll roll;
  Limb limb;
  Mat3 R_TF;                            // of the foot in the posture, in the body's axes
  int toes = 0;                         // place of the toes' joint among the figure's joints
  double toes_rest = 0, toes_sign = 1;  // its position in the posture; which sign bends toes up
  double lower = -INFINITY, upper = INFINITY;  // of the toes' joint
};

struct LegLimb {
  std::size_t section;  // that it hangs on
  Limb limb;
  Comfort comfort;            // while the leg stands
  std::vector<Comfort> keys;  // at the keys of the step; empty: as while it stands
  Mat3 R_TF;                  // of the last body in mid-stance, in the body's axes
  double radius = 0;          // m, of the ball on which it turns: the limb's tip is its centre
  bool level = false;         // whether its foot keeps its angle to the ground
  std::optional<RollingLimb> rolling = std::nullopt;
  double foot = 0;      // m: place of its foot in mid-stance, ahead of the body's centre
  double outwards = 1;  // the sign of y on its side
  std::vector<ChainSwing> swings = {};
};

// A joint that swings with a leg, such as an arm's.
struct SwingJoint {
  int q;               // place of the joint's position
  double posture = 0;  // its position in mid-stance
  std::size_t leg;
  Curve gain, offset;
  double lower, upper;
};

// A body that stays level, and the chain to it from the section that carries it.
struct SteadyBody {
  Frame X_TB;  // in mid-stance, in the trunk's frame
  std::size_t section;
  Limb chain;
  Comfort comfort;
  double share;
};

struct JointsIn {
  double t = 0;  // s
  const TrunkTarget& trunk;
  const BodyOffset& offset;                // of the trunk from its target
  const std::vector<FootTarget>& targets;  // [leg]
  const GaitSettings& set = no_settings;
};

struct JointsOut {
  Frame X_WT;                   // of the trunk
  std::vector<double> missing;  // [leg] m between the foot and its target
};

class LedJoints {
 public:
  // `height`: of the trunk's centre above the ground in the posture, m. `spine`, `spine_aside`: of
  // the gait.
  LedJoints(double height, double spine, double spine_aside, std::vector<SectionPlace> places,
            std::vector<LedSection> sections, std::vector<LegLimb> legs,
            std::vector<SwingJoint> swings, std::vector<SteadyBody> steady)
      : height_(height),
        spine_(spine),
        spine_aside_(spine_aside),
        places_(std::move(places)),
        sections_(std::move(sections)),
        legs_(std::move(legs)),
        swings_(std::move(swings)),
        steady_(std::move(steady)) {}

  // Its memory is the posture: on entry `q` holds the one before, on return that of now. Joints
  // that the gait does not move stay.
  JointsOut run(const JointsIn& in, Eigen::VectorXd& q) const;

 private:
  using Frames = std::vector<Frame>;  // [section] in W

  double swung(const JointsIn& in, std::size_t leg) const;
  void swing(const JointsIn& in, Eigen::VectorXd& q) const;
  std::vector<double> swung(const JointsIn& in, const std::vector<ChainSwing>& swings) const;
  std::vector<SectionTurn> turns(const JointsIn& in) const;
  Frames bend(const JointsIn& in, const Frame& X_WT, const std::vector<SectionTurn>& turns,
              Eigen::VectorXd& q) const;
  void steady(double yaw, const Frame& X_WT, const Frames& sections, Eigen::VectorXd& q) const;

  double height_, spine_, spine_aside_;
  std::vector<SectionPlace> places_;  // [section]
  std::vector<LedSection> sections_;
  std::vector<LegLimb> legs_;
  std::vector<SwingJoint> swings_;
  std::vector<SteadyBody> steady_;
};

}  // namespace gambol
