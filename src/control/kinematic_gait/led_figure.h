#pragma once

// What the parts of a kinematic gait need to know of its figure.
//
// The legs' posture in mid-stance is the figure's initial one or a pose of its library. The feet's
// positions in that posture determine the footholds (seed 004's reference leg position).

#include "control/kinematic_gait/led_joints.h"
#include "control/kinematic_gait/led_supports.h"

namespace gambol {

struct LedFigure {
  Eigen::VectorXd posture;   // q in mid-stance, as placed
  double height = 0;         // m, of the trunk's centre (the posture's centre of mass) above ground
  std::vector<char> driven;  // [degree of freedom] whether the gait moves it: it has no curve
  std::vector<SteppingLeg> stepping;  // [leg]
  std::vector<LegLimb> limbs;         // [leg]
  std::vector<BearingLeg> bearing;    // [leg]
  std::vector<int> leg_of;            // [body] index of the leg that moves it; -1: none
  std::vector<SectionPlace> places;   // [section]
  std::vector<LedSection> sections;
  std::vector<SwingJoint> swings;
  std::vector<SteadyBody> steady;
};

// `tick`: s between two postures.
LedFigure make_led_figure(const KinematicGaitSpec& spec, const FigureSpec& figure,
                          const Model& model);

}  // namespace gambol
