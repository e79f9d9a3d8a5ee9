// The impulse of one lasting contact: it holds, slides or leaves, as Signorini and Coulomb say.

#include "contact/answer/cone_impulse.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

Mat3 random_matrix(Draw& draw, double decades) {
  const double spread = decades * std::log(10.0) / 2;
  const Mat3 R = draw.rotation().toRotationMatrix();
  const auto value = [&] { return std::exp(draw(-spread, spread)); };
  return R * Vec3(value(), value(), value()).asDiagonal() * R.transpose();
}

TEST(ConeImpulse, SatisfiesSignoriniAndCoulomb) {
  Draw draw(11);
  int left = 0, held = 0, slid = 0, missed = 0;
  for (int i = 0; i < 20000; ++i) {
    const Mat3 phi = random_matrix(draw, 1);
    const Vec3 v = draw.vec(1);
    const double mu = draw(0, 1);
    const Vec3 p = cone_impulse(point_answer(phi), v, mu, draw.vec(1)), after = v + phi * p;
    if (v.z() >= 0) {
      ++left;
      EXPECT_TRUE(p.isZero(0));
      continue;
    }
    ASSERT_GT(p.z(), 0);
    EXPECT_LE(p.head<2>().norm(), mu * p.z() * (1 + 1e-9));
    if (after.norm() < 1e-9) {
      ++held;
      continue;
    }
    if (std::abs(after.z()) > 1e-9) {
      ++missed;  // no such impulse exists, or none was found: see below
      continue;
    }
    ++slid;
    EXPECT_NEAR(p.head<2>().norm(), mu * p.z(), 1e-9 * p.norm());
    EXPECT_LT((p.head<2>().normalized() + after.head<2>().normalized()).norm(), 1e-5) << i;
  }
  EXPECT_GT(left, 5000);
  EXPECT_GT(held, 1000);
  EXPECT_GT(slid, 1000);
  EXPECT_LT(missed, 20);
}

TEST(ConeImpulse, NeverPullsAndAlwaysEndsEvenWhereFrictionJams) {
  Draw draw(12);
  for (int i = 0; i < 20000; ++i) {
    const Mat3 phi = random_matrix(draw, 3);
    const Vec3 p = cone_impulse(point_answer(phi), draw.vec(1), draw(0, 5), draw.vec(1));
    ASSERT_TRUE(p.allFinite());
    EXPECT_GE(p.z(), 0);
  }
}

TEST(ConeImpulse, OfAnIsotropicPointIsCoulombsLaw) {
  const PointAnswer at = point_answer(2 * Mat3::Identity());
  EXPECT_LT((cone_impulse(at, {0.1, 0, -1}, 0.5, Vec3::Zero()) - Vec3(-0.05, 0, 0.5)).norm(), 1e-9);
  const Vec3 slides = cone_impulse(at, {3, 4, -1}, 0.5, Vec3::Zero());
  EXPECT_LT((slides - Vec3(-0.6 * 0.25, -0.8 * 0.25, 0.5)).norm(), 1e-9);
}

}  // namespace
}  // namespace gambol::testing
