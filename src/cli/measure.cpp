#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/fall.h"
#include "base/json.h"
#include "base/prefixed_unit.h"
#include "cli/columns.h"
#include "cli/motion.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "search/starts.h"
#include "shot/results_name.h"
#include "shot/shot_reference.h"

namespace gambol {
namespace {

// Twelve digits hide the rounding of unit conversions: 7, not 7.000000000000001.
Json json_number(const std::optional<double>& value) {
  return Json::number(value.value_or(std::nan("")), 12);
}

Json json_of(const Measurement& m) {
  return Json::object(Json::Layout::spaced)
      .add("measure", m.name)
      .add("name", m.label)
      .add("figure", m.figure)
      .add("body", m.body)
      .add("unit", m.unit)
      .add("value", json_number(m.value))
      .wrap()
      .add("min", json_number(m.min))
      .add("max", json_number(m.max))
      .add("reference", json_number(m.reference))
      .add("source", m.source)
      .wrap()
      .add("passed", m.passed)
      .add("why", m.why)
      .add("help", m.help);
}

Json json_of(const ShotSpec& shot, const Poses& poses, const std::vector<Measurement>& all) {
  Json measurements = Json::array(Json::Layout::lines);
  for (const Measurement& m : all) measurements.push(json_of(m));
  Json falls = Json::array();
  for (const RecordedFall& fall : falls_of(shot, poses))
    falls.push(Json::object(Json::Layout::spaced)
                   .add("figure", fall.figure)
                   .add("time", json_number(fall.time))
                   .add("frame", poses.frame_at(fall.time))
                   .add("text", to_string(fall, poses)));
  const bool passed =
      std::all_of(all.begin(), all.end(), [](const Measurement& m) { return m.passed; });
  return Json::object(Json::Layout::lines)
      .add("shot", shot.name)
      .add("state_hash", poses.state_hash)
      .add("failure", poses.failure)
      .add("passed", poses.failure.empty() && passed)
      .add("falls", falls)
      .add("measurements", measurements);
}

double largest_of(const Measurement& m) {
  double largest = std::isfinite(m.value) ? std::abs(m.value) : 0;
  for (const std::optional<double>& x : {m.min, m.max, m.reference})
    if (x && std::isfinite(*x)) largest = std::max(largest, std::abs(*x));
  return largest;
}

// As tables show it: forces of dogs in N, of roaches in mN. JSON keeps the unit of the measure.
Measurement in_unit_for(Measurement m, double largest) {
  const PrefixedUnit shown = prefixed_unit(m.unit, largest);
  m.unit = shown.unit;
  m.value *= shown.factor;
  for (std::optional<double>* x : {&m.min, &m.max, &m.reference})
    if (*x) **x *= shown.factor;
  return m;
}

std::string shown(const std::optional<double>& value) {
  if (!value) return "";
  return std::isnan(*value) ? "-" : fmt::format("{:.4g}", *value);
}

std::string wanted(const Measurement& m) {
  if (m.min && m.max) return fmt::format("{} to {}", shown(m.min), shown(m.max));
  if (m.min) return "at least " + shown(m.min);
  if (m.max) return "at most " + shown(m.max);
  return "";
}

std::string verdict(const Measurement& m) {
  if (!m.min && !m.max && m.passed) return std::isnan(m.value) ? m.why : "";
  return m.passed ? "pass" : "MISS";
}

// Titles that distinguish the measurements of a shot: with the figure's name if there are several
// figures, and numbered if several have the same title.
std::vector<std::string> titles(const std::vector<Measurement>& all) {
  std::set<std::string> figures;
  for (const Measurement& m : all) figures.insert(m.figure);
  std::vector<std::string> titles;
  std::map<std::string, int> times;
  for (const Measurement& m : all) {
    const std::string whose = figures.size() > 1 ? m.figure + ": " : "";
    const int time = ++times[whose + title(m)];
    titles.push_back(whose + title(m) + (time > 1 ? fmt::format(" #{}", time) : ""));
  }
  return titles;
}

void print_table(const std::vector<Measurement>& all) {
  const std::vector<std::string> names = titles(all);
  std::size_t name = 7, source = 6;
  for (const std::string& n : names) name = std::max(name, n.size());
  for (const Measurement& m : all) source = std::max(source, m.source.size());
  const auto row = [&](const std::string& a, const std::string& b, const std::string& unit,
                       const std::string& c, const std::string& d, const std::string& e,
                       const std::string& f) {
    const std::string text = fmt::format("{:<{}}  {:>10} {:<7} {:>10}  {:<{}}  {:<18} {}", a, name,
                                         b, unit, c, d, source, e, f);
    fmt::print("{}\n", text.substr(0, text.find_last_not_of(' ') + 1));
  };
  row("measure", "value", "unit", "reference", "source", "wanted", "");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Measurement m = in_unit_for(all[i], largest_of(all[i]));
    row(names[i], shown(m.value), m.unit, shown(m.reference), m.source, wanted(m), verdict(m));
  }
}

struct TakeResult {
  std::string name;
  std::vector<Measurement> measurements;
  std::vector<std::string> titles;
};

// A column of the table of takes: a measure, and the largest of its values in all takes.
struct TakeColumn {
  std::string title, unit;
  double largest = 0;
};

std::vector<TakeColumn> columns_of(const std::vector<TakeResult>& takes) {
  std::vector<TakeColumn> columns;
  for (const TakeResult& take : takes)
    for (std::size_t i = 0; i < take.measurements.size(); ++i) {
      const Measurement& m = take.measurements[i];
      auto column = std::find_if(columns.begin(), columns.end(),
                                 [&](const TakeColumn& c) { return c.title == take.titles[i]; });
      if (column == columns.end()) column = columns.insert(column, {take.titles[i], m.unit});
      if (std::isfinite(m.value)) column->largest = std::max(column->largest, std::abs(m.value));
    }
  return columns;
}

// Takes as rows, measures as columns. A miss is marked with `!`.
void print_takes(const std::vector<TakeResult>& takes) {
  const std::vector<TakeColumn> columns = columns_of(takes);
  std::vector<std::vector<std::string>> rows(2, {""});
  rows[0][0] = "take";
  for (const TakeColumn& c : columns) {
    rows[0].push_back(c.title);
    rows[1].push_back(prefixed_unit(c.unit, c.largest).unit);
  }
  for (const TakeResult& take : takes) {
    std::vector<std::string> row{take.name};
    for (const TakeColumn& c : columns) {
      row.emplace_back();
      for (std::size_t i = 0; i < take.measurements.size(); ++i)
        if (take.titles[i] == c.title)
          row.back() = shown(in_unit_for(take.measurements[i], c.largest).value) +
                       (take.measurements[i].passed ? "" : " !");
    }
    rows.push_back(row);
  }
  print_columns(rows);
}

ExitCode measure_takes(const ShotOptions& options, bool json) {
  std::vector<TakeResult> takes;
  std::vector<Json> documents;
  const ExitCode code = for_each_shot(options, [&](const ShotOptions& one) {
    const ShotSpec shot = load_sound_shot(one.shot);
    const Poses poses = up_to_date_poses(shot, Output(options.out, results_name(shot)));
    takes.push_back(
        {parse_shot_reference(one.shot).take, measure_with_starts(shot, poses, options.out), {}});
    takes.back().titles = titles(takes.back().measurements);
    if (json) documents.push_back(json_of(shot, poses, takes.back().measurements));
    return judge(shot, poses, takes.back().measurements);
  });
  if (json)
    print_documents(documents, true);
  else
    print_takes(takes);
  return code;
}

}  // namespace

ExitCode measure_verb(const ShotOptions& options, bool json) {
  if (means_many(options.shot)) return measure_takes(options, json);
  const ShotSpec shot = load_sound_shot(options.shot);
  const Poses poses = up_to_date_poses(shot, Output(options.out, results_name(shot)));
  const std::vector<Measurement> all = measure_with_starts(shot, poses, options.out);
  if (json)
    print_documents({json_of(shot, poses, all)}, false);
  else
    print_table(all);
  return judge(shot, poses, all);
}

}  // namespace gambol
