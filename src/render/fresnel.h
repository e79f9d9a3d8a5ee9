#pragma once

// How much of light a smooth border throws back, by the cosine of its angle with the normal.

#include "render/float3.h"

namespace gambol {

// Fresnel reflectance of a dielectric border, unpolarised; `eta` is the index beyond it over that
// before. 1 where all is reflected.
template <class F>
F dielectric_fresnel(F cosine, F eta) {
  const F sine2 = (1.0f - cosine * cosine) / (eta * eta);
  const F beyond = sqrt(larger(1.0f - sine2, F(0.0f)));
  const F s = (cosine - eta * beyond) / (cosine + eta * beyond);
  const F p = (eta * cosine - beyond) / (eta * cosine + beyond);
  return select(sine2 >= 1.0f, F(1.0f), 0.5f * (s * s + p * p));
}

// Of a border of index 1.5, head on.
inline constexpr float usual_f0 = 0.04f;

// How far the reflectance of any surface has come from head on, 0, to grazing, 1: as that of a
// dielectric of index 1.5 has, which is what most coats and opaque materials are. Schlick's
// (1 - cos)^5 is up to a quarter of that reflectance short of it between 45 and 65 degrees.
template <class F>
F fresnel_rise(F cosine) {
  return (dielectric_fresnel(cosine, F(1.5f)) - usual_f0) * (1 / (1 - usual_f0));
}

}  // namespace gambol
