#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_text.h"
#include "cli/motion.h"
#include "cli/verbs.h"

namespace gambol {
namespace {

// JSON knows no infinities and no NaN. Twelve digits hide what changing units adds: 7, not
// 7.000000000000001.
std::string json_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.12g}", *value) : "null";
}

std::string json_object(const Measurement& m) {
  return fmt::format(
      "    {{\"measure\": {}, \"figure\": {}, \"body\": {}, \"unit\": {}, \"value\": {},\n"
      "     \"min\": {}, \"max\": {}, \"reference\": {}, \"source\": {},\n"
      "     \"passed\": {}, \"why\": {}, \"help\": {}}}",
      json_text(m.name), json_text(m.figure), json_text(m.body), json_text(m.unit),
      json_number(m.value), json_number(m.min), json_number(m.max), json_number(m.reference),
      json_text(m.source), m.passed, json_text(m.why), json_text(m.help));
}

void print_json(const ShotSpec& shot, const Poses& poses, const std::vector<Measurement>& all) {
  std::vector<std::string> objects;
  for (const Measurement& m : all) objects.push_back(json_object(m));
  fmt::print(
      "{{\n  \"shot\": {},\n  \"state_hash\": {},\n  \"passed\": {},\n"
      "  \"measurements\": [\n{}\n  ]\n}}\n",
      json_text(shot.name), json_text(poses.state_hash),
      std::all_of(all.begin(), all.end(), [](const Measurement& m) { return m.passed; }),
      fmt::join(objects, ",\n"));
}

std::string shown(const std::optional<double>& value) {
  return value ? fmt::format("{:.4g}", *value) : "";
}

std::string wanted(const Measurement& m) {
  if (m.min && m.max) return fmt::format("{} to {}", shown(m.min), shown(m.max));
  if (m.min) return "at least " + shown(m.min);
  if (m.max) return "at most " + shown(m.max);
  return "";
}

std::string named(const Measurement& m) {
  return m.body.empty() ? m.name : fmt::format("{} ({})", m.name, m.body);
}

std::string verdict(const Measurement& m) {
  if (!m.min && !m.max && m.passed) return "";
  return m.passed ? "pass" : "MISS";
}

void print_table(const std::vector<Measurement>& all) {
  std::size_t name = 7, source = 6;
  for (const Measurement& m : all) {
    name = std::max(name, named(m).size());
    source = std::max(source, m.source.size());
  }
  const auto row = [&](const std::string& a, const std::string& b, const std::string& unit,
                       const std::string& c, const std::string& d, const std::string& e,
                       const std::string& f) {
    const std::string text = fmt::format("{:<{}}  {:>10} {:<7} {:>10}  {:<{}}  {:<18} {}", a, name,
                                         b, unit, c, d, source, e, f);
    fmt::print("{}\n", text.substr(0, text.find_last_not_of(' ') + 1));
  };
  row("measure", "value", "unit", "reference", "source", "wanted", "");
  for (const Measurement& m : all)
    row(named(m), shown(m.value), m.unit, shown(m.reference), m.source, wanted(m), verdict(m));
}

}  // namespace

ExitCode measure_verb(const ShotOptions& options, bool json) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const Poses poses = up_to_date_poses(shot, Output(options.out, shot.name));
  const std::vector<Measurement> all = measure(shot, poses);
  if (json)
    print_json(shot, poses, all);
  else
    print_table(all);
  return judge(all);
}

}  // namespace gambol
