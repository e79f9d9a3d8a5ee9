#include <gtest/gtest.h>

#include "render/bsdf_samples.h"
#include "render/roach_scene.h"

namespace gambol {
namespace {

TEST(Sheen, TakesFromWhatLiesBelow) {
  const AlbedoTables table;
  for (double roughness : {0.3, 0.6, 1.0}) {
    MaterialSpec spec = material("velvet", {1, 1, 1}, 0.8, 0.3);
    spec.sheen = 1;
    spec.sheen_roughness = roughness;
    const Material made(spec, nullptr);
    for (float c : view_cosines) {
      const float albedo = sampled_albedo(Bsdf(made.plain(), table, view(c), true)).x;
      EXPECT_NEAR(albedo, 1, 0.05f) << roughness << " " << c;
    }
  }
}

}  // namespace
}  // namespace gambol
