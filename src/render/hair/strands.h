#pragma once

// Strands of one picture: grown on a surface, posed at instants of the open shutter.

#include <cstdint>
#include <functional>
#include <vector>

#include "render/camera.h"
#include "render/hair/growth.h"

namespace gambol {

// From where hair is seen, so that what is too fine to be seen is not made: where strands are finer
// than `least` pixels, fewer grow, and wider ones, which hide as much (Cook, Halstead, Planck and
// Ryu, "Stochastic simplification of aggregate detail", 2007).
struct HairView {
  const Camera* camera = nullptr;  // null: all strands, as they are
  int width = 0, height = 0;       // px
  float least = 0;                 // px; 0: no hair
};

// A surface of triangles on which hair grows.
struct HairGround {
  const std::vector<std::array<std::uint32_t, 3>>* triangles = nullptr;
  const std::vector<Float3>* rest = nullptr;          // [vertex] m, in the space of textures
  const std::vector<Float3>* rest_normals = nullptr;  // [vertex]
  const std::vector<Sample2>* uvs = nullptr;          // [vertex], or empty
  Transform X_RB;                                     // to the root's frame
  std::vector<float> shares;                          // [vertex][region]
  bool is_world = false;  // a ground: bare beyond `reach` of the hair, textures in the world
  std::uint32_t seed = 0;
  const std::vector<std::uint32_t>* numbers = nullptr;  // [triangle] for chance; null: its index
  std::size_t instants = 1;
  // Position, relative to the picture's origin, and normal at an instant.
  std::function<void(std::uint32_t vertex, std::size_t instant, Float3& p, Float3& normal)> posed;
};

struct StrandRoot {
  std::uint32_t triangle = 0;
  float u = 0, v = 0;  // barycentric
  float random = 0;    // in [0, 1)
};

// A point of a strand, m, and its radius there, as Embree takes it.
struct StrandPoint {
  float x = 0, y = 0, z = 0, radius = 0;
  Float3 p() const { return {x, y, z}; }
};

struct Strands {
  int material = 0;
  int segments = 1;
  std::size_t instants = 1;
  std::vector<StrandRoot> roots;
  std::vector<StrandPoint> points;  // [instant][strand][segments + 1]

  const StrandPoint* strand(std::size_t number, std::size_t instant) const {
    return &points[(instant * roots.size() + number) * (std::size_t(segments) + 1)];
  }
};

// Grows hair on a surface. The strands do not depend on the number of threads.
Strands grow(const HairGrowth& growth, const HairGround& ground, const HairView& view);

}  // namespace gambol
