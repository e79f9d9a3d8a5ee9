// Leaps over what lies ahead (seed 002, section 5, "simple online planning algorithm").

#include <algorithm>
#include <cmath>

#include "control/leg_frames/leap_plan.h"
#include "control/leg_frames/leg_frames.h"
#include "dynamics/momentum.h"

namespace gambol {

// At the phases at which a leap can begin.
void LegFrames::plan_leap(const Now& now, double phase_before, LegFramesMemory& memory) const {
  if (!spec_.plan_leaps || memory.act.playing >= 0 || memory.act.asked >= 0) return;
  bool begins = false;
  for (int a = 0; a < acts_->count() && !begins; ++a) {
    const Act& act = acts_->at(a, false);
    if (!act.leap) continue;
    constexpr double half = 0.5;
    begins = !act.at_phase || passed_phase(*act.at_phase, phase_before, memory.phase) ||
             passed_phase(*act.at_phase + half, phase_before, memory.phase);
  }
  if (!begins) return;
  const Vec3 com = centre_of_mass(now.sense.model, now.sense.work);
  const Vec3 forward = ahead_of(now.heading);
  const double ground = ground_height(now.sense.ground, com.x(), com.y());
  const auto height = [&](double s) {
    const Vec3 at = com + s * forward;
    return ground_height(now.sense.ground, at.x(), at.y()) - ground;
  };
  const double speed = mean_velocity(now).dot(forward);
  const double half_stride = std::max(0.0, speed) * now.period / 2;
  const double farthest = 2 * spec_.plan_leaps->horizon * half_stride + spec_.plan_leaps->widest;
  const auto obstacle = next_obstacle(*spec_.plan_leaps, height, farthest);
  if (!obstacle) return;
  memory.act.asked =
      leap_now(*spec_.plan_leaps, *acts_, *obstacle, speed, half_stride, com.z() - ground);
}

}  // namespace gambol
