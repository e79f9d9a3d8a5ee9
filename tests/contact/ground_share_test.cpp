// How planted feet share what a given motion asks of the ground.

#include "contact/answer/ground_share.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

RigidWhole block() {
  RigidWhole w;
  w.mass = 50;
  w.com = Vec3(0.3, -0.2, 0.5);
  w.inertia = Vec3(1, 6, 6).asDiagonal();
  return w;
}

std::vector<PlantedFoot> table_legs(const RigidWhole& w, double friction) {
  std::vector<PlantedFoot> feet;
  for (double x : {0.4, -0.4})
    for (double y : {0.15, -0.15}) {
      PlantedFoot foot;
      foot.p = w.com + Vec3(x, y, -0.5);
      foot.friction = friction;
      feet.push_back(foot);
    }
  return feet;
}

SpatialForce weight(const RigidWhole& w) { return {Vec3::Zero(), Vec3(0, 0, 9.81 * w.mass)}; }

TEST(GroundShare, ATableStandsOnAllItsLegsAlike) {
  const RigidWhole w = block();
  auto feet = table_legs(w, 0.5);
  const SpatialForce rest = share_ground_force(w, weight(w), feet);
  EXPECT_LT(rest.f.norm() + rest.n.norm(), 1e-3);
  for (const PlantedFoot& foot : feet)
    EXPECT_LT((foot.force - weight(w).f / 4).norm(), 1e-3) << foot.force.transpose();
}

TEST(GroundShare, NoFootNoForce) {
  std::vector<PlantedFoot> none;
  const SpatialForce rest = share_ground_force(block(), weight(block()), none);
  EXPECT_EQ(rest.f, weight(block()).f);
  EXPECT_EQ(rest.n, weight(block()).n);
}

TEST(GroundShare, TheGroundNeitherPullsNorHoldsMoreThanFriction) {
  const RigidWhole w = block();
  auto feet = table_legs(w, 0.5);
  SpatialForce needed{Vec3::Zero(), Vec3(0, 0, -100)};
  EXPECT_LT((share_ground_force(w, needed, feet).f - needed.f).norm(), 1e-6);
  for (const PlantedFoot& foot : feet) EXPECT_LT(foot.force.norm(), 1e-6);
  // A push along the ground beyond friction: no more of it than friction gives, and turned over by
  // it, the figure stands on two legs.
  needed = weight(w);
  needed.f.x() = 2 * needed.f.z();
  share_ground_force(w, needed, feet);
  for (const PlantedFoot& foot : feet)
    EXPECT_LE(foot.force.head<2>().norm(), 0.5 * foot.force.z() + 1e-9);
}

// Whatever is asked for, on whatever ground: forces that friction allows, such that no other
// allowed force on any foot would leave less (the conditions of Karush, Kuhn and Tucker).
TEST(GroundShare, LeavesTheLeastThatFrictionAllows) {
  Draw draw(11);
  int slipping = 0, hanging = 0, sticking = 0;
  for (int trial = 0; trial < 300; ++trial) {
    RigidWhole w = block();
    std::vector<PlantedFoot> feet(static_cast<std::size_t>(1 + draw.below(14)));
    for (PlantedFoot& foot : feet) {
      foot.p = w.com + Vec3(draw(-0.6, 0.6), draw(-0.3, 0.3), draw(-0.7, -0.3));
      foot.normal = (Vec3::UnitZ() + draw.vec(0.4)).normalized();
      foot.friction = draw(0, 1.2);
    }
    SpatialForce needed{draw.vec(200), draw.vec(400) + Vec3(0, 0, 300)};
    const SpatialForce rest = share_ground_force(w, needed, feet);
    // What remains, as an acceleration of the whole, and of each foot's point.
    const Vec3 turning = w.inertia.inverse() * rest.n, going = rest.f / w.mass;
    constexpr double epsilon = 1e-6 / 50, small = 1e-6;
    for (const PlantedFoot& foot : feet) {
      const double up = foot.force.dot(foot.normal);
      const double across = (foot.force - up * foot.normal).norm();
      EXPECT_LE(across, foot.friction * up + small * needed.f.norm());
      // The force would grow along this; it may only point to where it must not.
      const Vec3 wish = going + turning.cross(foot.p - w.com) - epsilon * foot.force;
      EXPECT_NEAR(wish.dot(foot.force), 0, small * foot.force.norm()) << trial;
      const double wish_up = wish.dot(foot.normal);
      const double wish_across = (wish - wish_up * foot.normal).norm();
      EXPECT_LE(foot.friction * wish_across, -wish_up * (1 + 1e-9) + small) << trial;
      if (up < small)
        ++hanging;
      else
        ++(across < foot.friction * up * 0.999 ? sticking : slipping);
    }
  }
  EXPECT_GT(slipping, 100);
  EXPECT_GT(hanging, 100);
  EXPECT_GT(sticking, 50);
}

TEST(GroundShare, OfAFigureTheWholeIsItsMassAndMoment) {
  const Model model = make_model(solid_figure("ball", ball_shape(0.1)));
  Workspace work(model);
  Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(1, 2, 3)});
  update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
  const RigidWhole w = whole_of(model, work);
  EXPECT_DOUBLE_EQ(w.mass, model.mass);
  EXPECT_LT((w.com - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT((w.inertia - 0.4 * w.mass * 0.01 * Mat3::Identity()).norm(), 1e-9 * w.mass);
}

}  // namespace
}  // namespace gambol::testing
