// Leaps over what lies ahead (seed 002, section 5, "simple online planning algorithm").

#include <algorithm>
#include <cmath>

#include "control/skills/leap_plan.h"
#include "control/skills/leg_frames.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

constexpr double no_bound = 1e9;  // m/s

}  // namespace

int LegFrames::target_index(const std::string& name) const {
  if (!spec_.plan_leaps) return -1;
  const auto& targets = spec_.plan_leaps->targets;
  for (std::size_t k = 0; k < targets.size(); ++k)
    if (targets[k].name == name) return static_cast<int>(k);
  return -1;
}

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
  const auto [speed, half_stride, change] = pace(now, com, memory);
  const double farthest = 2 * spec_.plan_leaps->horizon * half_stride + spec_.plan_leaps->widest;
  const auto obstacle = next_obstacle(*spec_.plan_leaps, height, farthest);
  std::optional<TargetAhead> target;
  if (memory.target) {
    const Vec3& at = spec_.plan_leaps->targets[memory.target->index].at;
    target = TargetAhead{(at - com).dot(forward), at.z() - ground};
    if (target->way < 0) memory.target.reset(), target.reset();
  }
  if (!obstacle && !target) return;
  memory.approach->most_speed = spec_.plan_leaps->approach_speed.value_or(no_bound);
  const auto leap =
      target ? choose_leap_at(*spec_.plan_leaps, spec_.plan_leaps->targets[memory.target->index],
                              *acts_, *target, obstacle, speed, half_stride)
             : choose_leap(*spec_.plan_leaps, *acts_, *obstacle, speed, half_stride, change);
  if (leap && leap->after == 0) {
    memory.act.asked = leap->act;
    memory.target.reset();
  } else if (leap) {
    memory.approach->stretch = leap->stretch;
  } else if (const auto& brake = spec_.plan_leaps->brake; brake && obstacle) {
    const double way = std::max(0.0, obstacle->edge - spec_.plan_leaps->stops);
    double& most = memory.approach->most_speed;
    most = std::min(most, std::sqrt(2 * *brake * way));
  }
}

// As it goes now. Speed varies within a stride: if it planned half a stride ago, the mean since
// then counts. Begins the next half stride.
LegFrames::Pace LegFrames::pace(const Now& now, const Vec3& com, LegFramesMemory& memory) const {
  const Vec3 forward = ahead_of(now.heading);
  const auto before = memory.approach;
  memory.approach = LegFramesMemory::Approach{0, no_bound, com, now.sense.time, 0};
  const double speed = memory.approach->speed = mean_velocity(now).dot(forward);
  constexpr double longest = 0.75;  // strides
  const double since = before ? now.sense.time - before->since : 0;
  if (!before || since >= longest * now.period)
    return {speed, std::max(0.0, speed) * now.period / 2, {}};
  const double way = (com - before->from).dot(forward);
  memory.approach->speed = way / since;
  return {way / since, std::max(0.0, way) / (1 + before->stretch), way / since - before->speed};
}

}  // namespace gambol
