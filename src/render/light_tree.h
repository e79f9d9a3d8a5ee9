#pragma once

// A choice among many lights, in proportion to about how much of each arrives: a tree of boxes with
// cones of directions (Conty Estevez and Kulla, "Importance sampling of many lights with adaptive
// tree splitting", 2018).

#include <cstdint>
#include <vector>

#include "render/lights.h"

namespace gambol {

class LightTree {
 public:
  LightTree() = default;
  explicit LightTree(const std::vector<Light::Extent>& lights);

  struct Choice {
    int light = -1;  // none: nothing arrives
    float chance = 0;
  };
  // `normal` of the surface at p; light may come from either side.
  Choice choose(Float3 p, Float3 normal, float u) const;
  float chance(Float3 p, Float3 normal, int light) const;

 private:
  // A box and a cone, ready for importance().
  struct Bound {
    Float3 center, axis;
    float radius2 = 0, power = 0;
    float cos_spread = 1, sin_spread = 0, cos_emission = 0;
  };
  struct Node {
    Bound bound;
    int right = -1;  // the left child is the next node; -1: a leaf
    int light = -1;
  };
  Light::Extent build(const std::vector<Light::Extent>& lights, std::vector<int>& order, int first,
                      int last, int depth, std::uint64_t trail);
  static Bound bound_of(const Light::Extent& e);
  static float importance(const Bound& b, Float3 p, Float3 normal);

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> trails_;  // [light] which child at each depth, from the lowest bit
};

}  // namespace gambol
