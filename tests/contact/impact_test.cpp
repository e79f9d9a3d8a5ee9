// Collisions by impulse: the laws of conservation, and Newton's and Coulomb's.

#include "contact/answer/impact.h"

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

ImpactBody spinning(Draw& draw, double mass) {
  ImpactBody b;
  b.inverse_mass = 1 / mass;
  const Mat3 turned = draw.rotation().toRotationMatrix();
  const Vec3 moments(0.8 * mass, 1.1 * mass, 1.4 * mass);
  b.inverse_inertia = turned * moments.cwiseInverse().asDiagonal() * turned.transpose();
  b.com = draw.vec(1);
  b.v = draw.vec(2);
  b.w = draw.vec(4);
  return b;
}

Mat3 inertia(const ImpactBody& b) { return b.inverse_inertia.inverse(); }
Vec3 linear(const ImpactBody& b) { return b.v / b.inverse_mass; }
Vec3 angular(const ImpactBody& b) { return inertia(b) * b.w + b.com.cross(linear(b)); }
double energy(const ImpactBody& b) {
  return 0.5 * b.v.squaredNorm() / b.inverse_mass + 0.5 * b.w.dot(inertia(b) * b.w);
}

struct Glance {
  ImpactBody a, b;
  Vec3 p, normal;
};

// Bodies that approach each other at a common point.
std::vector<Glance> glances() {
  Draw draw(17);
  std::vector<Glance> all;
  while (all.size() < 50) {
    Glance g{spinning(draw, draw(0.2, 3)), spinning(draw, draw(0.2, 3)), draw.vec(1),
             draw.vec(1).normalized()};
    if (g.normal.dot(g.a.velocity_at(g.p) - g.b.velocity_at(g.p)) < -0.1) all.push_back(g);
  }
  return all;
}

TEST(Impact, ConservesLinearAndAngularMomentum) {
  for (double friction : {0.0, 0.4, 5.0}) {
    for (Glance g : glances()) {
      const Vec3 p = linear(g.a) + linear(g.b), L = angular(g.a) + angular(g.b);
      EXPECT_GT(collide(g.p, g.normal, {0.6, friction}, g.a, g.b).norm(), 0);
      EXPECT_LT((linear(g.a) + linear(g.b) - p).norm(), 1e-12);
      EXPECT_LT((angular(g.a) + angular(g.b) - L).norm(), 1e-11);
    }
  }
}

TEST(Impact, ConservesEnergyIfItIsElasticAndSmoothElseLosesSome) {
  for (const Glance& g : glances()) {
    const double before = energy(g.a) + energy(g.b);
    Glance elastic = g, rough = g, dull = g;
    collide(g.p, g.normal, {1, 0}, elastic.a, elastic.b);
    EXPECT_NEAR(energy(elastic.a) + energy(elastic.b), before, 1e-12 * before);
    collide(g.p, g.normal, {0.5, 0.3}, rough.a, rough.b);
    EXPECT_LT(energy(rough.a) + energy(rough.b), before);
    collide(g.p, g.normal, {0, 0}, dull.a, dull.b);
    EXPECT_LT(energy(dull.a) + energy(dull.b), before);
  }
}

TEST(Impact, PartsAtRestitutionTimesTheSpeedOfApproach) {
  for (double e : {0.0, 0.3, 1.0, 1.3}) {
    for (double friction : {0.0, 0.5}) {
      for (Glance g : glances()) {
        const double approach = -g.normal.dot(g.a.velocity_at(g.p) - g.b.velocity_at(g.p));
        collide(g.p, g.normal, {e, friction}, g.a, g.b);
        const double parting = g.normal.dot(g.a.velocity_at(g.p) - g.b.velocity_at(g.p));
        EXPECT_NEAR(parting, e * approach, 1e-12);
      }
    }
  }
}

TEST(Impact, RubsWithinCoulombsCone) {
  for (Glance g : glances()) {
    const Vec3 impulse = collide(g.p, g.normal, {0.5, 0.3}, g.a, g.b);
    const double along = g.normal.dot(impulse);
    EXPECT_GT(along, 0);
    EXPECT_LE((impulse - along * g.normal).norm(), 0.3 * along * (1 + 1e-12));
  }
}

TEST(Impact, StopsSlipIfFrictionSuffices) {
  int stuck = 0;
  for (Glance g : glances()) {
    collide(g.p, g.normal, {0.5, 100}, g.a, g.b);
    const Vec3 u = g.a.velocity_at(g.p) - g.b.velocity_at(g.p);
    stuck += (u - g.normal.dot(u) * g.normal).norm() < 1e-12;
  }
  EXPECT_GT(stuck, 40);
}

TEST(Impact, LeavesBodiesThatPartAlone) {
  for (Glance g : glances()) {
    const Vec3 v = g.a.v;
    EXPECT_EQ(collide(g.p, -g.normal, {1, 0.5}, g.a, g.b), Vec3::Zero());
    EXPECT_EQ(g.a.v, v);
  }
}

TEST(Impact, ReadsAndWritesTheVelocitiesOfAFigure) {
  Draw draw(5);
  FigureSpec f;
  f.name = "block";
  f.bodies = {box_body("block", "", Vec3::Zero(), Vec3(0.4, 0.2, 0.1), Vec3(0.1, -0.2, 0.3))};
  const Model model = make_model(f);
  const Eigen::VectorXd q = random_q(draw, model), v = draw.vector(6, 2);
  Eigen::VectorXd again = Eigen::VectorXd::Zero(6);
  const ImpactBody body = impact_body(model, q, v);
  put_velocities(model, q, body, again);
  EXPECT_LT((again - v).norm(), 1e-13);
  Workspace work(model);
  update_kinematics(model, q, v, work);
  const Momentum m = momentum(model, work);
  EXPECT_LT((linear(body) - m.linear).norm(), 1e-12);
  EXPECT_LT((angular(body) - m.angular).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol::testing
