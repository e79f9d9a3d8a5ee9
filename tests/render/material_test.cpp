#include "render/material.h"

#include <gtest/gtest.h>

#include "render/fresnel.h"
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
        const Bsdf::Value v = bsdf.at(wi);
        if (v.pdf > 0) sum += v.f * (1 / v.pdf);
      }
  return sum * (1.0f / (16.0f * n * n));
}

TEST(Material, LambertGivesBackExactlyItsColour) {
  const AlbedoTables table;
  const Surface white = Material(material("white", {1, 1, 1}, 0.5, 0), nullptr).plain();
  for (float c : view_cosines) {
    const Bsdf bsdf(white, table, view(c), true);
    EXPECT_NEAR(sampled_albedo(bsdf).x, 1, 1e-5);
    EXPECT_FLOAT_EQ(bsdf.at(view(0.5f)).f.y, 0.5f / pi_f);
  }
}

TEST(Material, NoSurfaceGivesBackMoreThanItGets) {
  const AlbedoTables table;
  for (double roughness : {0.1, 0.3, 0.6, 1.0})
    for (double metallic : {0.0, 1.0})
      for (double coat : {0.0, 1.0}) {
        MaterialSpec spec = material("white", {1, 1, 1}, roughness, 0.5, coat);
        spec.metallic = metallic;
        const Surface surface = Material(spec, nullptr).plain();
        for (float c : view_cosines) {
          const Float3 albedo = sampled_albedo(Bsdf(surface, table, view(c), true));
          EXPECT_LE(albedo.x, 1.02f) << roughness << " " << metallic << " " << coat << " " << c;
          EXPECT_GE(albedo.x, 0.96f) << roughness << " " << metallic << " " << coat << " " << c;
        }
      }
}

TEST(Material, TheTableAgreesWithSampling) {
  const AlbedoTables table;
  const Surface chitin =
      Material(material("chitin", {0.2, 0.05, 0.02}, 0.4, 0.5, 0.8), nullptr).plain();
  for (float c : view_cosines) {
    const Bsdf bsdf(chitin, table, view(c), true);
    EXPECT_NEAR(sampled_albedo(bsdf).x, bsdf.albedo().x, 0.02f);
    EXPECT_NEAR(sampled_albedo(bsdf).z, bsdf.albedo().z, 0.02f);
  }
}

TEST(Material, DensityIsThatOfTheSamples) {
  const AlbedoTables table;
  MaterialSpec spec = material("chitin", {0.2, 0.05, 0.02}, 0.6, 0.5, 0.8);
  spec.coat_roughness = 0.6;
  const Surface chitin = Material(spec, nullptr).plain();
  for (float c : view_cosines) {
    const Bsdf bsdf(chitin, table, view(c), true);
    constexpr int n = 300;
    double density = 0, found = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const float u = (i + 0.5f) / n, v = (j + 0.5f) / n, r = std::sqrt(1 - u * u);
        density += bsdf.at({r * std::cos(2 * pi_f * v), r * std::sin(2 * pi_f * v), u}).pdf;
        Float3 wi;
        for (int k = 0; k < 16; ++k) found += bsdf.sample((k + 0.5f) / 16, {u, v}, wi) / 16.0;
      }
    EXPECT_NEAR(density * 2 * pi_f / (n * n), found / (n * n), 0.03) << c;
  }
}

TEST(Material, NothingShinesThroughFromBelow) {
  const AlbedoTables table;
  const Surface chitin = Material(material("chitin", {0.2, 0.05, 0.02}), nullptr).plain();
  const Bsdf bsdf(chitin, table, view(0.5f), true);
  EXPECT_TRUE(is_black(bsdf.at({0.6f, 0, -0.8f}).f));
  EXPECT_EQ(bsdf.at({0.6f, 0, -0.8f}).pdf, 0);
}

TEST(Material, GlassGivesBackAllThatSmoothFacetsScatterOnce) {
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
TEST(Material, LightGoesBothWaysAlike) {
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

// A lacquer that is nearly smooth mirrors as its index says, at any angle.
TEST(Material, ACoatReflectsAsFresnelSays) {
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

TEST(Material, SheenTakesFromWhatLiesBelow) {
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

// A quarter of a wave of the root of the substrate's index reflects none of that wave at all; half
// a wave is as if there were no film.
TEST(ThinFilm, IsAnAntireflexAtAQuarterWave) {
  ThinFilmSpec quarter{{}, 550e-9 / (4 * std::sqrt(1.5)), std::sqrt(1.5)};
  EXPECT_LT(ThinFilm(quarter).reflectance(1).y, 0.004f);
  ThinFilmSpec none{{}, 350e-9, 1.5};
  for (float c : {0.1f, 0.5f, 1.0f}) {
    const Float3 plain = ThinFilm(none).reflectance(c);
    EXPECT_NEAR(plain.x, dielectric_fresnel(c, 1.5f), 2e-3f);
    EXPECT_NEAR(plain.z, dielectric_fresnel(c, 1.5f), 2e-3f);
  }
}

TEST(ThinFilm, ChangesItsColourWithTheAngle) {
  const ThinFilm film(ThinFilmSpec{{}, 350e-9, 1.8});
  const Float3 front = film.reflectance(1), side = film.reflectance(0.4f);
  EXPECT_GT(std::abs(front.x / front.z - side.x / side.z), 0.2f);
}

}  // namespace
}  // namespace gambol
