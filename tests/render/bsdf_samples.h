#pragma once

// Helpers of tests of how surfaces scatter light.

#include "render/bsdf.h"
#include "render/material.h"

namespace gambol {

inline constexpr float view_cosines[] = {0.05f, 0.2f, 0.5f, 0.8f, 1.0f};

inline Float3 view(float cosine) { return {std::sqrt(1 - cosine * cosine), 0, cosine}; }

// What the surface gives back of even light from everywhere, by its own sampling.
inline Float3 sampled_albedo(const Bsdf& bsdf, int n = 64) {
  Float3 sum;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < 16; ++k) {
        Float3 wi;
        if (!bsdf.sample((k + 0.5f) / 16, {(i + 0.5f) / n, (j + 0.5f) / n}, wi)) continue;
        const Bsdf::Value v = bsdf.at(wi);
        if (v.pdf > 0) sum += v.f * (1 / v.pdf);
      }
  return sum * (1.0f / (16.0f * n * n));
}

}  // namespace gambol
