#include "simulation/leap_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "contact/find/ground_surface.h"
#include "control/skills/leap_plan.h"
#include "figure/body_measures.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// m that the goal's speed takes the figure ahead in the film.
double way_of(const LegFramesSpec& spec, double start, double end) {
  constexpr double step = 0.05;  // s
  double way = 0;
  for (double t = start; t < end; t += step) way += step * spec.speed.at(t);
  return way;
}

bool goes_straight_ahead(const LegFramesSpec& spec, const ControllerSpec& c, const CastSpec& cast,
                         const MotionSpec& motion) {
  const auto steers = [&](const CueSpec& cue) {
    return cue.set &&
           (cue.set->controller == c.name || cue.set->controller == cast.name + "." + c.name);
  };
  const auto& headings = spec.heading.keys;
  return !motion.start_from && std::none_of(motion.cues.begin(), motion.cues.end(), steers) &&
         std::all_of(headings.begin(), headings.end(),
                     [&](const auto& key) { return key.value == headings.front().value; });
}

std::vector<const ActSpec*> leaps_of(const LegFramesSpec& spec) {
  std::vector<const ActSpec*> leaps;
  for (const ActSpec& act : spec.acts)
    if (act.leap) leaps.push_back(&act);
  return leaps;
}

std::string centimetres(double m) { return fmt::format("{:.0f} cm", 100 * m); }

// Of the leaps for this obstacle, the one that is widest at its height, or the one that is highest.
std::string nearest(const LegFramesSpec& spec, const ObstacleAhead& obstacle) {
  double widest = -INFINITY, highest = -INFINITY;
  std::string wide, high;
  for (const ActSpec* act : leaps_of(spec)) {
    if (act->leap->drop > std::max(0.0, -obstacle.rise)) continue;
    const double top = most_height(*spec.plan_leaps, *act->leap);
    if (top > highest) highest = top, high = act->name;
    const auto width = width_over(*spec.plan_leaps, *act->leap, obstacle);
    if (width && *width > widest) widest = *width, wide = act->name;
  }
  if (high.empty()) return "a leap for such ground";
  if (wide.empty())
    return fmt::format("at most {} high, as `{}` leaps", centimetres(highest), high);
  return fmt::format("at most {} long at this height, as `{}` leaps",
                     centimetres(std::max(0.0, widest)), wide);
}

bool has_leap(const LegFramesSpec& spec, const ObstacleAhead& obstacle) {
  for (const ActSpec* act : leaps_of(spec)) {
    const auto width = width_over(*spec.plan_leaps, *act->leap, obstacle);
    if (width && *width >= obstacle.land - obstacle.edge) return true;
  }
  return false;
}

struct Way {
  Vec3 from = Vec3::Zero(), ahead = Vec3::UnitX();
  double length = 0;
};

// Looks from one obstacle to the next, each from the level ground before it.
void walk(const LegFramesSpec& spec, const LeapSight& sight, const GroundSurface& ground,
          const Way& way, const std::string& key, const std::string& who,
          std::vector<Problem>& warnings) {
  const LeapPlanSpec& plan = *spec.plan_leaps;
  for (double gone = 0; gone < way.length;) {
    const auto at = [&](double s) {
      const Vec3 p = way.from + (gone + s) * way.ahead;
      return ground_height(ground, p.x(), p.y());
    };
    const auto height = [&](double s) { return at(s) - at(0); };
    const double left = way.length - gone;
    const auto edge = next_edge(sight, height, left);
    if (!edge) return;
    const std::string where = fmt::format("{:.2f} m ahead of {}", gone + *edge, who);
    const auto obstacle = next_obstacle(plan, sight, height, left);
    if (!obstacle) {
      warnings.push_back({plan.place, key, "an edge " + where,
                          fmt::format("level ground of {} within {:.3g} m behind it",
                                      centimetres(sight.room()), sight.widest())});
      return;
    }
    if (!has_leap(spec, *obstacle))
      warnings.push_back(
          {plan.place, key,
           fmt::format("no leap over an obstacle {}, {} long and {} high", where,
                       centimetres(obstacle->land - obstacle->edge), centimetres(obstacle->height)),
           nearest(spec, *obstacle)});
    gone += obstacle->land + sight.room() / 2;
  }
}

// A target that the way of no leap comes near enough to in height.
void warn_of_target(const LegFramesSpec& spec, const LeapTargetSpec& target, double height,
                    const std::string& key, std::vector<Problem>& warnings) {
  constexpr double step = 0.02;  // m
  double off = INFINITY;
  std::string best;
  for (const ActSpec* act : leaps_of(spec))
    for (const LeapWaySpec& way : act->leap->ways) {
      if (way.name != target.by || act->leap->drop > 0) continue;
      const auto& keys = way.heights.keys;
      for (double s = keys.front().time; s <= keys.back().time; s += step)
        if (const double d = std::abs(way.heights.at(s) - height); d < off)
          off = d, best = act->name;
    }
  if (off <= target.within) return;
  warnings.push_back(
      {target.place, fmt::format("{}.targets.{}", key, target.name),
       fmt::format("a point {} above the ground before it", centimetres(height)),
       best.empty() ? fmt::format("a leap with a way of {}", target.by)
                    : fmt::format("one that a leap passes within {}; `{}`, the nearest, passes {} "
                                  "from it",
                                  centimetres(target.within), best, centimetres(off))});
}

}  // namespace

void warn_of_leaps(const ShotSpec& shot, std::vector<Problem>& warnings) {
  const MotionSpec& motion = shot.motion;
  if (!motion.world.ground) return;
  const double end = shot.simulated_time(shot.film.duration);
  GroundSurface ground{motion.world.ground->height, nullptr};
  if (motion.world.ground->terrain) ground.terrain = motion.world.ground->terrain->field.get();
  for (std::size_t f = 0; f < motion.figures.size(); ++f) {
    const CastSpec& cast = motion.figures[f];
    for (std::size_t i = 0; i < cast.controllers.size(); ++i) {
      const ControllerSpec& c = cast.controllers[i];
      const auto* spec = c.kind.as<LegFramesSpec>();
      if (!spec || !spec->plan_leaps || leaps_of(*spec).empty()) continue;
      const std::string key = fmt::format("figures[{}].skills[{}].plan_leaps", f, i);
      for (const LeapTargetSpec& target : spec->plan_leaps->targets)
        warn_of_target(*spec, target,
                       target.at.z() - ground_height(ground, cast.at.x(), cast.at.y()), key,
                       warnings);
      if (!goes_straight_ahead(*spec, c, cast, motion)) continue;
      const double heading = spec->heading.at(motion.start);
      walk(*spec, {leg_height(cast.figure)}, ground,
           {cast.at, Vec3(std::cos(heading), std::sin(heading), 0),
            way_of(*spec, motion.start, end)},
           key, cast.name, warnings);
    }
  }
}

}  // namespace gambol
