#pragma once

// Directional albedo of a layer, by angle and roughness: tables by numerical integration.

#include <array>

#include "render/float3.h"

namespace gambol {

// Directional albedo of the GGX layer with Fresnel factor f0 + (f90 - f0) fresnel_rise:
// f0 * a + f90 * b.
template <class F>
struct LayerAlbedoOf {
  F a = 0, b = 0;
};
using LayerAlbedo = LayerAlbedoOf<float>;

class AlbedoTables {
 public:
  AlbedoTables();
  template <class F>
  LayerAlbedoOf<F> ggx(F cos_o, F alpha) const;
  template <class F>
  F sheen(F cos_o, F alpha) const;

 private:
  static constexpr int size = 32;
  // [roughness][cos_o], roughness = sqrt(alpha)
  using Table = std::array<float, size * size>;
  template <class F>
  struct Cell;
  Table ggx_a_, ggx_b_, sheen_;
};

}  // namespace gambol
