#include "render/lobes/sheen.h"

#include "render/lobes/microfacet.h"

namespace gambol {
namespace {

float integrate_sheen(float cos_o, float alpha) {
  constexpr int steps = 24;
  const Float3 wo(std::sqrt(1.0f - cos_o * cos_o), 0, cos_o);
  double sum = 0;
  for (int i = 0; i < 2 * steps; ++i)
    for (int j = 0; j < steps; ++j) {  // half a turn: the other half is its mirror image
      const Float3 wi =
          cosine_hemisphere<float>({(i + 0.5f) / (2 * steps), 0.5f * (j + 0.5f) / steps});
      sum += sheen_brdf(wo, wi, normalize(wo + wi), alpha) * pi_f;
    }
  return float(sum / (2 * steps * steps));
}

}  // namespace

SheenAlbedo::SheenAlbedo() {
  for_each_albedo_cell([&](int i, float cos_o, float roughness) {
    table_[i] = integrate_sheen(cos_o, std::max(roughness * roughness, Sheen::min_alpha));
  });
}

}  // namespace gambol
