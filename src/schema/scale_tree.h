#pragma once

// Scales the quantities of a tree to a figure of another size, by dynamic similarity (Alexander and
// Jayes 1983; Hodgins and Pollard 1997): lengths, masses, and times with the square root of
// lengths, as gravity stays what it is. Each number changes by its dimension.

#include <cmath>

#include "base/units.h"
#include "schema/field_info.h"
#include "schema/yaml_tree.h"

namespace gambol {

struct Similarity {
  double length = 1, mass = 1;  // ratios
  double time() const { return std::sqrt(length); }
  double of(const Dimension& d) const;
  bool is_identity() const { return length == 1 && mass == 1; }
};

// Whether fields that are not written get their scaled defaults, as nodes that are `left_open`. Not
// in a tree that changes another one: what it does not write may be written there.
enum class ScaledDefaults { add, leave };

// `info` describes `node`. Numbers without a unit have the dimension that their field says; text,
// counts, angles and shares stay. What cannot be read stays, too: loading reports it.
void scale_tree(YamlNode& node, const FieldInfo& info, const Similarity& by,
                ScaledDefaults defaults = ScaledDefaults::add);

}  // namespace gambol
