#pragma once

// Light that grazes fine hairs: the "Charlie" distribution (Estevez and Kulla, "Production friendly
// microfacet sheen BRDF", 2017) with the visibility of Neubelt and Pettineo.

#include "render/float3.h"

namespace gambol {

inline constexpr float min_sheen_alpha = 0.05f;

inline float sheen_brdf(Float3 wo, Float3 wi, float alpha) {
  const float cos_h = std::clamp(normalize(wo + wi).z, 0.0f, 1.0f);
  const float sine = std::sqrt(std::max(1.0f - cos_h * cos_h, 0.0f));
  const float d = (2.0f + 1.0f / alpha) * std::pow(sine, 1.0f / alpha) / (2.0f * pi_f);
  return d / (4.0f * (wo.z + wi.z - wo.z * wi.z));
}

}  // namespace gambol
