#pragma once

// Sheen, the light of fine hairs at grazing angles: the "Charlie" distribution (Estevez and Kulla,
// "Production friendly microfacet sheen BRDF", 2017) with the visibility term of Neubelt and
// Pettineo.

#include "render/float3.h"

namespace gambol {

inline constexpr float min_sheen_alpha = 0.05f;

template <class F>
F sheen_brdf(Float3Of<F> wo, Float3Of<F> wi, F alpha) {
  const F cos_h = within(normalize(wo + wi).z, 0, 1);
  const F sine2 = larger(1.0f - cos_h * cos_h, F(0.0f));
  const F power = each(sine2, 0.5f / alpha, [](float x, float y) { return std::pow(x, y); });
  const F d = (2.0f + 1.0f / alpha) * power / (2.0f * pi_f);
  return d / (4.0f * (wo.z + wi.z - wo.z * wi.z));
}

}  // namespace gambol
