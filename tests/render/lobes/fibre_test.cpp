// The scattering of fibres.

#include "render/lobes/fibre.h"

#include <gtest/gtest.h>

#include <vector>

#include "render/bsdf_samples.h"
#include "render/roach_scene.h"

namespace gambol {
namespace {

struct Roughness {
  double along, around;
};
const Roughness roughnesses[] = {{0.2, 0.2}, {0.3, 0.6}, {0.6, 0.3}, {1, 1}};

MaterialSpec fibre(const Roughness& roughness, double melanin, double tilt = 0.035) {
  MaterialSpec spec = material("hair", {0.5, 0.5, 0.5});
  spec.fibre.emplace();
  spec.fibre->roughness = roughness.along;
  spec.fibre->azimuthal_roughness = roughness.around;
  spec.fibre->melanin = melanin;
  spec.fibre->tilt = tilt;
  return spec;
}

Surface met(const MaterialSpec& spec, float across) {
  Surface surface = Material(spec, nullptr).plain();
  surface.of<Fibre>().place(across, 0, 0.5f);
  return surface;
}

// The viewer looks at a slant, against the direction of the fibre, x.
Float3 slanted(float sine) { return {sine, 0, std::sqrt(1 - sine * sine)}; }

// Calls function(wi, weight) for directions all over the sphere; the weights add up to 4 pi.
template <class Function>
void over_sphere(int n, const Function& function) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2 * n; ++j) {
      const float x = 2 * (float(i) + 0.5f) / float(n) - 1, r = std::sqrt(1 - x * x);
      const Circle at = circle((float(j) + 0.5f) / float(2 * n));
      function(Float3(x, r * at.cosine, r * at.sine), 4 * pi_f / float(2 * n * n));
    }
}

template <class Function>
void over_cases(const Function& function) {
  const AlbedoTables tables;
  for (const Roughness& roughness : roughnesses)
    for (float across : {-0.9f, -0.3f, 0.0f, 0.6f, 0.98f})
      for (float sine : {-0.7f, 0.0f, 0.4f, 0.9f}) {
        SCOPED_TRACE(::testing::Message() << roughness.along << " " << roughness.around << " h "
                                          << across << " sine " << sine);
        function(roughness, across, slanted(sine), tables);
      }
}

// What a fibre gives back of even light, by its own sampling; the number that chooses a term also
// gives the angle around the fibre, so it needs many strata.
Float3 mean_of_samples(const Bsdf& bsdf) {
  Float3 sum;
  constexpr int n = 16, of_lobes = 256;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < of_lobes; ++k) {
        Float3 wi;
        const float u = (float(i) + 0.5f) / n, v = (float(j) + 0.5f) / n;
        if (!bsdf.sample((float(k) + 0.5f) / of_lobes, {u, v}, wi)) continue;
        const Bsdf::Value value = bsdf.at(wi);
        if (value.pdf > 0) sum += value.f * (1 / value.pdf);
      }
  return sum * (1.0f / (n * n * of_lobes));
}

TEST(Fibre, GivesBackAllLightIfItAbsorbsNone) {
  over_cases([](const Roughness& r, float across, Float3 wo, const AlbedoTables& tables) {
    const Surface surface = met(fibre(r, 0), across);
    const Bsdf bsdf(surface, tables, wo, true);
    float sum = 0;
    over_sphere(160, [&](Float3 wi, float weight) { sum += bsdf.at(wi).f.y * weight; });
    EXPECT_NEAR(sum, 1, 0.01f);
    EXPECT_NEAR(bsdf.albedo().y, 1, 1e-4f);
    EXPECT_NEAR(mean_of_samples(bsdf).y, 1, 0.01f);
  });
}

TEST(Fibre, ItsDensityIntegratesToOne) {
  over_cases([](const Roughness& r, float across, Float3 wo, const AlbedoTables& tables) {
    const Surface surface = met(fibre(r, 1.3), across);
    const Bsdf bsdf(surface, tables, wo, true);
    float sum = 0;
    over_sphere(160, [&](Float3 wi, float weight) { sum += bsdf.at(wi).pdf * weight; });
    EXPECT_NEAR(sum, 1, 0.01f);
  });
}

// Eight octants of directions receive as many samples as the density says.
TEST(Fibre, SamplesAreAsDenseAsItSays) {
  const auto octant = [](Float3 w) { return (w.x > 0) + 2 * (w.y > 0) + 4 * (w.z > 0); };
  over_cases([&](const Roughness& r, float across, Float3 wo, const AlbedoTables& tables) {
    const Surface surface = met(fibre(r, 0.5), across);
    const Bsdf bsdf(surface, tables, wo, true);
    float expected[8] = {}, found[8] = {};
    over_sphere(160,
                [&](Float3 wi, float weight) { expected[octant(wi)] += bsdf.at(wi).pdf * weight; });
    constexpr int n = 24, of_lobes = 64;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < of_lobes; ++k) {
          Float3 wi;
          const float u = (float(i) + 0.5f) / n, v = (float(j) + 0.5f) / n;
          ASSERT_TRUE(bsdf.sample((float(k) + 0.5f) / of_lobes, {u, v}, wi));
          EXPECT_NEAR(length(wi), 1, 1e-4f);
          found[octant(wi)] += 1.0f / (n * n * of_lobes);
        }
    for (int k = 0; k < 8; ++k) EXPECT_NEAR(found[k], expected[k], 0.025f) << k;
  });
}

TEST(Fibre, SamplingAndQuadratureAgreeOnAbsorbingFibres) {
  over_cases([](const Roughness& r, float across, Float3 wo, const AlbedoTables& tables) {
    const Surface surface = met(fibre(r, 1.3), across);
    const Bsdf bsdf(surface, tables, wo, true);
    Float3 sum;
    over_sphere(160, [&](Float3 wi, float weight) { sum += bsdf.at(wi).f * weight; });
    const Float3 sampled = mean_of_samples(bsdf);
    EXPECT_NEAR(sampled.x, sum.x, 0.01f);
    EXPECT_NEAR(sampled.z, sum.z, 0.01f);
    EXPECT_NEAR(bsdf.albedo().z, sum.z, 0.01f);
    EXPECT_LT(sum.z, sum.x);  // melanin absorbs blue
    EXPECT_LT(sum.x, 0.9f);
  });
}

// The mean over the width, for directions as steep as each other, and without tilt: only then is
// the model reciprocal, because attenuation depends on the viewer's angle alone.
TEST(Fibre, LightGoesBothWaysAlike) {
  const AlbedoTables tables;
  const MaterialSpec spec = fibre({0.4, 0.4}, 0.3, 0);
  const auto mean = [&](float sine, float turn, float sine_i) {
    Float3 sum;
    constexpr int n = 200;
    for (int k = 0; k < n; ++k) {
      const Surface surface = met(spec, 2 * (float(k) + 0.5f) / n - 1);
      const float cosine_i = std::sqrt(1 - sine_i * sine_i);
      const Circle at = circle(0.25f + turn);
      sum += Bsdf(surface, tables, slanted(sine), true)
                 .at({sine_i, cosine_i * at.cosine, cosine_i * at.sine})
                 .f *
             (1.0f / n);
    }
    return sum;
  };
  for (float sine : {0.1f, 0.5f, 0.8f})
    for (float turn : {0.05f, 0.2f, 0.45f})
      for (float sign : {-1.0f, 1.0f}) {
        const Float3 there = mean(sine, turn, sign * sine), back = mean(sign * sine, -turn, sine);
        EXPECT_GT(there.x, 1e-4f);
        EXPECT_NEAR(there.x, back.x, 5e-3f * there.x) << sine << " " << turn << " " << sign;
      }
}

// Scales tilt towards the root: the highlight moves there by twice their angle.
TEST(Fibre, ScalesShiftTheHighlightTowardsTheRoot) {
  const AlbedoTables tables;
  const auto brightest = [&](double tilt) {
    const Surface surface = met(fibre({0.1, 0.2}, 100, tilt), 0);  // black: reflection alone
    const Bsdf bsdf(surface, tables, slanted(0), true);
    float best = 0, at = 0;
    for (float sine = -0.5f; sine < 0.5f; sine += 0.002f) {
      const float f = bsdf.at(slanted(sine)).f.x;
      if (f > best) best = f, at = sine;
    }
    return at;
  };
  EXPECT_NEAR(brightest(0), 0, 0.01f);
  EXPECT_NEAR(std::abs(brightest(0.05)), std::sin(0.1f), 0.02f);
}

TEST(Fibre, EightLanesScatterAsEachAlone) {
  const AlbedoTables tables;
  const Material hair(fibre({0.3, 0.3}, 0.8), nullptr),
      paint(material("red", {0.6, 0.1, 0.1}), nullptr);
  Surfaces all;
  for (int k = 0; k < float_lanes; ++k) {
    Mask of{};
    of[k] = -1;
    all.set(of, k % 3 == 0 ? paint.plain() : met(fibre({0.3, 0.3}, 0.8), -0.8f + 0.2f * k));
  }
  const Float3 wo = slanted(0.3f), wi = normalize(Float3(0.2f, 0.5f, 0.6f));
  const BsdfOf<Floats>::Value together =
      BsdfOf<Floats>(all, tables, Floats3(wo), everywhere<Floats>).at(Floats3(wi));
  for (int k = 0; k < float_lanes; ++k) {
    const Surface one = k % 3 == 0 ? paint.plain() : met(fibre({0.3, 0.3}, 0.8), -0.8f + 0.2f * k);
    const Bsdf::Value alone = Bsdf(one, tables, wo, true).at(wi);
    EXPECT_NEAR(together.f.x[k], alone.f.x, 1e-5f) << k;
    EXPECT_NEAR(together.pdf[k], alone.pdf, 1e-5f) << k;
  }
}

TEST(Exponential, AgreesWithTheLibrary) {
  for (float x = -80; x < 80; x += 0.37f)
    EXPECT_NEAR(exponential(x) / std::exp(double(x)), 1, 4e-7) << x;
  for (float x = 1e-6f; x < 1e6f; x *= 1.13f)
    EXPECT_NEAR(logarithm(x), std::log(double(x)), 3e-7 * (1 + std::abs(std::log(double(x)))));
  for (float x = 0; x < 80; x += 0.29f)
    EXPECT_NEAR(log_bessel_i0(x), std::log(std::cyl_bessel_i(0.0, double(x))), 2e-6 * (1 + x));
}

}  // namespace
}  // namespace gambol
