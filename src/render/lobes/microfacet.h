#pragma once

// The GGX distribution with Smith's height-correlated shadowing, isotropic. Directions are in the
// local frame whose z is the normal; alpha is roughness squared.

#include "render/float3.h"
#include "render/sampler.h"

namespace gambol {

inline constexpr float min_alpha = 1e-3f;

template <class F>
F ggx_alpha(F roughness) {
  return larger(roughness * roughness, F(min_alpha));
}

template <class F>
F ggx_d(F cos_h, F alpha) {
  const F a2 = alpha * alpha, d = fused(cos_h * cos_h, a2 - 1.0f, F(1.0f));
  return a2 / (pi_f * d * d);
}

template <class F>
F ggx_lambda_root(F cosine, F alpha) {
  const F c2 = cosine * cosine;
  return sqrt(fused(alpha * alpha, 1.0f - c2, c2));
}

template <class F>
F smith_g1(F cosine, F alpha) {
  return 2.0f * cosine / (cosine + ggx_lambda_root(cosine, alpha));
}

// G2 / (4 cos_o cos_i)
template <class F>
F smith_visibility(F cos_o, F cos_i, F alpha) {
  return 0.5f / (cos_i * ggx_lambda_root(cos_o, alpha) + cos_o * ggx_lambda_root(cos_i, alpha));
}

// Density over solid angle of the direction that results from reflection at a sampled visible
// normal.
template <class F>
F ggx_pdf(F cos_o, F cos_h, F alpha) {
  return ggx_d(cos_h, alpha) * smith_g1(cos_o, alpha) / (4.0f * cos_o);
}

// D G2 / (4 cos_o cos_i) and ggx_pdf(), computed together.
template <class F>
struct GgxPairOf {
  F reflected, pdf;
};
template <class F>
GgxPairOf<F> ggx_pair(F cos_o, F cos_i, F cos_h, F alpha) {
  const F d = ggx_d(cos_h, alpha), root_o = ggx_lambda_root(cos_o, alpha);
  return {d * 0.5f / (cos_i * root_o + cos_o * ggx_lambda_root(cos_i, alpha)),
          d * 0.5f / (cos_o + root_o)};
}

// Samples a visible normal: in the stretched space, the mirror direction is uniform on a spherical
// cap (Dupuy and Benyoub, "Sampling visible GGX normals with spherical caps", 2023).
template <class F>
Float3Of<F> ggx_sample_normal(Float3Of<F> wo, F alpha, Sample2Of<F> u) {
  const Float3Of<F> o = normalize(Float3Of<F>(wo.x * alpha, wo.y * alpha, wo.z));
  const CircleOf<F> phi = circle(u.x);
  const F z = (1.0f - u.y) * (1.0f + o.z) - o.z;
  const F r = sqrt(larger(1.0f - z * z, F(0.0f)));
  const Float3Of<F> h = Float3Of<F>(r * phi.cosine, r * phi.sine, z) + o;
  return normalize(Float3Of<F>(h.x * alpha, h.y * alpha, larger(h.z, F(1e-7f))));
}

template <class F>
Float3Of<F> cosine_hemisphere(Sample2Of<F> u) {
  const CircleOf<F> phi = circle(u.y);
  const F r = sqrt(u.x);
  return {r * phi.cosine, r * phi.sine, sqrt(1.0f - u.x)};
}

}  // namespace gambol
