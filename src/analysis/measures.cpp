#include "analysis/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/combine.h"
#include "analysis/expectations.h"
#include "analysis/leg_parts.h"
#include "analysis/measure_table.h"
#include "base/prefixed_unit.h"
#include "shot/shot_spec.h"

namespace gambol {

const std::vector<Measure>& all_measures() {
  static const std::vector<Measure> measures = [] {
    std::vector<Measure> all;
    for (const auto& topic :
         {path_measures(),    gait_measures(),         wave_measures(),    footfall_measures(),
          bearing_measures(), support_measures(),      gap_measures(),     overlap_measures(),
          load_measures(),    economy_measures(),      balance_measures(), limb_measures(),
          joint_measures(),   joint_stride_measures(), strike_measures(),  stride_force_measures(),
          led_measures(),     way_measures(),          goal_measures(),    step_measures(),
          posture_measures(), conservation_measures(), figure_measures(),  flight_measures(),
          graph_measures()})
      all.insert(all.end(), topic.begin(), topic.end());
    return all;
  }();
  return measures;
}

namespace {

const Measure& find_measure(const ExpectSpec& e) {
  std::string names;
  for (const Measure& m : all_measures()) {
    if (e.measure == m.name) return m;
    names += (names.empty() ? "" : ", ") + std::string(m.name);
  }
  throw InputError(Problem{e.place, "expect.measure", e.measure, "one of " + names});
}

std::vector<const CastSpec*> find_figures(const ShotSpec& shot, const ExpectSpec& e) {
  std::vector<const CastSpec*> found = figures_named(shot.motion.figures, e.figure);
  if (!found.empty()) return found;
  throw InputError(Problem{e.place, "expect.figure", e.figure.empty() ? "nothing" : e.figure,
                           "the name of a figure of this shot, or a pattern"});
}

std::string missed(const Measurement& m, const std::string& where) {
  const std::string at = where.empty() ? "" : " (" + where + ")";
  const bool low = m.min && m.value < *m.min;
  const double bound = low ? *m.min : *m.max;
  const PrefixedUnit shown = prefixed_unit(m.unit, std::max(std::abs(m.value), std::abs(bound)));
  const std::string unit = shown.unit.empty() ? "" : " " + shown.unit;
  return fmt::format("{:.4g}{} is {} {:.4g}{}{}", m.value * shown.factor, unit,
                     low ? "below" : "above", bound * shown.factor, unit, at);
}

// The leg that is measured; "" if all are.
std::string leg_measured(const Measure& measure, const ExpectSpec& e, const FigureSpec& figure) {
  if (measure.of == Of::figure) return "";
  if (measure.of != Of::dof_of_leg && measure.of != Of::joint_of_leg) return e.body;
  const LegSpec* leg = leg_with(figure, e.body);
  return leg ? leg->name : "";
}

// "" if the measure needs no contact, or one of the legs that it measures bears at some time.
std::string lacks_contact(const Measure& measure, const ExpectSpec& e, const Track& track) {
  if (measure.needs != Needs::contact) return "";
  const std::string measured = leg_measured(measure, e, track.cast().figure);
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!measured.empty() && measured != leg.name) continue;
    const auto bears = track.bearing(leg.name, e.bears_from);
    if (std::find(bears.begin(), bears.end(), 1) != bears.end()) return "";
  }
  return "no contact";
}

Measurement number(const ExpectSpec& e, const CastSpec& cast, const Track& track) {
  const Measure& measure = find_measure(e);
  const std::string lacking = lacks_contact(measure, e, track);
  const Value value = lacking.empty() ? measure.value(track, e) : unknown(lacking);
  const auto displayed = [&](const std::optional<double>& si) {
    return si ? std::optional<double>(*si * measure.per_si) : std::nullopt;
  };
  Measurement m;
  m.name = measure.name;
  m.label = e.name;
  m.figure = cast.name;
  m.body = e.body;
  m.unit = measure.unit;
  m.help = measure.help;
  m.value = value.si * measure.per_si;
  m.min = displayed(e.min);
  m.max = displayed(e.max);
  m.reference = displayed(e.reference);
  m.source = e.source;
  const bool wanted = m.min || m.max;
  m.passed = !wanted || ((!m.min || m.value >= *m.min) && (!m.max || m.value <= *m.max));
  if (std::isnan(m.value))
    m.why = value.where;
  else if (!m.passed)
    m.why = missed(m, value.where);
  return m;
}

// Fails an expectation whose time window the simulation did not complete.
Measurement cut_short(Measurement m, const ExpectSpec& e, const Poses& poses) {
  const bool wanted = e.measure.empty() || m.min || m.max;
  if (!wanted || !m.passed) return m;
  m.passed = false;
  m.why = fmt::format("the simulation came to an end at {}", poses.when(poses.track_times.back()));
  return m;
}

Measurement evaluate(const ShotSpec& shot, const Poses& poses, const ExpectSpec& e,
                     const CastSpec& cast) {
  const double last = poses.track_times.empty() ? 0 : poses.track_times.back();
  const double to = e.to.value_or(last);
  // The simulation ended before the end of this window.
  const bool early = !poses.failure.empty() && e.to.value_or(shot.end()) > last;
  double from = e.from;
  // A pose belongs to one instant, but a track needs at least two rows.
  if (e.pose) from = std::max(0.0, std::min(to, last) - 2 / shot.motion.track_rate);
  const auto rows = std::count_if(poses.track_times.begin(), poses.track_times.end(),
                                  [&](double t) { return t >= from && t <= to; });
  if (early && rows < 2) {
    Measurement m;
    m.name = kind_of(e);
    m.label = e.name;
    m.figure = cast.name;
    m.body = e.body;
    m.value = std::nan("");
    m.min = e.min;
    m.max = e.max;
    return cut_short(m, e, poses);
  }
  const Track track(poses, shot.motion.figures, cast, from, to, e.place);
  const std::optional<Measurement> judged = judge_kind({e, cast, poses, track});
  const Measurement m = judged ? *judged : number(e, cast, track);
  const bool event_seen = e.event && !e.event->never && m.passed;
  return early && !event_seen ? cut_short(m, e, poses) : m;
}

Measurement evaluate_all(const ShotSpec& shot, const Poses& poses, const ExpectSpec& e) {
  const std::vector<const CastSpec*> casts = find_figures(shot, e);
  if (casts.size() == 1) return evaluate(shot, poses, e, *casts[0]);
  std::vector<Measurement> all;
  std::vector<std::string> names;
  for (const CastSpec* cast : casts) {
    all.push_back(evaluate(shot, poses, e, *cast));
    names.push_back(fmt::format("of {}", cast->name));
  }
  Measurement m = combine(e.of, all, "figures", names);
  m.figure = e.figure;
  return m;
}

}  // namespace

std::vector<Measurement> measure(const ShotSpec& shot, const Poses& poses) {
  std::vector<Measurement> results;
  for (const ExpectSpec& e : shot.expect) results.push_back(evaluate_all(shot, poses, e));
  return results;
}

std::string title(const Measurement& m) {
  if (!m.label.empty()) return m.label;
  const std::string name = m.body.empty() ? m.name : fmt::format("{} ({})", m.name, m.body);
  return m.over.empty() ? name : fmt::format("{}, {}", name, m.over);
}

std::vector<MeasureHelp> known_measures() {
  std::vector<MeasureHelp> help;
  for (const Measure& m : all_measures()) help.push_back({m.name, m.unit, m.help});
  return help;
}

}  // namespace gambol
