#include "control/skills/leaps.h"

#include <algorithm>
#include <cmath>

#include "dynamics/momentum.h"

namespace gambol::skills {
namespace {

constexpr double no_bound = 1e9;  // m/s
// m on the dog: from the centre of mass to the edge before which it stops.
constexpr double stops = 0.6;

}  // namespace

int Leaps::target_index(const std::string& name) const {
  if (!spec_.plan_leaps) return -1;
  const auto& targets = spec_.plan_leaps->targets;
  for (std::size_t k = 0; k < targets.size(); ++k)
    if (targets[k].name == name) return static_cast<int>(k);
  return -1;
}

std::optional<double> Leaps::most_speed(const LeapsMemory& memory) const {
  return memory.approach ? std::optional(memory.approach->most_speed) : std::nullopt;
}

double Leaps::stretch(const LeapsMemory& memory) const {
  return memory.approach ? memory.approach->stretch : 0;
}

void Leaps::forget_what_it_lacks(LeapsMemory& memory) const {
  if (memory.target &&
      (!spec_.plan_leaps || memory.target->index >= spec_.plan_leaps->targets.size()))
    memory.target.reset();
}

bool Leaps::may_begin(const In& in) const {
  for (int a = 0; a < acts_.count(); ++a) {
    const Act& act = acts_.at(a, false);
    if (!act.leap) continue;
    constexpr double half = 0.5;
    if (!act.at_phase || passed_phase(*act.at_phase, in.phase_before, in.phase) ||
        passed_phase(*act.at_phase + half, in.phase_before, in.phase))
      return true;
  }
  return false;
}

std::optional<int> Leaps::run(const In& in, LeapsMemory& memory) const {
  if (!spec_.plan_leaps || !may_begin(in)) return {};
  const LeapPlanSpec& plan = *spec_.plan_leaps;
  const Vec3 com = centre_of_mass(in.seen.sense.model, in.seen.sense.work);
  const Pace now = pace(in, com, memory);
  const auto [obstacle, target] = look_ahead(in, com, now, memory);
  if (!obstacle && !target) return {};
  memory.approach->most_speed = plan.approach_speed.value_or(no_bound);
  const auto leap =
      target ? choose_leap_at(plan, plan.targets[memory.target->index], acts_, *target, obstacle,
                              now.speed, now.half_stride)
             : choose_leap(plan, acts_, *obstacle, now.speed, now.half_stride, now.change);
  if (leap && leap->after == 0) {
    memory.target.reset();
    return leap->act;
  }
  if (leap) {
    memory.approach->stretch = leap->stretch;
  } else if (plan.brake && obstacle) {
    const double way = std::max(0.0, obstacle->edge - stops * body_.larger());
    double& most = memory.approach->most_speed;
    most = std::min(most, std::sqrt(2 * *plan.brake * way));
  }
  return {};
}

Leaps::Ahead Leaps::look_ahead(const In& in, const Vec3& com, const Pace& pace,
                               LeapsMemory& memory) const {
  const Vec3 forward = in.wanted.forward();
  const double ground = in.seen.ground_at(com);
  const auto height = [&](double s) { return in.seen.ground_at(com + s * forward) - ground; };
  const LeapPlanSpec& plan = *spec_.plan_leaps;
  const LeapSight sight{body_.height};
  Ahead ahead;
  ahead.obstacle =
      next_obstacle(plan, sight, height, strides_ahead * 2 * pace.half_stride + sight.widest());
  if (!memory.target) return ahead;
  const Vec3& at = plan.targets[memory.target->index].at;
  const double way = (at - com).dot(forward);
  if (way < 0)
    memory.target.reset();  // it is behind
  else
    ahead.target = {way, at.z() - ground};
  return ahead;
}

// As it goes now. Speed varies within a stride: if it planned half a stride ago, the mean since
// then counts. Begins the next half stride.
Leaps::Pace Leaps::pace(const In& in, const Vec3& com, LeapsMemory& memory) const {
  const Vec3 forward = in.wanted.forward();
  const double time = in.seen.sense.time;
  const auto before = memory.approach;
  memory.approach = LeapsMemory::Approach{0, no_bound, com, time, 0};
  const double speed = memory.approach->speed = in.seen.velocity().dot(forward);
  constexpr double longest = 0.75;  // strides
  const double since = before ? time - before->since : 0;
  if (!before || since >= longest * in.wanted.period)
    return {speed, std::max(0.0, speed) * in.wanted.period / 2, {}};
  const double way = (com - before->from).dot(forward);
  memory.approach->speed = way / since;
  return {way / since, std::max(0.0, way) / (1 + before->stretch), way / since - before->speed};
}

}  // namespace gambol::skills
