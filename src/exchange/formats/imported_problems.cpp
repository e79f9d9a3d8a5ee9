#include "exchange/formats/imported_problems.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace gambol {
namespace {

// What the end of a key is called in files of robots.
std::string in_words(const std::string& key) {
  static constexpr std::array<std::pair<const char*, const char*>, 9> words{{
      {"inertia", "its mass, or moments of inertia"},
      {"joint.limits", "the limits of its joint"},
      {"joint.axis", "the axis of its joint"},
      {"joint.initial", "where its joint begins"},
      {"joint.armature", "the rotor of its joint"},
      {"joint.most_torque", "the greatest torque of its joint"},
      {"at", "its place"},
      {"rotate", "its orientation"},
      {"name", "its name"},
  }};
  for (const auto& [begin, meant] : words)
    if (key.starts_with(begin)) return meant;
  if (key.starts_with("visible") || key.starts_with("collision") || key.starts_with("shapes"))
    return "a solid or mesh of it";
  return key;
}

}  // namespace

Problem problem_of_source(const Imported& made, const Problem& problem) {
  Problem out = problem;
  out.place = {made.source, 0, 0};
  for (const ImportedFigure& figure : made.figures)
    for (const auto& [key, origin] : figure.origins) {
      if (!problem.key.starts_with(key)) continue;
      if (!origin.place.file.empty()) out.place = origin.place;
      const bool acts = key.starts_with("actuators");
      const std::string rest =
          problem.key.size() > key.size() ? problem.key.substr(key.size() + 1) : "";
      out.key = fmt::format("{}, {}", origin.what,
                            acts ? "a spring, damper or limit of its joint" : in_words(rest));
      return out;
    }
  return out;
}

}  // namespace gambol
