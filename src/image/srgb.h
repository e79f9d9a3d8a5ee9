#pragma once

// Conversion between linear light and sRGB values (IEC 61966-2-1), both from 0 to 1.

#include <cmath>

namespace gambol {

inline float srgb_from_linear(float x) {
  return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
}

inline float linear_from_srgb(float v) {
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

}  // namespace gambol
