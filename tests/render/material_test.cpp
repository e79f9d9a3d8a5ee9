#include "render/material.h"

#include <gtest/gtest.h>

#include "render/microfacet.h"
#include "roach_scene.h"

namespace gambol {
namespace {

constexpr float view_cosines[] = {0.05f, 0.2f, 0.5f, 0.8f, 1.0f};

Float3 view(float cosine) { return {std::sqrt(1 - cosine * cosine), 0, cosine}; }

// What the surface gives back of even light from everywhere, by its own sampling.
Float3 sampled_albedo(const Bsdf& bsdf, int n = 64) {
  Float3 sum;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < 16; ++k) {
        Float3 wi;
        if (!bsdf.sample((k + 0.5f) / 16, {(i + 0.5f) / n, (j + 0.5f) / n}, wi)) continue;
        const float pdf = bsdf.pdf(wi);
        if (pdf > 0) sum += bsdf.evaluate(wi) * (1 / pdf);
      }
  return sum * (1.0f / (16.0f * n * n));
}

TEST(Material, LambertGivesBackExactlyItsColour) {
  const AlbedoTable table;
  const Surface white = make_surface(material("white", {1, 1, 1}, 0.5, 0));
  for (float c : view_cosines) {
    const Bsdf bsdf(white, table, view(c));
    EXPECT_NEAR(sampled_albedo(bsdf).x, 1, 1e-5);
    EXPECT_FLOAT_EQ(bsdf.evaluate(view(0.5f)).y, 0.5f / pi_f);
  }
}

TEST(Material, NoSurfaceGivesBackMoreThanItGets) {
  const AlbedoTable table;
  for (double roughness : {0.1, 0.3, 0.6, 1.0})
    for (double metallic : {0.0, 1.0})
      for (double coat : {0.0, 1.0}) {
        MaterialSpec spec = material("white", {1, 1, 1}, roughness, 0.5, coat);
        spec.metallic = metallic;
        const Surface surface = make_surface(spec);
        for (float c : view_cosines) {
          const Float3 albedo = sampled_albedo(Bsdf(surface, table, view(c)));
          EXPECT_LE(albedo.x, 1.02f) << roughness << " " << metallic << " " << coat << " " << c;
          EXPECT_GE(albedo.x, 0.96f) << roughness << " " << metallic << " " << coat << " " << c;
        }
      }
}

TEST(Material, TheTableAgreesWithSampling) {
  const AlbedoTable table;
  const Surface chitin = make_surface(material("chitin", {0.2, 0.05, 0.02}, 0.4, 0.5, 0.8));
  for (float c : view_cosines) {
    const Bsdf bsdf(chitin, table, view(c));
    EXPECT_NEAR(sampled_albedo(bsdf).x, bsdf.albedo().x, 0.02f);
    EXPECT_NEAR(sampled_albedo(bsdf).z, bsdf.albedo().z, 0.02f);
  }
}

TEST(Material, DensityIsThatOfTheSamples) {
  const AlbedoTable table;
  MaterialSpec spec = material("chitin", {0.2, 0.05, 0.02}, 0.6, 0.5, 0.8);
  spec.coat_roughness = 0.6;
  const Surface chitin = make_surface(spec);
  for (float c : view_cosines) {
    const Bsdf bsdf(chitin, table, view(c));
    constexpr int n = 300;
    double density = 0, found = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const float u = (i + 0.5f) / n, v = (j + 0.5f) / n, r = std::sqrt(1 - u * u);
        density += bsdf.pdf({r * std::cos(2 * pi_f * v), r * std::sin(2 * pi_f * v), u});
        Float3 wi;
        for (int k = 0; k < 16; ++k) found += bsdf.sample((k + 0.5f) / 16, {u, v}, wi) / 16.0;
      }
    EXPECT_NEAR(density * 2 * pi_f / (n * n), found / (n * n), 0.03) << c;
  }
}

TEST(Material, NothingShinesThroughFromBelow) {
  const AlbedoTable table;
  const Surface chitin = make_surface(material("chitin", {0.2, 0.05, 0.02}));
  const Bsdf bsdf(chitin, table, view(0.5f));
  EXPECT_TRUE(is_black(bsdf.evaluate({0.6f, 0, -0.8f})));
  EXPECT_EQ(bsdf.pdf({0.6f, 0, -0.8f}), 0);
}

}  // namespace
}  // namespace gambol
