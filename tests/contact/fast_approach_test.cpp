// Implicit reactions to an approach through many lengths of the ground's exponential spring.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/answer/contact_law.h"

namespace gambol::testing {
namespace {

const Vec3 upward(0, 0, 1);

ContactLaw exponential() {
  ContactLaw law;
  law.strength = 100;
  law.rise = 5000;  // 0.2 mm
  law.max_depth = 30 / law.rise;
  return law;
}

// Velocity after a step of length h of a mass (kg) that a reaction alone acts on.
double velocity_after(double mass, double depth, double velocity, double h) {
  const PointReaction r = react(exponential(), upward, depth, Vec3(0, 0, velocity), h);
  return velocity + h * r.force.z() / (mass + r.D(2, 2));
}

TEST(FastApproach, IsStoppedWithinAStep) {
  constexpr double h = 1e-3;
  // 2.4 mm in the step, twelve of the spring's lengths, from above the ground, at it and below it.
  for (const double mass : {1e-4, 1e-2, 1.0})
    for (const double depth : {-5e-4, 0.0, 3e-4}) {
      const double after = velocity_after(mass, depth, -2.4, h);
      const double deepest = std::max(depth, 0.0) - h * after;
      EXPECT_LT(deepest, depth > 0 ? depth + 1e-5 : 6e-4) << mass << " " << depth;
      EXPECT_LT(after, 1) << "it is not thrown back";
    }
}

TEST(FastApproach, OfOneLengthTakesTheTangent) {
  constexpr double h = 1e-3;
  const PointReaction r = react(exponential(), upward, 1e-4, Vec3(0, 0, -0.1), h);
  EXPECT_NEAR(r.D(2, 2), h * h * 100 * 5000 * std::exp(1), 1e-9);
}

}  // namespace
}  // namespace gambol::testing
