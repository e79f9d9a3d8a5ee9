#include <gtest/gtest.h>

#include "render/bsdf_samples.h"
#include "render/roach_scene.h"

namespace gambol {
namespace {

TEST(Glass, GivesBackAllThatSmoothFacetsScatterOnce) {
  const AlbedoTables table;
  MaterialSpec glass = material("glass", {1, 1, 1}, 0.2);
  glass.transmission = 1;
  const Material made(glass, nullptr);
  const Surface surface = made.plain();
  for (bool entering : {true, false})
    for (float c : {0.2f, 0.5f, 0.8f, 1.0f}) {
      const Bsdf bsdf(surface, table, view(c), entering);
      // Light through the border is denser on one side: what is sampled is counted without that.
      float sum = 0;
      constexpr int n = 128;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          for (int k = 0; k < 16; ++k) {
            Float3 wi;
            if (!bsdf.sample((k + 0.5f) / 16, {(i + 0.5f) / n, (j + 0.5f) / n}, wi)) continue;
            const float pdf = bsdf.at(wi).pdf, eta = entering ? 1.5f : 1 / 1.5f;
            if (pdf > 0) sum += bsdf.at(wi).f.x / pdf * (wi.z < 0 ? eta * eta : 1);
          }
      EXPECT_NEAR(sum / (16 * n * n), 1, 0.03) << entering << " " << c;
    }
}

// Helmholtz' law, with the squares of the indices for light that passes the border.
TEST(Glass, LightGoesBothWaysAlike) {
  const AlbedoTables table;
  MaterialSpec spec = material("glass", {0.25, 1, 1}, 0.5);
  spec.transmission = 1;
  const Material made(spec, nullptr);
  const Float3 out = normalize(Float3{0.3f, 0.2f, 0.8f}),
               in = normalize(Float3{-0.2f, -0.15f, -0.9f});
  const float there = Bsdf(made.plain(), table, out, true).at(in).f.x / -in.z;
  const float back = Bsdf(made.plain(), table, -in, false).at(-out).f.x / out.z;
  EXPECT_GT(there, 0.01f);
  EXPECT_NEAR(there * 1.5f * 1.5f, back, 1e-3f * back);
}

}  // namespace
}  // namespace gambol
