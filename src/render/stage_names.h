#pragma once

// The materials of a look by name, while a Stage is made.

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "render/stage.h"

namespace gambol {

// Finds materials by name, and collects problems.
struct Stage::Names {
  const LookSpec& look;
  std::map<std::string, int> numbers;
  std::vector<Problem> problems;

  int material(const std::string& name, const Place& place) {
    if (name.empty()) return 0;  // a neutral grey
    const auto it = numbers.find(name);
    if (it != numbers.end()) return it->second;
    std::string known;
    for (const auto& [other, number] : numbers) known += (known.empty() ? "" : ", ") + other;
    if (known.empty()) known = "(it has none)";
    problems.push_back({place, "material", fmt::format("'{}'", name),
                        fmt::format("a material of {}: {}", look.file, known)});
    return 0;
  }
};

}  // namespace gambol
