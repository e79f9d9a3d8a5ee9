#include <gtest/gtest.h>

#include "render/bsdf_samples.h"
#include "render/lobes/fresnel.h"
#include "render/roach_scene.h"

namespace gambol {
namespace {

// A lacquer that is nearly smooth mirrors as its index says, at any angle.
TEST(Coat, ReflectsAsFresnelSays) {
  const AlbedoTables table;
  MaterialSpec spec = material("lacquer", {0, 0, 0}, 0.5, 0, 1);
  spec.coat_roughness = 0.05;
  const Material made(spec, nullptr);
  for (float c : {0.26f, 0.42f, 0.5f, 0.7f, 1.0f})
    EXPECT_NEAR(
        sampled_albedo(Bsdf(made.plain(), table, view(c), true)).x / dielectric_fresnel(c, 1.5f), 1,
        0.01f)
        << c;
}

}  // namespace
}  // namespace gambol
