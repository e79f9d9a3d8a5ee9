#pragma once

// A key that an author writes to say what solid a shape is, such as `sphere: 2 cm`. Each key is one
// file of this folder; several keys may make solids of the same kind.

#include <concepts>

#include "figure/figure_spec.h"
#include "schema/fields.h"
#include "schema/findings.h"

namespace gambol {

// Which keys an author may write beside that of the solid.
struct ShapeExtras {
  bool bevel = false, edge = false, subdivision = false;
};

template <class K>
concept ShapeKey = requires(const typename K::Value& written, ShapeSpec& shape,
                            Findings& findings) {
  { K::name } -> std::convertible_to<const char*>;
  { K::kind } -> std::convertible_to<ShapeKind>;
  { K::takes } -> std::convertible_to<ShapeExtras>;
  // Help and limits of the value.
  { K::field() } -> std::same_as<Field>;
  // Fills in the solid of a shape whose place, kind and extra keys are set. Reports problems;
  // returns false if there is no solid that could be checked further.
  { K::make(written, shape, findings) } -> std::same_as<bool>;
};

}  // namespace gambol
