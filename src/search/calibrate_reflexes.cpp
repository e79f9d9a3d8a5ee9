#include "search/calibrate_reflexes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"
#include "poses/channels.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/shot_hash.h"
#include "simulation/simulate.h"

namespace gambol {
namespace {

struct Walker {
  CastSpec* cast = nullptr;
  ControllerSpec* controller = nullptr;
  const Curve* step_time = nullptr;
  ReflexSpec phases;  // only `raised` and `lowering` are used
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
  std::vector<double> upper, upper_force, support_force;
  std::vector<bool> stepping, bears;
};

LegTrack track_of(const Poses& poses, const Walker& walker, const LegSpec& leg) {
  // A column that was not recorded counts as zeros.
  const auto values = [&](std::string_view channel, std::string_view name) {
    const Column column = find_column(poses, walker.cast->name, channel, name);
    return column ? column.values() : std::vector<double>(poses.track_times.size(), 0.0);
  };
  LegTrack t;
  t.times = poses.track_times;
  t.upper = values(channels::q.name, leg.upper_joint);
  t.upper_force = values(channels::joint_force.name, leg.upper_joint);
  t.support_force = values(channels::joint_force.name, leg.support_joint);
  const auto depth = values(channels::foot_depth.name, leg.name);
  const auto force = values(channels::foot_force.name, columns::of_leg(leg.name, columns::z));
  const auto step = values(walker.controller->name, outputs::step.of(leg.name));
  for (std::size_t k = 0; k < depth.size(); ++k) {
    t.bears.push_back(depth[k] > 0 && force[k] != 0);
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

// Observes the torques at the ticks at which a leg's elevator or landing reflex could act: from the
// tick at which a step begins (stepping[k + 1]) to the last but one, in the parts of a step that
// Reflexes::act uses.
void observe_steps(const LegTrack& t, std::size_t first, const Walker& walker, LegNorm& norm) {
  const double tick = walker.controller->tick;
  Observed rising, lowering;
  std::size_t begun = first;
  for (std::size_t k = first; k + 1 < t.stepping.size(); ++k) {
    if (!t.stepping[k + 1]) continue;
    if (k == first || !t.stepping[k]) begun = k;
    const double step = walker.step_time->at(t.times[begun]);
    const double into = static_cast<double>(k - begun) * tick + clock_slack;
    if (into >= walker.phases.lowering * step) {
      if (t.bears[k]) lowering.add(t.support_force[k]);
    } else if (into >= walker.phases.raised * step) {
      rising.add(t.upper_force[k]);
    }
  }
  norm.upper_rising = rising.range();
  norm.support_lowering = lowering.range();
}

bool are_neighbours(const FigureSpec& figure, const LegSpec& a, const LegSpec& b) {
  if (a.row == b.row) return a.side != b.side;
  if (a.side != b.side) return false;
  return std::none_of(figure.legs.begin(), figure.legs.end(), [&](const LegSpec& between) {
    return between.side == a.side && std::min(a.row, b.row) < between.row &&
           between.row < std::max(a.row, b.row);
  });
}

LegNorm norm_of(const std::vector<LegTrack>& tracks, std::size_t leg, std::size_t first,
                const Walker& walker) {
  const LegTrack& t = tracks[leg];
  const double tick = walker.controller->tick;
  const FigureSpec& figure = walker.cast->figure;
  LegNorm norm;
  norm.leg = figure.legs[leg].name;
  Observed angle, end_of_step, begin_of_step, support, at_steps, standing;
  std::size_t ended = 0;  // tick at which the last step ended, until the foot touches; 0: none
  for (std::size_t k = first; k + 1 < t.upper.size(); ++k) {
    const bool before = t.stepping[k], after = t.stepping[k + 1];
    support.add(t.support_force[k]);
    if (!before) angle.add(t.upper[k]);
    if (!before && t.bears[k]) standing.add(t.support_force[k]);
    if (before && !after) {
      end_of_step.add(t.upper[k]);
      ended = k;
    }
    if (!after && ended > 0 && t.bears[k]) {
      norm.ground_time = std::max(norm.ground_time, static_cast<double>(k - ended) * tick);
      ended = 0;
    }
    if (before || !after) continue;
    ended = 0;
    ++norm.steps;
    norm.step_time = std::max(norm.step_time, step_left(t, k, tick));
    begin_of_step.add(t.upper[k]);
    at_steps.add(t.support_force[k]);
    for (std::size_t other = 0; other < tracks.size(); ++other) {
      if (!are_neighbours(figure, figure.legs[leg], figure.legs[other])) continue;
      norm.overlap = std::max(norm.overlap, step_left(tracks[other], k, tick));
    }
  }
  norm.upper_in_stance = angle.range();
  norm.back_is_above = begin_of_step.mean() > end_of_step.mean();
  norm.support = support.range();
  norm.support_at_steps = at_steps.range();
  norm.load_is_above = standing.mean() > 0;
  observe_steps(t, first, walker, norm);
  norm.forward_is_above = !norm.back_is_above;
  return norm;
}

// A trigger beyond the upper (`above`) or lower end of `seen`, by `margin` times the range `whole`.
TriggerSpec trigger(const Range& seen, const Range& whole, bool above, double margin) {
  TriggerSpec t;
  t.side = above ? Beyond::above : Beyond::below;
  t.at = above ? seen.most + margin * whole.width() : seen.least - margin * whole.width();
  return t;
}

LegReflexSpec triggers_of(const LegNorm& norm, double margin) {
  LegReflexSpec leg;
  leg.name = norm.leg;
  leg.step = trigger(norm.upper_in_stance, norm.upper_in_stance, norm.back_is_above, margin);
  leg.load = trigger(norm.support_at_steps, norm.support, norm.load_is_above, margin);
  leg.obstacle = trigger(norm.upper_rising, norm.upper_rising, norm.forward_is_above, margin);
  leg.landed = trigger(norm.support_lowering, norm.support_lowering, norm.load_is_above, margin);
  leg.ground_time = norm.ground_time + margin * norm.step_time;
  leg.overlap = norm.overlap + margin * norm.step_time;
  return leg;
}

std::string trigger_text(const char* name, const TriggerSpec& t, const char* unit) {
  return fmt::format("    {}: {{at: {:.6g} {}, side: {}}}", name, t.at, unit,
                     t.side == Beyond::above ? "above" : "below");
}

std::string leg_text(const LegNorm& n, const LegReflexSpec& l) {
  const auto seen = [](const Range& r, const char* what) {
    return fmt::format("   # {} from {:.4g} to {:.4g}\n", what, r.least, r.most);
  };
  std::string text = fmt::format("  {}:   # {} steps\n", n.leg, n.steps);
  text += trigger_text("step", *l.step, "rad") + seen(n.upper_in_stance, "in stance");
  text += trigger_text("load", *l.load, "N*m") + seen(n.support_at_steps, "as steps began");
  text += trigger_text("obstacle", *l.obstacle, "N*m") + seen(n.upper_rising, "while rising");
  text += trigger_text("landed", *l.landed, "N*m") + seen(n.support_lowering, "while lowering");
  text +=
      fmt::format("    ground_time: {:.6g} s   # longest {:.4g}\n", *l.ground_time, n.ground_time);
  text += fmt::format("    overlap: {:.6g} s   # longest {:.4g}\n", l.overlap, n.overlap);
  return text;
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

ReflexSpec calibrate_reflexes(const ShotSpec& shot, double margin) {
  ShotSpec copy = shot;
  const Walker walker = only_walker(copy);
  ReflexSpec reflexes;
  reflexes.name = walker.cast->figure.name;
  reflexes.raised = walker.phases.raised;
  reflexes.lowering = walker.phases.lowering;
  for (const LegNorm& norm : observe_walk(shot)) {
    reflexes.legs.push_back(triggers_of(norm, margin));
  }
  return reflexes;
}

std::string reflex_file_text(const ShotSpec& shot, double margin) {
  ShotSpec copy = shot;
  const Walker walker = only_walker(copy);
  std::string text = fmt::format(
      "# Written by `gambol calibrate`, which overwrites this file. Settings other than trigger "
      "values\n"
      "# are in the shots that name it.\n\n"
      "reflexes: {}\n\n"
      "calibration: {{shot: {}, motion_hash: {}, margin: {}}}\n\n"
      "# Shares of a step: when an obstacle is felt and when a leg may land.\n"
      "raised: {}\n"
      "lowering: {}\n\n"
      "# N*m and rad; the observed range is beside each trigger.\nlegs:\n",
      walker.cast->figure.name, shot.name, motion_hash(copy), margin, walker.phases.raised,
      walker.phases.lowering);
  for (const LegNorm& norm : observe_walk(shot)) {
    text += leg_text(norm, triggers_of(norm, margin));
  }
  return text;
}

}  // namespace gambol
