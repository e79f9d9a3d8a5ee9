#include "control/skills/wanted.h"

#include <algorithm>

#include "base/rotation.h"

namespace gambol::skills {

Wanted begin_wanted(const Seen& seen, const Anatomy& body, double phase) {
  Wanted wanted{.gait = {}, .phase = phase, .gains = body.gains};
  wanted.asked_speed = wanted.goal_speed = seen.asked_speed;
  wanted.goal_heading = seen.asked_heading;
  wanted.goal_facing = seen.asked_heading + seen.asked_facing;
  wanted.frames.resize(body.frames.size());
  return wanted;
}

Mat3 wanted_turn(const Wanted& wanted, const FrameWanted& frame) {
  const Mat3 turn = turn_to(wanted.heading + frame.yaw, frame.pitch);
  return frame.roll != 0 ? Mat3(turn * rotation_about(Vec3::UnitX(), frame.roll)) : turn;
}

const Footfall& next_footfall(const Stepping& now, std::size_t k) {
  return *std::find_if(now.footfalls.begin(), now.footfalls.end(),
                       [&](const Footfall& f) { return f.leg == k; });
}

}  // namespace gambol::skills
