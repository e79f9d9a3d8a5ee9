#pragma once

// How much light a layer gives back in all, by angle and roughness: tables by numerical
// integration.

#include <array>

#include "render/float3.h"

namespace gambol {

// Directional albedo of the GGX layer with Fresnel factor f0 + (f90 - f0) (1 - cos)^5:
// f0 * a + f90 * b.
struct LayerAlbedo {
  float a = 0, b = 0;
};

class AlbedoTables {
 public:
  AlbedoTables();
  LayerAlbedo ggx(float cos_o, float alpha) const;
  float sheen(float cos_o, float alpha) const;

 private:
  static constexpr int size = 32;
  // [roughness][cos_o], roughness = sqrt(alpha)
  std::array<LayerAlbedo, size * size> ggx_;
  std::array<float, size * size> sheen_;
};

}  // namespace gambol
