// Leaps over what lies ahead (seed 002, section 5, "simple online planning algorithm").

#include <algorithm>
#include <cmath>

#include "control/leg_frames/leap_plan.h"
#include "control/leg_frames/leg_frames.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

constexpr double no_bound = 1e9;  // m/s

}  // namespace

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
  const auto before = memory.approach;
  memory.approach = LegFramesMemory::Approach{0, no_bound, com, now.sense.time};
  double speed = mean_velocity(now).dot(forward);
  double half_stride = std::max(0.0, speed) * now.period / 2;
  // Speed varies within a stride: if it planned half a stride ago, the mean since then counts.
  constexpr double longest = 0.75;  // strides
  const double since = before ? now.sense.time - before->since : 0;
  if (before && since < longest * now.period) {
    const double way = (com - before->from).dot(forward);
    speed = way / since;
    half_stride = std::max(0.0, way) / (1 + before->stretch);
  }
  const double farthest = 2 * spec_.plan_leaps->horizon * half_stride + spec_.plan_leaps->widest;
  const auto obstacle = next_obstacle(*spec_.plan_leaps, height, farthest);
  if (!obstacle) return;
  memory.approach->most_speed = spec_.plan_leaps->approach_speed.value_or(no_bound);
  const auto leap = choose_leap(*spec_.plan_leaps, *acts_, *obstacle, speed, half_stride);
  if (leap && leap->after == 0) {
    memory.act.asked = leap->act;
  } else if (leap) {
    memory.approach->stretch = leap->stretch;
  } else if (const auto& brake = spec_.plan_leaps->brake) {
    const double way = std::max(0.0, obstacle->edge - spec_.plan_leaps->stops);
    double& most = memory.approach->most_speed;
    most = std::min(most, std::sqrt(2 * *brake * way));
  }
}

}  // namespace gambol
