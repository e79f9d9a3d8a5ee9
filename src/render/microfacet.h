#pragma once

// The GGX distribution with Smith's height-correlated shadowing, isotropic. Directions are in the
// local frame whose z is the normal; alpha is roughness squared.

#include "render/float3.h"
#include "render/sampler.h"

namespace gambol {

inline constexpr float min_alpha = 1e-3f;

inline float schlick(float cosine) {
  const float m = 1.0f - cosine, m2 = m * m;
  return m2 * m2 * m;
}

inline float ggx_d(float cos_h, float alpha) {
  const float a2 = alpha * alpha, d = cos_h * cos_h * (a2 - 1.0f) + 1.0f;
  return a2 / (pi_f * d * d);
}

inline float ggx_lambda_root(float cosine, float alpha) {
  const float c2 = cosine * cosine;
  return std::sqrt(alpha * alpha * (1.0f - c2) + c2);
}

inline float smith_g1(float cosine, float alpha) {
  return 2.0f * cosine / (cosine + ggx_lambda_root(cosine, alpha));
}

// G2 / (4 cos_o cos_i)
inline float smith_visibility(float cos_o, float cos_i, float alpha) {
  return 0.5f / (cos_i * ggx_lambda_root(cos_o, alpha) + cos_o * ggx_lambda_root(cos_i, alpha));
}

// Density over solid angle of a direction reflected at a visible normal.
inline float ggx_pdf(float cos_o, float cos_h, float alpha) {
  return ggx_d(cos_h, alpha) * smith_g1(cos_o, alpha) / (4.0f * cos_o);
}

// Both at once: D G2 / (4 cos_o cos_i), and ggx_pdf().
struct GgxPair {
  float reflected, pdf;
};
inline GgxPair ggx_pair(float cos_o, float cos_i, float cos_h, float alpha) {
  const float d = ggx_d(cos_h, alpha), root_o = ggx_lambda_root(cos_o, alpha);
  return {d * 0.5f / (cos_i * root_o + cos_o * ggx_lambda_root(cos_i, alpha)),
          d * 0.5f / (cos_o + root_o)};
}

// A visible normal: the mirror direction is uniform on a spherical cap (Dupuy and Benyoub,
// "Sampling visible GGX normals with spherical caps", 2023).
inline Float3 ggx_sample_normal(Float3 wo, float alpha, Sample2 u) {
  const Float3 o = normalize(Float3(wo.x * alpha, wo.y * alpha, wo.z));
  const Circle phi = circle(u.x);
  const float z = (1.0f - u.y) * (1.0f + o.z) - o.z;
  const float r = std::sqrt(std::max(0.0f, 1.0f - z * z));
  const Float3 h = Float3(r * phi.cosine, r * phi.sine, z) + o;
  return normalize(Float3(h.x * alpha, h.y * alpha, std::max(h.z, 1e-7f)));
}

inline Float3 cosine_hemisphere(Sample2 u) {
  const Circle phi = circle(u.y);
  const float r = std::sqrt(u.x);
  return {r * phi.cosine, r * phi.sine, std::sqrt(1.0f - u.x)};
}

}  // namespace gambol
