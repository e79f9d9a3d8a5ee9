#include "render/layer_albedo.h"

#include <tbb/parallel_for.h>

#include "render/microfacet.h"
#include "render/sheen.h"

namespace gambol {
namespace {

constexpr int steps = 24;

// Fresnel and shadowing averaged over visible normals: G2 / G1 times the Fresnel factor.
LayerAlbedo integrate_ggx(float cos_o, float alpha) {
  const Float3 wo(std::sqrt(1.0f - cos_o * cos_o), 0, cos_o);
  double a = 0, b = 0;
  for (int i = 0; i < steps / 2; ++i)
    for (int j = 0; j < steps; ++j) {  // half a turn: the other half is its mirror image
      const Float3 h = ggx_sample_normal(wo, alpha, {(i + 0.5f) / steps, (j + 0.5f) / steps});
      const float cos_oh = dot(wo, h), cos_i = 2.0f * cos_oh * h.z - cos_o;
      if (cos_i <= 0) continue;
      const float weight =
          4.0f * cos_o * cos_i * smith_visibility(cos_o, cos_i, alpha) / smith_g1(cos_o, alpha);
      const float f = schlick(cos_oh);
      a += weight * (1 - f);
      b += weight * f;
    }
  return {float(2 * a / (steps * steps)), float(2 * b / (steps * steps))};
}

float integrate_sheen(float cos_o, float alpha) {
  const Float3 wo(std::sqrt(1.0f - cos_o * cos_o), 0, cos_o);
  double sum = 0;
  for (int i = 0; i < 2 * steps; ++i)
    for (int j = 0; j < steps; ++j) {
      const Float3 wi = cosine_hemisphere({(i + 0.5f) / (2 * steps), 0.5f * (j + 0.5f) / steps});
      sum += sheen_brdf(wo, wi, alpha) * pi_f;
    }
  return float(sum / (2 * steps * steps));
}

template <class T>
T look_up(const std::array<T, 32 * 32>& table, float cos_o, float alpha, auto mix) {
  constexpr int size = 32;
  const float r = std::min(std::sqrt(alpha), 1.0f) * (size - 1);
  const float c = std::clamp(cos_o, 0.0f, 1.0f) * (size - 1);
  const int i = std::min(int(r), size - 2), j = std::min(int(c), size - 2);
  const T* cell = &table[i * size + j];
  return mix(mix(cell[0], cell[1], c - float(j)), mix(cell[size], cell[size + 1], c - float(j)),
             r - float(i));
}

}  // namespace

AlbedoTables::AlbedoTables() {
  tbb::parallel_for(0, size, [&](int r) {
    for (int c = 0; c < size; ++c) {
      const float roughness = float(r) / (size - 1);
      const float cos_o = std::max(float(c) / (size - 1), 1e-3f);
      ggx_[r * size + c] = integrate_ggx(cos_o, std::max(roughness * roughness, min_alpha));
      sheen_[r * size + c] =
          integrate_sheen(cos_o, std::max(roughness * roughness, min_sheen_alpha));
    }
  });
}

LayerAlbedo AlbedoTables::ggx(float cos_o, float alpha) const {
  return look_up(ggx_, cos_o, alpha, [](LayerAlbedo x, LayerAlbedo y, float t) {
    return LayerAlbedo{lerp(x.a, y.a, t), lerp(x.b, y.b, t)};
  });
}

float AlbedoTables::sheen(float cos_o, float alpha) const {
  return look_up(sheen_, cos_o, alpha, [](float x, float y, float t) { return lerp(x, y, t); });
}

}  // namespace gambol
