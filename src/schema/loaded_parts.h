#pragma once

// The parts of a document that was loaded before: its top-level keys. When the document is loaded
// with changes, as a take, parts that are written alike are copied instead of loaded again.

#include <cstddef>
#include <memory>
#include <vector>

#include "schema/findings.h"
#include "schema/yaml_tree.h"

namespace gambol {

struct LoadedParts {
  YamlNode tree;
  // The struct as it was loaded, before anything was made from its fields.
  std::shared_ptr<const void> spec;
  Findings findings;        // without problems
  std::vector<double> fps;  // [part] of film frames, once the part was loaded
  // Whose parts were copied: `findings` looks there.
  std::shared_ptr<const LoadedParts> earlier;
};

// Whether two trees say the same at the same places of the same files.
bool is_same(const YamlNode& a, const YamlNode& b);

}  // namespace gambol
