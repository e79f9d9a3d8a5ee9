#include "control/skills/wanted.h"

#include <algorithm>
#include <cmath>

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

double Wanted::heading_after(const Seen& seen, double after) const {
  if (after <= 0) return heading;
  const double faces = seen.faces_at(seen.sense.time + after), most = turn_rate * after;
  return heading + std::clamp(std::remainder(faces - goal_facing, 2 * M_PI), -most, most);
}

// Phases go round: of two gaits' the nearer way.
LegInStride leg_in_stride(const Wanted& wanted, std::size_t k) {
  const StrideMix& gait = wanted.gait;
  const double duty = gait.of([&](const StridePlan& s) {
    return s.legs[k].duty_factor;
  }) + gait.of([&](const StridePlan& s) { return s.duty_by_speed.at(wanted.velocity.norm()); });
  const double slow = gait.slow->legs[k].relative_phase + gait.shift;
  const double to_fast = std::remainder(gait.fast->legs[k].relative_phase - slow, 1.0);
  return {leg_state(slow + gait.share * to_fast, wanted.phase), duty};
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
