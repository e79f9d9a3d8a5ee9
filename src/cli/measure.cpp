#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/json.h"
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
  const bool passed =
      std::all_of(all.begin(), all.end(), [](const Measurement& m) { return m.passed; });
  return Json::object(Json::Layout::lines)
      .add("shot", shot.name)
      .add("state_hash", poses.state_hash)
      .add("failure", poses.failure)
      .add("passed", poses.failure.empty() && passed)
      .add("measurements", measurements);
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
    const Measurement& m = all[i];
    row(names[i], shown(m.value), m.unit, shown(m.reference), m.source, wanted(m), verdict(m));
  }
}

struct TakeResult {
  std::string name;
  std::vector<Measurement> measurements;
  std::vector<std::string> titles;
};

// Takes as rows, measures as columns. A miss is marked with `!`.
void print_takes(const std::vector<TakeResult>& takes) {
  std::vector<std::vector<std::string>> rows(2, {""});
  rows[0][0] = "take";
  std::vector<std::string> columns;
  for (const TakeResult& take : takes)
    for (std::size_t i = 0; i < take.measurements.size(); ++i) {
      if (std::find(columns.begin(), columns.end(), take.titles[i]) != columns.end()) continue;
      columns.push_back(take.titles[i]);
      rows[0].push_back(take.titles[i]);
      rows[1].push_back(take.measurements[i].unit);
    }
  for (const TakeResult& take : takes) {
    std::vector<std::string> row(columns.size() + 1);
    row[0] = take.name;
    for (std::size_t i = 0; i < take.measurements.size(); ++i) {
      const Measurement& m = take.measurements[i];
      const auto column =
          std::find(columns.begin(), columns.end(), take.titles[i]) - columns.begin();
      row[static_cast<std::size_t>(column) + 1] = shown(m.value) + (m.passed ? "" : " !");
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
