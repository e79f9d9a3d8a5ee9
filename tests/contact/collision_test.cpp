// Collisions with friction at one point: Coulomb's cone, three laws of restitution, and an end.

#include "contact/answer/collision.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/figures.h"

namespace gambol::testing {
namespace {

constexpr RestitutionLaw all_laws[]{RestitutionLaw::stronge, RestitutionLaw::poisson,
                                    RestitutionLaw::newton};

// Eigenvalues over two decades: links of a figure answer much more easily in one direction than in
// another.
Mat3 random_phi(Draw& draw) {
  const Mat3 R = draw.rotation().toRotationMatrix();
  const Vec3 values(std::exp(draw(-2.3, 2.3)), std::exp(draw(-2.3, 2.3)),
                    std::exp(draw(-2.3, 2.3)));
  return R * values.asDiagonal() * R.transpose();
}

Vec3 approaching(Draw& draw) {
  Vec3 v = draw.vec(1);
  v.z() = -draw(0.05, 1);
  return v;
}

double energy(const Mat3& phi, const Vec3& v) { return 0.5 * v.dot(phi.inverse() * v); }

// Eq. 2.26 and 2.27 by Euler's method in very small steps: dv/dp_z for the sliding body.
Vec3 followed(const Mat3& phi, Vec3 v, double friction, double restitution, int parts) {
  Vec3 p = Vec3::Zero();
  double stored = 0;
  bool separating = false;
  const double dp = -v.z() / phi(2, 2) / parts;
  while (true) {
    const Eigen::Vector2d along = v.head<2>().normalized();
    const Vec3 push(-friction * along.x(), -friction * along.y(), 1);
    const Vec3 next = v + dp * (phi * push);
    stored -= dp * (v.z() + next.z()) / 2;
    p += dp * push;
    v = next;
    if (!separating && v.z() >= 0) {
      separating = true;
      stored *= restitution * restitution;
      if (restitution == 0) return p;
    }
    if (separating && stored <= 0) return p;
  }
}

TEST(Collision, WithoutFrictionAllLawsGiveNewtonsSpeed) {
  Draw draw(1);
  for (int i = 0; i < 200; ++i) {
    const Mat3 phi = random_phi(draw);
    const Vec3 v = approaching(draw);
    const double e = draw(0, 1);
    for (RestitutionLaw law : all_laws) {
      const Vec3 p = collision_impulse(phi, v, {law, e, 0});
      EXPECT_EQ(p.head<2>().norm(), 0);
      EXPECT_NEAR((v + phi * p).z(), -e * v.z(), 1e-12);
    }
  }
}

// A ball that spins: phi is diagonal, sliding keeps its direction, and the answers are known. With
// phi_t = 7/2 phi_z it grips if the slip is at most 7/2 mu (1 + e) times the speed of approach.
TEST(Collision, OfABallIsTheOneInTextbooks) {
  const Mat3 phi = Vec3(3.5, 3.5, 1).asDiagonal();
  const double mu = 0.3, e = 0.8, grip = 3.5 * mu * (1 + e);
  for (double slip : {0.3 * grip, 0.95 * grip, 1.05 * grip, 3 * grip}) {
    const Vec3 v(0.6 * slip, 0.8 * slip, -1);
    for (RestitutionLaw law : all_laws) {
      const Vec3 p = collision_impulse(phi, v, {law, e, mu});
      EXPECT_NEAR(p.z(), 1 + e, 3e-7);
      const double across = std::min(slip / 3.5, mu * (1 + e));
      EXPECT_NEAR(p.x(), -0.6 * across, 3e-7) << slip;
      EXPECT_NEAR(p.y(), -0.8 * across, 3e-7) << slip;
    }
  }
}

TEST(Collision, AgreesWithSmallStepsWhereTheDirectionOfSlidingTurns) {
  Draw draw(2);
  int compared = 0;
  for (int i = 0; i < 60; ++i) {
    const Mat3 phi = random_phi(draw);
    const Vec3 v = approaching(draw);
    const double mu = draw(0.05, 0.4), e = draw(0, 1);
    const Vec3 p = collision_impulse(phi, v, {RestitutionLaw::stronge, e, mu});
    // Where it slides to the end, which small steps can follow.
    if ((v + phi * p).head<2>().norm() < 0.2 || p.head<2>().norm() < 0.999 * mu * p.z()) {
      // It may have turned much; only those that came to rest are left out.
      if ((v + phi * p).head<2>().norm() < 0.05) continue;
    }
    const Vec3 small = followed(phi, v, mu, e, 20000);
    EXPECT_LT((p - small).norm(), 2e-3 * p.norm()) << i;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

// Section 2.4.3 says that it may go on for ever; for positive definite matrices it ends (see the
// header). What separates must not approach, friction stays in its cone, and Stronge's law never
// adds energy, whatever the friction.
TEST(Collision, EndsForTenThousandBodiesWithFrictionUpToFive) {
  Draw draw(3);
  for (int i = 0; i < 10000; ++i) {
    const Mat3 phi = random_phi(draw);
    const Vec3 v = approaching(draw);
    const double mu = draw(0, 5), e = draw(0, 1);
    const double before = energy(phi, v);
    for (RestitutionLaw law : all_laws) {
      const Vec3 p = collision_impulse(phi, v, {law, e, mu});
      ASSERT_TRUE(p.allFinite());
      const Vec3 after = v + phi * p;
      EXPECT_GT(p.z(), 0) << i;
      EXPECT_GE(after.z(), -1e-9) << i;
      EXPECT_LE(p.head<2>().norm(), mu * p.z() * (1 + 1e-9)) << i;
      if (law == RestitutionLaw::stronge) {
        EXPECT_LE(energy(phi, after), before * (1 + 1e-7)) << i;
      } else if (law == RestitutionLaw::newton) {
        EXPECT_NEAR(after.z(), -e * v.z(), 1e-8) << i;
      }
    }
  }
}

// The work along the normal given back is e^2 of the work taken (Eq. 2.23), which the total work
// shows where there is no friction's: here the work of the whole impulse less that of friction.
TEST(Collision, OfStrongesLawGivesBackTheSquareOfRestitutionOfTheWork) {
  Draw draw(4);
  for (int i = 0; i < 500; ++i) {
    const Mat3 phi = random_phi(draw);
    const Vec3 v = approaching(draw);
    const double mu = draw(0, 1), e = draw(0.1, 1);
    const CollisionLaw once{RestitutionLaw::stronge, 0, mu};
    const Vec3 down = collision_impulse(phi, v, once);
    const Vec3 whole = collision_impulse(phi, v, {RestitutionLaw::stronge, e, mu});
    // Between the two it separates: at the end of approach v_z is 0.
    EXPECT_NEAR((v + phi * down).z(), 0, 1e-9);
    EXPECT_GE(whole.z(), down.z());
  }
}

// Kane's paradox: with Newton's law friction can leave more energy than there was.
TEST(Collision, OfNewtonsLawCanAddEnergyAndOfStrongesCannot) {
  Draw draw(5);
  double most_newton = 0, most_stronge = 0;
  for (int i = 0; i < 3000; ++i) {
    const Mat3 phi = random_phi(draw);
    const Vec3 v = approaching(draw);
    const double mu = draw(0, 2), before = energy(phi, v);
    const auto ratio = [&](RestitutionLaw law) {
      return energy(phi, v + phi * collision_impulse(phi, v, {law, 1, mu})) / before;
    };
    most_newton = std::max(most_newton, ratio(RestitutionLaw::newton));
    most_stronge = std::max(most_stronge, ratio(RestitutionLaw::stronge));
  }
  EXPECT_GT(most_newton, 1.2);
  EXPECT_LE(most_stronge, 1 + 1e-7);
}

TEST(Collision, ResumesSlidingWhereFrictionOpposesIt) {
  Draw draw(6);
  int resumed = 0;
  for (int i = 0; i < 2000; ++i) {
    const Mat3 phi = random_phi(draw);
    const double mu = draw(0, 1);
    const Eigen::Matrix2d across = phi.topLeftCorner<2, 2>();
    const Eigen::Vector2d pull(phi(0, 2), phi(1, 2));
    if (across.inverse().operator*(pull).norm() <= mu) continue;  // it sticks
    ++resumed;
    const Eigen::Vector2d u = resumed_sliding(phi, mu), gain = pull - mu * (across * u);
    EXPECT_NEAR(u.norm(), 1, 1e-12);
    EXPECT_GT(gain.dot(u), 0) << i;
    EXPECT_LT(std::abs(u.x() * gain.y() - u.y() * gain.x()), 1e-9 * phi.norm()) << i;
  }
  EXPECT_GT(resumed, 300);
}

// Joints that hold make phi singular: what can move, moves.
TEST(Collision, IsSolvedInTheRangeOfASingularMatrix) {
  Draw draw(7);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 a = draw.vec(1), b = draw.vec(1);
    if (a.cross(b).norm() < 0.01) continue;  // else nearly singular, and impulses have no bound
    const Mat3 one = a * a.transpose(), two = one + b * b.transpose();
    for (const Mat3& phi : {one, two}) {
      if (phi(2, 2) < 0.05) continue;
      Vec3 v = phi * draw.vec(1);  // a velocity that the joints allow
      if (v.z() >= 0) v = -v;
      if (v.z() > -1e-3) continue;
      const double e = draw(0, 1), mu = draw(0, 2);
      const Vec3 p = collision_impulse(phi, v, {RestitutionLaw::stronge, e, mu});
      ASSERT_TRUE(p.allFinite());
      EXPECT_GE((v + phi * p).z(), 1e-5 * v.z()) << i;
    }
  }
  EXPECT_TRUE(collision_impulse(Mat3::Zero(), -Vec3::UnitZ(), {}).isZero(0));
}

}  // namespace
}  // namespace gambol::testing
