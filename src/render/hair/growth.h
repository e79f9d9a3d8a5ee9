#pragma once

// One kind of hair: what a strand is like that grows at a place, and its shape. Everything about a
// strand follows from its place and its random number, so it is the same in every frame.

#include <cstdint>
#include <span>
#include <vector>

#include "base/vec.h"
#include "render/float3.h"
#include "render/texture.h"
#include "shot/hair_spec.h"

namespace gambol {

// A place where a strand may grow, on the surface at rest.
struct HairPlace {
  SurfacePlace surface;           // p_body, normal_body, u, v; for grounds p alone, in the world
  Float3 p;                       // in the root's frame R, or for grounds in the world, m
  Float3 tangent, aside, normal;  // a right-handed basis of the surface there, in the same axes
  std::span<const float> shares;  // [region] as far as its bodies move the surface here
};

// A strand before it is posed.
struct HairShape {
  float length = 0, radius_root = 0, radius_tip = 0;  // m
  // Of its segments' ends, the root first, relative to the root, along tangent, aside and normal.
  std::vector<Float3> points;
};

class HairGrowth {
 public:
  // `images` opens and holds the pictures of its maps. `X_RB` [region]: the frames of the regions.
  HairGrowth(const HairSpec& spec, Textures* images, std::vector<Transform> X_RB, int material);

  const HairSpec& spec() const { return spec_; }
  int material() const { return material_; }  // of the strands

  // Makes the strand at a place, or returns false where none grows: the density there is the
  // spec's times a factor, the probability that one grows.
  bool grow(const HairPlace& place, std::uint32_t random, HairShape& shape) const;

 private:
  struct Traits;
  Traits traits_at(const HairPlace& place) const;
  float strength(const HairRegionSpec& region, std::size_t number, const HairPlace& place) const;
  void shape_it(const HairPlace& place, const Traits& traits, std::uint32_t random,
                HairShape& shape) const;

  HairSpec spec_;
  std::vector<Texture> maps_;
  std::vector<Transform> X_RB_;  // [region]
  int material_;
};

}  // namespace gambol
