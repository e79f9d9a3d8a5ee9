#pragma once

// What a controller of leg frames knows of its figure, and what a tick knows.

#include <algorithm>
#include <optional>
#include <vector>

#include "control/controller.h"
#include "control/skills/acts.h"
#include "control/skills/pendulum.h"
#include "control/skills/leg_chain.h"
#include "control/skills/strides.h"
#include "control/skills/virtual_force.h"

namespace gambol::leg_frames {

struct Leg {
  std::size_t frame = 0;
  std::size_t index = 0;  // in the figure
  double side = 1;        // 1 left, -1 right
  LegChain chain;
  std::vector<int> links;  // bodies beyond the frame
};
struct LegFrame {
  int body = 0;
  std::vector<std::size_t> legs;  // of legs_
  double bears = 0, spine_share = 0;
  Vec3 hips = Vec3::Zero();  // between the hips, from the frame's origin in its turn, m
};
// Joints between two bodies, which turn alike.
struct Chain {
  int base = 0, end = 0;
  std::vector<Turns> joints;  // from the base to the end
  bool holds_base = false;    // the end is a frame, and the base is to be steady
};
struct Gain {
  double stiffness = 0, damping = 0;
};

// Where the feet are, aside, that push: sums weighted by how far they do.
struct Feet {
  double n = 0, y = 0, yy = 0;  // 1, m, m2
  double least = 0, most = 0;   // m
  double most_push = 0;
  void add(double push, double aside) {
    least = n == 0 ? aside : std::min(least, aside);
    most = n == 0 ? aside : std::max(most, aside);
    most_push = std::max(most_push, push);
    n += push;
    y += push * aside;
    yy += push * aside * aside;
  }
  double middle() const { return n > 0 ? y / n : 0; }
  bool two() const {
    constexpr double narrow = 0.01;  // m
    return most - least > narrow;
  }
};
// What a tick knows of a leg frame and of a leg.
struct FrameNow {
  Mat3 turn = Mat3::Identity();
  Vec3 hips = Vec3::Zero(), velocity = Vec3::Zero();  // W
  Vec3 wanted = Vec3::Zero();                         // velocity, m/s, W
  Vec3 smooth = Vec3::Zero();                         // its velocity along the ground, smoothed
  Vec3 spin = Vec3::Zero();                           // rad/s, W
  double heading = 0;
  double ground = 0;  // m
  double height = 0, pitch = 0;
  double rise = 0, pitch_rate = 0;  // m/s, rad/s: of height and pitch as the gait asks
  double rise_faster = 0;           // m/s2
  double roll = 0, roll_rate = 0, yaw = 0, yaw_rate = 0;
  Vec3 couple = Vec3::Zero();  // N*m, W: wanted on the frame
  double up = 0;               // N: force of its legs together
  // As an act asks; see StageFrameSpec.
  double bears = 1;             // factor
  std::optional<double> ahead;  // m
  double push = 0, lift = 0;    // N
  Feet feet;
};
struct LegNow {
  double state = 0;  // share of the stride since its footfall, as the gait asks
  double duty = 0;
  double swing = -1;  // phase of the swing; < 0: it stands
  double stance_time = 0;
  double stood = 0;  // s since its footfall
  double load = 0;   // N
  double lost = 0;   // how far it is lowered to the ground that it stands on and lacks, 0 to 1
  // Shares of what its frame's legs do together: of the forces, and of the torque that turns it.
  double push = 0, turn = 0;
  double aside = 0;             // m: of the foot from the middle of the hips, to the left
  double stands = 0;            // how far its hip turns the frame, not the leg
  Vec3 foot, foot_velocity;     // W
  std::optional<double> pitch;  // rad: of the foot, as an act asks
  double down = 0;              // m: height at which the foot is on the ground, or is to find it
  Vec3 aim, aim_velocity;
  // Where the ground is to press on it, W, and along which the force points upwards: 0 is up.
  Vec3 press, slope = Vec3::Zero();
};
struct Now {
  const Sense& sense;
  VirtualForces forces;
  StrideMix gait = {};
  double phase = 0, period = 0;
  const Act* act = nullptr;  // that it plays, and the stage
  const ActStage* stage = nullptr;
  std::vector<Gain> gains = {};  // [nv] of servos
  bool first = false;            // tick of the controller
  Vec3 wanted = Vec3::Zero();    // velocity, m/s, W
  double heading = 0;
  double asked_speed = 0;  // the goal's; goal_speed follows it with limited acceleration
  double goal_speed = 0, goal_heading = 0;
  Vec3 inwards = Vec3::Zero();  // weights, W: acceleration to the inside of the turn
  // rad/s: rate of turning wanted, which frames' dampers do not oppose; 0 without `into_turns`.
  double turns = 0;
  std::vector<FrameNow> frames = {};
  std::vector<LegNow> legs = {};
  Pendulum whole = {};  // with a sole, or in an act
  Eigen::VectorXd Q = {}, aims = {},
                  rates = {};  // [nv] torques; angles of the servos, and their rates
  Eigen::VectorXd slack = {};  // [nv] share of the servo's gains that is taken away
};

}  // namespace gambol::leg_frames
