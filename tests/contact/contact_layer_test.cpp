// Springs and dampers in series.

#include "contact/answer/contact_layer.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "contact/answer/contact_law.h"

namespace gambol {
namespace {

constexpr ContactLayer ground{50, 120, 3000, 40, 0.05};
constexpr ContactLayer pad{85, 200, 500, 90};
constexpr ContactLayer sole{0, 0, 2e4, 300};

template <std::size_t n>
Squeeze of(const std::array<const ContactLayer*, n>& layers, double depth) {
  return squeeze(layers.data(), n, depth);
}

// Depth at which a layer bears a force.
double depth_of(const ContactLayer& layer, double force) {
  double low = 0, high = 1;
  for (int k = 0; k < 200; ++k) {
    const double middle = (low + high) / 2;
    (squeeze(layer, middle).force < force ? low : high) = middle;
  }
  return low;
}

TEST(ContactLayers, BearOneForceAndDivideTheDepth) {
  for (const double force : {1e-3, 5.0, 300.0, 2000.0}) {
    const double two = depth_of(ground, force) + depth_of(pad, force);
    EXPECT_NEAR(of<2>({&pad, &ground}, two).force, force, 1e-8 * force);
    EXPECT_NEAR(of<2>({&ground, &pad}, two).force, force, 1e-8 * force);
    const double three = two + depth_of(sole, force);
    EXPECT_NEAR(of<3>({&pad, &sole, &ground}, three).force, force, 1e-8 * force);
  }
}

TEST(ContactLayers, AreAsStiffAsTheirForceGrows) {
  for (const double depth : {1e-4, 0.003, 0.02}) {
    const double d = 1e-7;
    const double grows =
        (of<2>({&pad, &ground}, depth + d).force - of<2>({&pad, &ground}, depth - d).force) /
        (2 * d);
    EXPECT_NEAR(of<2>({&pad, &ground}, depth).stiffness, grows, 1e-5 * grows);
  }
}

// Two springs, each with its damper, that oscillate slowly: z1 z2 / (z1 + z2) with z = k + i w b.
TEST(ContactLayers, AreAsDampedAsSpringsThatSwingSlowly) {
  const ContactLayer a{0, 0, 900, 7}, b{0, 0, 2500, 40};
  const double w = 1e-3;
  const std::complex<double> za(900, 7 * w), zb(2500, 40 * w);
  const std::complex<double> both = za * zb / (za + zb);
  const Squeeze s = of<2>({&a, &b}, 0.01);
  EXPECT_NEAR(s.stiffness, both.real(), 1e-6);
  EXPECT_NEAR(s.damping, both.imag() / w, 1e-6);
}

TEST(ContactLayers, OfGroundWithoutASpringLetThrough) {
  const ContactLayer open{0, 0, 0, 12};
  const Squeeze s = of<2>({&pad, &open}, 0.01);
  EXPECT_EQ(s.force, 0);
  EXPECT_EQ(s.stiffness, 0);
  EXPECT_DOUBLE_EQ(s.damping, 12);
}

TEST(ContactLaw, HasItsCushionsInSeries) {
  ContactLaw law;
  law.strength = ground.strength;
  law.rise = ground.rise;
  law.stiffness = ground.stiffness;
  law.damping = ground.damping;
  law.max_depth = ground.max_depth;
  const Vec3 up = Vec3::UnitZ(), enters(0, 0, -0.2);
  EXPECT_DOUBLE_EQ(react(law, up, 0.01, enters, 0).force.z(),
                   squeeze(ground, 0.01).force + 0.2 * 40);
  law.cushions = {&pad, &sole};
  const Squeeze all = of<3>({&pad, &sole, &ground}, 0.01);
  EXPECT_NEAR(react(law, up, 0.01, enters, 0).force.z(), all.force + 0.2 * all.damping, 1e-9);
  // At the end of a step, less what the acceleration takes: h b + h^2 k.
  const double h = 1e-3;
  const Squeeze then = of<3>({&pad, &sole, &ground}, 0.01 + 0.2 * h);
  EXPECT_NEAR(react(law, up, 0.01, enters, h).D(2, 2), h * then.damping + h * h * then.stiffness,
              1e-9);
}

}  // namespace
}  // namespace gambol
