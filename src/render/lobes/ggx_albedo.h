#pragma once

// Directional albedo of GGX facets, by numerical integration.

#include "render/lobes/albedo_table.h"

namespace gambol {

// Directional albedo with Fresnel factor f0 + (f90 - f0) fresnel_rise: f0 * a + f90 * b.
template <class F>
struct LayerAlbedoOf {
  F a = 0, b = 0;
};
using LayerAlbedo = LayerAlbedoOf<float>;

// That of a perfect mirror.
template <class F>
F mirror(LayerAlbedoOf<F> e) {
  return e.a + e.b;
}

class GgxAlbedo {
 public:
  GgxAlbedo();
  template <class F>
  LayerAlbedoOf<F> at(F cos_o, F alpha) const {
    const AlbedoCell<F> cell(cos_o, alpha);
    return {cell.of(a_), cell.of(b_)};
  }

 private:
  AlbedoTable a_, b_;
};

}  // namespace gambol
