#pragma once

// The order of the parts of a kinematic gait that lead from one posture to the next: where the body
// will be, where its feet step, where its trunk is to be, and how all joints bend for that. Each
// part hands its result to the next.

#include "control/kinematic_gait/body_plan.h"
#include "control/kinematic_gait/led_feet.h"
#include "control/kinematic_gait/led_figure.h"

namespace gambol {

// What the joints of a posture follow from, but for the trunk's offset.
struct WalkInstant {
  double t = 0;  // s
  std::vector<FootTarget> feet;
  TrunkTarget trunk;
  bool settles = false;  // joints have not been led yet: they settle in their comfort
  const GaitSettings* set = &no_settings;  // of the memory that led here
};

struct WalkIn {
  const LedWorld& world;
  const BodyOffset& offset;       // of the trunk in the next posture
  const Eigen::VectorXd& before;  // the last posture
};

struct LedWalk {
  BodyPlan plan;
  LedFeet feet;
  LedTrunk trunk;
  LedJoints joints;
  double tick = 0;  // s between two postures

  // Of a posture, s.
  double time_of(long posture, const WalkMemory& m) const {
    return m.plan.ring.begun + static_cast<double>(posture) * tick;
  }
  // Before the first posture: the plan and the feet at its time.
  WalkMemory begin(const PlanStart& start) const;
  // Goes on to the next posture.
  LedPosture run(const WalkIn& in, WalkMemory& m) const;
  // Plans anew what lies beyond the last posture, with other settings.
  void change(const LedWorld& world, const GaitSettings& set, WalkMemory& m) const;
  // The two halves of run(), which also notes from where the plan can be changed.
  WalkInstant next(const LedWorld& world, WalkMemory& m) const;
  LedPosture pose(const WalkInstant& now, const BodyOffset& offset, Eigen::VectorXd q) const;
  // The instant at which the walk is.
  WalkInstant at(const LedWorld& world, const WalkMemory& m) const;
};

// `tick`: s between two postures. The walk refers to `score`.
LedWalk make_led_walk(const KinematicGaitSpec& spec, const GaitScore& score,
                      const LedFigure& figure, double tick);

}  // namespace gambol
