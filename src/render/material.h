#pragma once

// One small principled surface: a diffuse base under a dielectric (or metallic) GGX layer under a
// clear coat. Layers are joined by directional albedo: what a layer reflects does not reach the one
// below, so that no surface gives back more light than it gets.

#include <array>

#include "render/float3.h"
#include "render/sampler.h"
#include "shot/look_spec.h"

namespace gambol {

// Directional albedo of the GGX layer with Fresnel factor f0 + (f90 - f0) (1 - cos)^5:
// f0 * a + f90 * b.
struct LayerAlbedo {
  float a = 0, b = 0;
};

class AlbedoTable {
 public:
  AlbedoTable();
  LayerAlbedo at(float cos_o, float alpha) const;

 private:
  static constexpr int size = 32;
  std::array<LayerAlbedo, size * size> cells_;  // [roughness][cos_o], roughness = sqrt(alpha)
};

// A material ready for the tracer.
struct Surface {
  Float3 diffuse, f0, emission;
  float f90 = 1;
  float alpha = 0.25f;
  float coat = 0, coat_alpha = 0.01f;
};

Surface make_surface(const MaterialSpec& spec);

// The surface seen from one direction; wo and wi are in the local frame with wo.z > 0.
class Bsdf {
 public:
  Bsdf(const Surface& surface, const AlbedoTable& table, Float3 wo);

  // Reflectance times the cosine of wi; 0 below the surface.
  Float3 evaluate(Float3 wi) const;
  // Density over solid angle with which sample() finds wi.
  float pdf(Float3 wi) const;
  // A direction; false if it fell below the surface.
  bool sample(float lobe, Sample2 u, Float3& wi) const;
  // Probability that sample() takes the diffuse lobe.
  float diffuse_probability() const { return p_diffuse_; }
  // Everything the surface gives back of light that comes evenly from everywhere.
  Float3 albedo() const { return Float3(coat_albedo_) + under_coat_ * (specular_ + diffuse_); }

 private:
  const Surface& surface_;
  Float3 wo_;
  float coat_albedo_ = 0, under_coat_ = 1;
  Float3 compensation_;  // for light scattered more than once between facets
  Float3 specular_;      // albedo of the GGX layer
  Float3 diffuse_;       // albedo of the base, seen through it
  float p_coat_ = 0, p_specular_ = 0, p_diffuse_ = 1;
};

}  // namespace gambol
