#include "render/bsdf.h"

#include <gtest/gtest.h>

#include "render/bsdf_samples.h"
#include "render/roach_scene.h"

namespace gambol {
namespace {

TEST(Bsdf, LambertGivesBackExactlyItsColour) {
  const AlbedoTables table;
  const Surface white = Material(material("white", {1, 1, 1}, 0.5, 0), nullptr).plain();
  for (float c : view_cosines) {
    const Bsdf bsdf(white, table, view(c), true);
    EXPECT_NEAR(sampled_albedo(bsdf).x, 1, 1e-5);
    EXPECT_FLOAT_EQ(bsdf.at(view(0.5f)).f.y, 0.5f / pi_f);
  }
}

TEST(Bsdf, NoSurfaceGivesBackMoreThanItGets) {
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

TEST(Bsdf, TheTableAgreesWithSampling) {
  const AlbedoTables table;
  const Surface chitin =
      Material(material("chitin", {0.2, 0.05, 0.02}, 0.4, 0.5, 0.8), nullptr).plain();
  for (float c : view_cosines) {
    const Bsdf bsdf(chitin, table, view(c), true);
    EXPECT_NEAR(sampled_albedo(bsdf).x, bsdf.albedo().x, 0.02f);
    EXPECT_NEAR(sampled_albedo(bsdf).z, bsdf.albedo().z, 0.02f);
  }
}

TEST(Bsdf, DensityIsThatOfTheSamples) {
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

TEST(Bsdf, NothingShinesThroughFromBelow) {
  const AlbedoTables table;
  const Surface chitin = Material(material("chitin", {0.2, 0.05, 0.02}), nullptr).plain();
  const Bsdf bsdf(chitin, table, view(0.5f), true);
  EXPECT_TRUE(is_black(bsdf.at({0.6f, 0, -0.8f}).f));
  EXPECT_EQ(bsdf.at({0.6f, 0, -0.8f}).pdf, 0);
}

// Eight surfaces of all kinds, their lobes in some lanes and not in others.
TEST(Bsdf, ALaneScattersAsItsSurfaceAlone) {
  const AlbedoTables table;
  std::vector<Material> made;
  Surfaces all;
  for (int k = 0; k < float_lanes; ++k) {
    MaterialSpec spec = material("some", {0.2, 0.1 * k, 0.9}, 0.1 + 0.1 * k, k == 1 ? 0 : 0.5);
    spec.coat = k % 2 * 0.7;
    spec.sheen = k % 3 * 0.4;
    spec.transmission = k % 4 * 0.3;
    if (k == 5) spec.film.emplace();
    made.emplace_back(spec, nullptr);
    all.set(first_lanes(k + 1) & ~first_lanes(k), made.back().plain());
  }
  all.roughen(0.1f);
  const Float3 wo = view(0.4f);
  const BsdfOf<Floats> together(all, table, wo, everywhere<Floats>);
  for (const Float3 wi : {view(0.7f), normalize(Float3(-0.5f, 0.3f, 0.6f)), -view(0.5f)}) {
    const auto values = together.at(wi);
    for (int k = 0; k < float_lanes; ++k) {
      Surface one = made[std::size_t(k)].plain();
      one.roughen(0.1f);
      const Bsdf alone(one, table, wo, true);
      EXPECT_EQ(lane(values.f, k).y, alone.at(wi).f.y) << k;
      EXPECT_EQ(values.pdf[k], alone.at(wi).pdf) << k;
      EXPECT_EQ(lane(together.albedo(), k).x, alone.albedo().x) << k;
    }
  }
}

TEST(LobeList, GoesBothWaysAndNumbersItsLobes) {
  using Three = LobeList<Glass, Coat, Sheen>;
  std::string order;
  const auto note = [&]<class L>(std::type_identity<L>) {
    order += std::to_string(Three::number_of<L>);
  };
  Three::each(note);
  Three::each_upwards(note);
  EXPECT_EQ(order, "012210");
  EXPECT_TRUE(Three::has<Coat>);
  EXPECT_FALSE(Three::has<Diffuse>);
}

}  // namespace
}  // namespace gambol
