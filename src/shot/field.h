#pragma once

// One declaration of every field an author can write. A struct is described once, by a function
//
//     template <class V> void fields(V& v, CameraSpec& c) {
//       v.field("position", c.position, {.help = "where the camera stands", .dim = dim::length});
//     }
//
// and every use of the description is a visitor V: the loader, `check`, `explain`, the JSON Schema
// and the hash of what a shot depends on.

#include <limits>
#include <vector>

#include "base/units.h"

namespace gambol {

struct Field {
  const char* help = "";
  Dimension dim = dim::ratio;
  // Other dimensions that are right too, e.g. a torque or a torque per mass.
  std::vector<Dimension> or_dim = {};
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool required = false;
  const char* or_as = nullptr;  // shorthand: the one key a scalar or list in this place stands for
};

}  // namespace gambol
