#pragma once

// Random choice among many lights, roughly in proportion to the light that arrives from each: a
// tree of boxes with cones of directions (Conty Estevez and Kulla, "Importance sampling of many
// lights with adaptive tree splitting", 2018), with eight children per node.

#include <cstdint>
#include <vector>

#include "render/lights.h"

namespace gambol {

class LightTree {
 public:
  LightTree() = default;
  explicit LightTree(const std::vector<Light::Extent>& lights);

  struct Choice {
    int light = -1;  // -1: no light arrives
    float chance = 0;
  };
  // `normal` of the surface at p; light may come from either side. `u` in [0, 1).
  Choice choose(Float3 p, Float3 normal, float u) const;
  float chance(Float3 p, Float3 normal, int light) const;

 private:
  // Up to eight boxes with cones, one per lane. Empty lanes have no power.
  struct Node {
    Floats3 center, axis;
    Floats radius2 = 0, power = 0;
    Floats cos_spread = 1, sin_spread = 0, cos_emission = 0;
    Ints inner{};  // index of the child node
    Ints light{};  // index of the light in a leaf; -1: an inner node

    void set(int child, const Light::Extent& e, int node, int of_light);
    Floats importance(Float3 p, Float3 normal) const;
  };
  static constexpr int child_bits = 3;
  Light::Extent build(const std::vector<Light::Extent>& lights, std::vector<int>& order, int first,
                      int last, int depth, std::uint64_t trail);

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> trails_;  // [light] the child at each depth, from the lowest bits on
};

}  // namespace gambol
