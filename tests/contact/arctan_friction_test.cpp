// Friction by an arctangent (seed 003 Eq. 78, with gamma for lambda and the velocity along the
// surface).

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/answer/ground_reaction.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

ContactLaw smooth() {
  ContactLaw law;
  law.stiffness = 400;  // 4 N at 1 cm: a limit of 2 N
  law.max_depth = 1;
  law.friction = 0.5;
  law.friction_damping = 8;
  law.friction_law = FrictionLaw::arctan;
  return law;
}
const Vec3 up = Vec3::UnitZ();

Vec3 along(const ContactLaw& law, const Vec3& slip) {
  return react(law, up, 0.01, slip, 0).force - Vec3(0, 0, 4);
}

TEST(ArctanFriction, IsThatOfEquation78) {
  for (double v : {1e-9, 1e-3, 0.1, 0.25, 1.0, 30.0}) {
    const double force = 2 * 2 / std::numbers::pi * std::atan(8 * std::numbers::pi / (2 * 2) * v);
    EXPECT_NEAR(along(smooth(), {v, 0, 0}).x(), -force, 1e-12) << v;
    EXPECT_NEAR(along(smooth(), {0, -v, 0}).y(), force, 1e-12) << v;
  }
}

TEST(ArctanFriction, BeginsAsTheDamperAndTendsToTheLimit) {
  const double slow = 1e-6;
  EXPECT_NEAR(along(smooth(), {slow, 0, 0}).x() / slow, -8, 1e-9);
  EXPECT_NEAR(along(smooth(), {3e6, 4e6, 0}).norm(), 2, 1e-6);
  double before = 0;
  for (double v = 0.01; v < 100; v *= 1.3) {
    const double force = along(smooth(), {v, 0, 0}).norm();
    EXPECT_GT(force, before);
    EXPECT_LT(force, std::min(2.0, 8 * v));  // within both bounds of Eq. 77
    before = force;
  }
  EXPECT_EQ(along(smooth(), Vec3::Zero()), Vec3::Zero());
}

TEST(ArctanFriction, TakesEnergyWhateverTheWay) {
  Draw draw(78);
  for (int k = 0; k < 200; ++k) {
    Vec3 slip = draw.vec(2);
    slip.z() = 0;
    const Vec3 force = along(smooth(), slip);
    EXPECT_LT(force.dot(slip), 0);
    EXPECT_LT(force.cross(slip).norm(), 1e-12);
  }
}

TEST(ArctanFriction, WithoutLoadOrDampingIsNone) {
  ContactLaw law = smooth();
  law.friction = 0;
  EXPECT_EQ(along(law, {1, 0, 0}), Vec3::Zero());
  law = smooth();
  law.friction_damping = 0;
  EXPECT_EQ(along(law, {1, 0, 0}), Vec3::Zero());
}

// A point mass slides: at the end of an implicit step of any length it goes slower, and the same
// way.
TEST(ArctanFriction, NeverTurnsAPointBackInAnImplicitStep) {
  for (double h : {1e-5, 1e-2, 1.0, 100.0})
    for (double speed : {1e-4, 0.3, 20.0}) {
      const PointReaction r = react(smooth(), up, 0.01, {speed, 0, 0}, h);
      const double mass = 0.2;
      const Mat3 inertia = mass * Mat3::Identity() + r.D;
      const Vec3 a = inertia.inverse() * Vec3(r.force.x(), 0, 0);
      EXPECT_LT(a.x(), 0);
      EXPECT_GT(speed + h * a.x(), 0) << h << " " << speed;
    }
}

// Manko's model (Eq. 75) is the law of Eq. 72 with other names of its constants.
TEST(GroundSpring, HoldsEquation75Too) {
  const double alpha = 3, ko = 90, kf = 20;
  ContactLaw law;
  law.strength = alpha;
  law.rise = ko - kf;
  law.stiffness = alpha * kf;
  law.max_depth = 1;
  for (double depth : {1e-4, 0.01, 0.05}) {
    const double x = -depth, manko = alpha * (std::exp(-(ko - kf) * x) - kf * x - 1);
    EXPECT_NEAR(react(law, up, depth, Vec3::Zero(), 0).force.z(), manko, 1e-9);
  }
}

}  // namespace
}  // namespace gambol::testing
