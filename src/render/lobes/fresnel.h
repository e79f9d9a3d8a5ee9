#pragma once

// Fresnel reflectance of a smooth boundary, by the cosine between the light and the normal.

#include "render/float3.h"

namespace gambol {

// Fresnel reflectance of a dielectric boundary for unpolarised light; `eta` is the index of
// refraction beyond the boundary over that before it. 1 for total internal reflection.
template <class F>
F dielectric_fresnel(F cosine, F eta) {
  const F sine2 = (1.0f - cosine * cosine) / (eta * eta);
  const F beyond = sqrt(larger(1.0f - sine2, F(0.0f)));
  const F s = (cosine - eta * beyond) / (cosine + eta * beyond);
  const F p = (eta * cosine - beyond) / (eta * cosine + beyond);
  return select(sine2 >= 1.0f, F(1.0f), 0.5f * (s * s + p * p));
}

// Reflectance of a boundary to index 1.5 at normal incidence.
inline constexpr float usual_f0 = 0.04f;

// Interpolation weight of a surface's reflectance from normal incidence, 0, to grazing, 1. Follows
// the dielectric of index 1.5, the index of most coats and opaque materials. Schlick's
// (1 - cos)^5 underestimates that reflectance by up to a quarter between 45 and 65 degrees.
template <class F>
F fresnel_rise(F cosine) {
  return (dielectric_fresnel(cosine, F(1.5f)) - usual_f0) * (1 / (1 - usual_f0));
}

}  // namespace gambol
