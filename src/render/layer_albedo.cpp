#include "render/layer_albedo.h"

#include <tbb/parallel_for.h>

#include "render/fresnel.h"
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
      const float f = fresnel_rise(cos_oh);
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
      const Float3 wi =
          cosine_hemisphere<float>({(i + 0.5f) / (2 * steps), 0.5f * (j + 0.5f) / steps});
      sum += sheen_brdf(wo, wi, alpha) * pi_f;
    }
  return float(sum / (2 * steps * steps));
}

}  // namespace

AlbedoTables::AlbedoTables() {
  tbb::parallel_for(0, size, [&](int r) {
    for (int c = 0; c < size; ++c) {
      const float roughness = float(r) / (size - 1);
      const float cos_o = std::max(float(c) / (size - 1), 1e-3f);
      const LayerAlbedo ggx = integrate_ggx(cos_o, std::max(roughness * roughness, min_alpha));
      ggx_a_[r * size + c] = ggx.a, ggx_b_[r * size + c] = ggx.b;
      sheen_[r * size + c] =
          integrate_sheen(cos_o, std::max(roughness * roughness, min_sheen_alpha));
    }
  });
}

// A position in the tables: the cell, and the fractions of the way to the next cells.
template <class F>
struct AlbedoTables::Cell {
  IntOf<F> at;
  F alpha, cosine;

  Cell(F cos_o, F of_alpha) {
    const F r = smaller(sqrt(of_alpha), F(1.0f)) * float(size - 1);
    const F c = within(cos_o, 0, 1) * float(size - 1);
    const IntOf<F> last = IntOf<F>{} + (size - 2);
    const IntOf<F> i = smaller(to_int(r), last), j = smaller(to_int(c), last);
    at = i * size + j;
    alpha = r - to_float(i), cosine = c - to_float(j);
  }
  F of(const Table& table) const {
    const auto row = [&](const float* cells) {
      return lerp(gather(cells, at), gather(cells + 1, at), cosine);
    };
    return lerp(row(table.data()), row(table.data() + size), alpha);
  }
};

template <class F>
LayerAlbedoOf<F> AlbedoTables::ggx(F cos_o, F alpha) const {
  const Cell<F> cell(cos_o, alpha);
  return {cell.of(ggx_a_), cell.of(ggx_b_)};
}

template <class F>
F AlbedoTables::sheen(F cos_o, F alpha) const {
  return Cell<F>(cos_o, alpha).of(sheen_);
}

template LayerAlbedo AlbedoTables::ggx(float, float) const;
template LayerAlbedoOf<Floats> AlbedoTables::ggx(Floats, Floats) const;
template float AlbedoTables::sheen(float, float) const;
template Floats AlbedoTables::sheen(Floats, Floats) const;

}  // namespace gambol
