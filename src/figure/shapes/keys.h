#pragma once

// All keys that say what solid a shape is, in the order in which they are explained.

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "figure/shapes/box.h"
#include "figure/shapes/capsule.h"
#include "figure/shapes/cone.h"
#include "figure/shapes/cylinder.h"
#include "figure/shapes/ellipsoid.h"
#include "figure/shapes/frustum.h"
#include "figure/shapes/height_field.h"
#include "figure/shapes/mesh.h"
#include "figure/shapes/sphere.h"

namespace gambol {

template <ShapeKey... K>
struct ShapeKeyList {
  // One value for each key; an author writes exactly one.
  using Values = std::tuple<std::optional<typename K::Value>...>;

  // Calls f(K(), value) for each key K and its value in `values`, which are Values.
  static void for_each(auto& values, auto f) {
    std::apply([&](auto&... value) { (f(K(), value), ...); }, values);
  }

  static std::vector<std::string> names() { return {K::name...}; }

  // A kind has the name of its first key. A kind without any does not compile.
  static constexpr auto kind_names() {
    std::array<std::pair<std::string_view, ShapeKind>, shape_kinds> names{};
    for (std::size_t k = 0; k < shape_kinds; ++k) {
      const auto kind = static_cast<ShapeKind>(k);
      const auto take = [&](std::string_view name, ShapeKind of) {
        if (of == kind && names[k].first.empty()) names[k] = {name, kind};
      };
      (take(K::name, K::kind), ...);
      if (names[k].first.empty()) throw "a kind of shape that no key of figure/shapes makes";
    }
    return names;
  }
};

using ShapeKeys = ShapeKeyList<BoxKey, FrustumKey, SphereKey, EllipsoidKey, CylinderKey, ConeKey,
                               CapsuleKey, HeightFieldKey, MeshKey>;

template <>
inline constexpr auto names_of<ShapeKind> = ShapeKeys::kind_names();

}  // namespace gambol
