#include "search/loops/calibrate_reflexes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"
#include "poses/channels.h"
#include "poses/footfalls.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "simulation/simulate.h"

namespace gambol {
namespace {

struct Walker {
  CastSpec* cast = nullptr;
  ControllerSpec* controller = nullptr;
  const Curve* step_time = nullptr;
  ReflexSpec phases;  // only `raised`, `lowering` and `alone` are used
};

// The walker of `shot`, a copy of the caller's; removes its reflexes.
Walker only_walker(ShotSpec& shot) {
  Walker walker;
  int found = 0;
  for (CastSpec& cast : shot.motion.figures) {
    for (ControllerSpec& c : cast.controllers) {
      const auto [reflexes, step_time] = c.kind.reflexes();
      if (!reflexes) continue;
      walker = {&cast, &c, step_time, reflexes->value_or(ReflexSpec())};
      reflexes->reset();
      ++found;
    }
  }
  if (found != 1) {
    throw InputError(Problem{shot.place, "figures", fmt::format("{} oscillator gaits", found),
                             "a shot in which one figure walks by one oscillator gait"});
  }
  return walker;
}

// The recorded columns of one leg. Entry k is the value that the controller senses at tick k; entry
// k of `stepping` is its decision at tick k - 1.
struct LegTrack {
  std::vector<double> times;
  std::vector<double> upper, upper_force, load;  // rad, N*m, weights
  std::vector<bool> stepping;
};

LegTrack track_of(const Poses& poses, const Walker& walker, const LegSpec& leg) {
  const double weight = weight_of(poses, walker.cast->name);
  // A column that was not recorded counts as zeros.
  const auto values = [&](std::string_view channel, std::string_view name) {
    const Column column = find_column(poses, walker.cast->name, channel, name);
    return column ? column.values() : std::vector<double>(poses.track_times.size(), 0.0);
  };
  LegTrack t;
  t.times = poses.track_times;
  t.upper = values(channels::q.name, leg.upper_joint);
  t.upper_force = values(channels::joint_force.name, leg.upper_joint);
  std::vector<double> force[3];
  for (std::size_t i = 0; i < 3; ++i) {
    force[i] = values(channels::foot_force.name, columns::of_leg(leg.name, columns::axes[i]));
  }
  const auto step = values(walker.controller->name, outputs::step.of(leg.name));
  for (std::size_t k = 0; k < step.size(); ++k) {
    t.load.push_back(std::hypot(force[0][k], force[1][k], force[2][k]) / weight);
    t.stepping.push_back(step[k] != 0);
  }
  return t;
}

class Observed {
 public:
  void add(double x) {
    range_.least = std::min(range_.least, x);
    range_.most = std::max(range_.most, x);
    sum_ += x;
    ++count_;
  }
  Range range() const { return count_ ? range_ : Range{}; }
  double mean() const { return count_ ? sum_ / count_ : 0; }

 private:
  Range range_{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  double sum_ = 0;
  int count_ = 0;
};

// Time left (s) of the step that is in progress after the decisions of tick k.
double step_left(const LegTrack& t, std::size_t k, double tick) {
  std::size_t end = k;
  while (end + 1 < t.stepping.size() && t.stepping[end + 1]) ++end;
  return static_cast<double>(end - k) * tick;
}

// Observes the ticks at which a leg's elevator or landing reflex could act: from the tick at which
// a step begins (stepping[k + 1]) to the last but one, in the parts of a step that Reflexes::act
// uses.
void observe_steps(const LegTrack& t, std::size_t first, const Walker& walker, LegNorm& norm) {
  const double tick = walker.controller->tick;
  constexpr int parts = 10;
  norm.landed.assign(parts, 0);
  Observed rising;
  std::size_t begun = first;
  for (std::size_t k = first; k + 1 < t.stepping.size(); ++k) {
    if (!t.stepping[k + 1]) continue;
    if (k == first || !t.stepping[k]) begun = k;
    const double step = walker.step_time->at(t.times[begun]);
    const double into = static_cast<double>(k - begun) * tick + clock_slack;
    double& most = norm.landed[std::min(static_cast<int>(parts * into / step), parts - 1)];
    most = std::max(most, t.load[k]);
    if (into >= walker.phases.raised * step && into < walker.phases.lowering * step)
      rising.add(t.upper_force[k]);
  }
  norm.upper_rising = rising.range();
}

bool are_neighbours(const FigureSpec& figure, const LegSpec& a, const LegSpec& b) {
  if (a.row == b.row) return a.side != b.side;
  if (a.side != b.side) return false;
  return std::none_of(figure.legs.begin(), figure.legs.end(), [&](const LegSpec& between) {
    return between.side == a.side && std::min(a.row, b.row) < between.row &&
           between.row < std::max(a.row, b.row);
  });
}

bool side_bears_alone(const Walker& walker, const std::vector<LegTrack>& tracks, Side side,
                      std::size_t k) {
  const FigureSpec& figure = walker.cast->figure;
  double here = 0, all = 0;
  for (std::size_t leg = 0; leg < tracks.size(); ++leg) {
    all += tracks[leg].load[k];
    if (figure.legs[leg].side == side) here += tracks[leg].load[k];
  }
  return here > walker.phases.alone * all;
}

LegNorm norm_of(const std::vector<LegTrack>& tracks, std::size_t leg, std::size_t first,
                const Walker& walker) {
  const LegTrack& t = tracks[leg];
  const double tick = walker.controller->tick;
  const FigureSpec& figure = walker.cast->figure;
  LegNorm norm;
  norm.leg = figure.legs[leg].name;
  Observed angle, end_of_step, begin_of_step;
  double alone = 0;       // weights x steps that it has borne since its side bears alone
  std::size_t ended = 0;  // tick at which the last step ended, until the foot touches; 0: none
  for (std::size_t k = first; k + 1 < t.upper.size(); ++k) {
    const bool before = t.stepping[k], after = t.stepping[k + 1];
    const double step = walker.step_time->at(t.times[k]);
    if (!before) angle.add(t.upper[k]);
    const bool tips = side_bears_alone(walker, tracks, figure.legs[leg].side, k);
    alone = tips ? alone + t.load[k] * tick / step : 0;
    norm.alone = std::max(norm.alone, alone);
    if (before && !after) {
      end_of_step.add(t.upper[k]);
      ended = k;
    }
    if (!after && ended > 0 && t.load[k] > 0) {
      norm.ground_time = std::max(norm.ground_time, static_cast<double>(k - ended) * tick / step);
      ended = 0;
    }
    if (before || !after) continue;
    ended = 0;
    ++norm.steps;
    begin_of_step.add(t.upper[k]);
    norm.load_at_steps = std::max(norm.load_at_steps, t.load[k]);
    for (std::size_t other = 0; other < tracks.size(); ++other) {
      if (!are_neighbours(figure, figure.legs[leg], figure.legs[other])) continue;
      norm.overlap = std::max(norm.overlap, step_left(tracks[other], k, tick) / step);
    }
  }
  norm.upper_in_stance = angle.range();
  norm.back_is_above = begin_of_step.mean() > end_of_step.mean();
  observe_steps(t, first, walker, norm);
  return norm;
}

Range both(const Range& a, const Range& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

// What was observed in either walk.
LegNorm both(LegNorm a, const LegNorm& b) {
  a.upper_in_stance = both(a.upper_in_stance, b.upper_in_stance);
  a.upper_rising = both(a.upper_rising, b.upper_rising);
  a.load_at_steps = std::max(a.load_at_steps, b.load_at_steps);
  for (std::size_t part = 0; part < a.landed.size(); ++part)
    a.landed[part] = std::max(a.landed[part], b.landed[part]);
  a.alone = std::max(a.alone, b.alone);
  a.ground_time = std::max(a.ground_time, b.ground_time);
  a.overlap = std::max(a.overlap, b.overlap);
  a.steps += b.steps;
  return a;
}

// A trigger beyond the upper (`above`) or lower end of `seen`, by `margin` times the range `whole`.
TriggerSpec trigger(const Range& seen, const Range& whole, bool above, double margin) {
  TriggerSpec t;
  t.side = above ? Beyond::above : Beyond::below;
  t.at = above ? seen.most + margin * whole.width() : seen.least - margin * whole.width();
  return t;
}

// `legs`: of the figure. Half of them bear it as it walks, each its share: so much would the leg
// bear for `margin` of a step.
LegReflexSpec triggers_of(const LegNorm& norm, double margin, std::size_t legs) {
  LegReflexSpec leg;
  leg.name = norm.leg;
  leg.step = trigger(norm.upper_in_stance, norm.upper_in_stance, norm.back_is_above, margin);
  leg.obstacle = trigger(norm.upper_rising, norm.upper_rising, !norm.back_is_above, margin);
  leg.load = norm.load_at_steps + margin;
  for (double load : norm.landed) leg.landed.push_back(load + margin);
  leg.tipping = norm.alone + margin * 2 / static_cast<double>(legs);
  leg.ground_time = norm.ground_time + margin;
  leg.overlap = norm.overlap + margin;
  return leg;
}

}  // namespace

const CastSpec& walker_of(const ShotSpec& shot) {
  ShotSpec copy = shot;
  const std::string name = only_walker(copy).cast->name;
  return *std::find_if(shot.motion.figures.begin(), shot.motion.figures.end(),
                       [&](const CastSpec& cast) { return cast.name == name; });
}

std::vector<LegNorm> observe_walk(const ShotSpec& shot) {
  ShotSpec walk = shot;
  const Walker walker = only_walker(walk);
  walk.motion.track_rate = 1 / walker.controller->tick;  // records exactly what is sensed
  const Poses poses = simulate(walk);
  std::vector<LegTrack> tracks;
  for (const LegSpec& leg : walker.cast->figure.legs) {
    tracks.push_back(track_of(poses, walker, leg));
  }
  const Column phase =
      find_column(poses, walker.cast->name, walker.controller->name, outputs::phase);
  std::size_t first = 0;  // tick at which the gait began; its phase is 0 before
  while (first + 1 < phase.size() && phase[first + 1] == 0) ++first;
  std::vector<LegNorm> norms;
  for (std::size_t leg = 0; leg < tracks.size(); ++leg) {
    norms.push_back(norm_of(tracks, leg, first, walker));
    if (norms.back().steps >= 2) continue;
    throw InputError(Problem{shot.place, "simulate_until",
                             fmt::format("{} steps of {}", norms.back().steps, norms.back().leg),
                             "a walk in which every leg takes two steps or more"});
  }
  return norms;
}

std::vector<LegNorm> observe_walks(const std::vector<ShotSpec>& shots) {
  std::vector<LegNorm> all = observe_walk(shots.at(0));
  for (std::size_t k = 1; k < shots.size(); ++k) {
    const std::vector<LegNorm> walk = observe_walk(shots[k]);
    const auto same = [](const LegNorm& a, const LegNorm& b) { return a.leg == b.leg; };
    if (!std::equal(all.begin(), all.end(), walk.begin(), walk.end(), same)) {
      throw InputError(Problem{shots[k].place, "figures", "a walker with other legs",
                               "the legs of the walker of " + shots[0].name});
    }
    for (std::size_t leg = 0; leg < all.size(); ++leg) all[leg] = both(all[leg], walk[leg]);
  }
  // What tips is the body: all legs have one norm of it.
  double alone = 0;
  for (const LegNorm& leg : all) alone = std::max(alone, leg.alone);
  for (LegNorm& leg : all) leg.alone = alone;
  return all;
}

ShotSpec without_reflexes(ShotSpec shot) {
  only_walker(shot);
  return shot;
}

ReflexSpec reflexes_beyond(const ShotSpec& shot, const std::vector<LegNorm>& norms, double margin) {
  ShotSpec copy = shot;
  const Walker walker = only_walker(copy);
  ReflexSpec reflexes;
  reflexes.name = walker.cast->figure.name;
  reflexes.raised = walker.phases.raised;
  reflexes.lowering = walker.phases.lowering;
  reflexes.alone = walker.phases.alone;
  for (const LegNorm& norm : norms)
    reflexes.legs.push_back(triggers_of(norm, margin, norms.size()));
  return reflexes;
}

ReflexSpec calibrate_reflexes(const std::vector<ShotSpec>& shots, double margin) {
  return reflexes_beyond(shots.at(0), observe_walks(shots), margin);
}

}  // namespace gambol
