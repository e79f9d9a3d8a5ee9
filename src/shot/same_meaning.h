#pragma once

// Whether a rewritten file means what it meant, for migrate.cpp.

#include <optional>
#include <string>

#include "base/error.h"
#include "schema/yaml_tree.h"

namespace gambol {

struct Difference {
  std::string path;  // dotted, of the first key whose meanings differ
  Place place;       // in the old tree; of the nearest mapping above it, if only the new one has it
};
// Compares two trees of one file. A default of an old file that nothing depends on makes no
// difference.
std::optional<Difference> difference(const YamlNode& was, const YamlNode& now);

}  // namespace gambol
