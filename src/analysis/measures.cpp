#include "analysis/measures.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/measure_table.h"

namespace gambol {
namespace {

const std::vector<Measure>& table() {
  static const std::vector<Measure> measures = [] {
    std::vector<Measure> all;
    for (const auto& topic :
         {path_measures(), gait_measures(), wave_measures(), load_measures(), posture_measures()})
      all.insert(all.end(), topic.begin(), topic.end());
    return all;
  }();
  return measures;
}

const Measure& find_measure(const ExpectSpec& e) {
  std::string names;
  for (const Measure& m : table()) {
    if (e.measure == m.name) return m;
    names += (names.empty() ? "" : ", ") + std::string(m.name);
  }
  throw InputError(Problem{e.place, "expect.measure", e.measure, "one of " + names});
}

const CastSpec& find_figure(const ShotSpec& shot, const ExpectSpec& e) {
  for (const CastSpec& cast : shot.motion.figures) {
    if (e.figure == cast.name || (e.figure.empty() && shot.motion.figures.size() == 1)) return cast;
  }
  throw InputError(Problem{e.place, "expect.figure", e.figure.empty() ? "nothing" : e.figure,
                           "the name of a figure of this shot"});
}

std::string missed(const Measurement& m, const std::string& where) {
  const std::string at = where.empty() ? "" : " (" + where + ")";
  if (std::isnan(m.value)) return "could not be measured: too few steps" + at;
  if (m.min && m.value < *m.min) return fmt::format("below {:.4g} {}{}", *m.min, m.unit, at);
  return fmt::format("above {:.4g} {}{}", *m.max, m.unit, at);
}

Measurement evaluate(const ShotSpec& shot, const Poses& poses, const ExpectSpec& e) {
  const Measure& measure = find_measure(e);
  const CastSpec& cast = find_figure(shot, e);
  const double end = poses.track_times.empty() ? 0 : poses.track_times.back();
  const Track track(poses, cast, e.from, e.to.value_or(end), e.place);
  const Value value = measure.value(track, e);
  const auto displayed = [&](const std::optional<double>& si) {
    return si ? std::optional<double>(*si * measure.per_si) : std::nullopt;
  };
  Measurement m;
  m.name = measure.name;
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
  if (!m.passed) m.why = missed(m, value.where);
  return m;
}

}  // namespace

std::vector<Measurement> measure(const ShotSpec& shot, const Poses& poses) {
  std::vector<Measurement> results;
  for (const ExpectSpec& e : shot.expect) results.push_back(evaluate(shot, poses, e));
  return results;
}

std::vector<MeasureHelp> known_measures() {
  std::vector<MeasureHelp> help;
  for (const Measure& m : table()) help.push_back({m.name, m.unit, m.help});
  return help;
}

}  // namespace gambol
