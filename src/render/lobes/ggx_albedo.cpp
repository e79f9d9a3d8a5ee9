#include "render/lobes/ggx_albedo.h"

#include "render/lobes/fresnel.h"
#include "render/lobes/microfacet.h"

namespace gambol {
namespace {

// Fresnel and shadowing averaged over visible normals: G2 / G1 times the Fresnel factor.
LayerAlbedo integrate_ggx(float cos_o, float alpha) {
  constexpr int steps = 24;
  const Float3 wo(std::sqrt(1.0f - cos_o * cos_o), 0, cos_o);
  double a = 0, b = 0;
  for (int i = 0; i < steps / 2; ++i)
    for (int j = 0; j < steps; ++j) {  // half a turn: the other half is its mirror image
      const Float3 h = ggx_sample_normal(wo, alpha, {(i + 0.5f) / steps, (j + 0.5f) / steps});
      const float cos_oh = dot(wo, h), cos_i = 2.0f * cos_oh * h.z - cos_o;
      if (cos_i <= 0) continue;
      const float weight =
          4.0f * cos_o * cos_i * smith_visibility(cos_o, cos_i, alpha) / smith_g1(cos_o, alpha);
      const float f = fresnel_rise(cos_oh);
      a += weight * (1 - f);
      b += weight * f;
    }
  return {float(2 * a / (steps * steps)), float(2 * b / (steps * steps))};
}

}  // namespace

GgxAlbedo::GgxAlbedo() {
  for_each_albedo_cell([&](int i, float cos_o, float roughness) {
    const LayerAlbedo ggx = integrate_ggx(cos_o, std::max(roughness * roughness, min_alpha));
    a_[i] = ggx.a, b_[i] = ggx.b;
  });
}

}  // namespace gambol
