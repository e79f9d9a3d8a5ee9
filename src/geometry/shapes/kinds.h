#pragma once

// All kinds of shapes: one header for each value of ShapeKind.

#include <utility>

#include "geometry/shapes/box.h"
#include "geometry/shapes/capsule.h"
#include "geometry/shapes/cylinder.h"
#include "geometry/shapes/ellipsoid.h"
#include "geometry/shapes/height_field.h"
#include "geometry/shapes/mesh.h"
#include "geometry/shapes/sphere.h"

namespace gambol {

template <ShapeKind kind, class F>
auto call_with_solid(F& f) {
  static_assert(SolidKind<Solid<kind>>, "a file of geometry/shapes lacks a part, or is not listed");
  return f(Solid<kind>());
}

// Calls f with the Solid of that kind.
template <class F>
auto with_solid(ShapeKind kind, F f) {
  using Call = decltype(f(Solid<ShapeKind::box>())) (*)(F&);
  return [&]<std::size_t... k>(std::index_sequence<k...>) {
    constexpr Call calls[] = {call_with_solid<static_cast<ShapeKind>(k), F>...};
    return calls[static_cast<std::size_t>(kind)](f);
  }
  (std::make_index_sequence<shape_kinds>());
}

}  // namespace gambol
