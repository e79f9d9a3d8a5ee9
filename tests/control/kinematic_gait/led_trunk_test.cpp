// Where a kinematic gait wants the trunk over a given way.

#include "control/kinematic_gait/led_trunk.h"

#include <gtest/gtest.h>

#include "support/led_walker.h"

namespace gambol::testing {
namespace {

constexpr double gravity = 9.81, height = 0.4;

struct Trunk {
  KinematicGaitSpec spec = trot_spec();
  GaitScore score{spec, legged(4, 9).legs};
  TrunkTarget at(const BodyRing& way, double t) const {
    return LedTrunk(spec, score, height).run({way, t, gravity});
  }
};

// A circle to the left, of the radius r, at the speed v.
BodyRing round_way(double v, double r, double until) {
  BodyRing ring = straight_way(Vec3(v, 0, 0), until);
  for (std::size_t k = 0; k < ring.ring.size(); ++k) {
    BodyAhead& b = ring.ring[k];
    b.course = b.yaw = v / r * ring.dt * static_cast<double>(k);
    b.yaw_rate = v / r;
    b.p = r * Vec3(std::sin(b.yaw), 1 - std::cos(b.yaw), 0);
    b.v = v * Vec3(std::cos(b.yaw), std::sin(b.yaw), 0);
  }
  return ring;
}

TEST(LedTrunk, IsUprightOverAStraightWay) {
  const Trunk trunk;
  const TrunkTarget target = trunk.at(straight_way(Vec3(0.6, 0.8, 0), 3), 1.5);
  EXPECT_LT((target.X_WT.p - Vec3(0.9, 1.2, height)).norm(), 1e-12);
  EXPECT_LT((target.X_WT.R.col(2) - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LT((target.X_WT.R.col(0) - Vec3(0.6, 0.8, 0)).norm(), 1e-12);
  EXPECT_NEAR(target.curve, 0, 1e-12);
}

TEST(LedTrunk, LeansIntoATurnByAShareOfAPendulumsLean) {
  const Trunk trunk;
  constexpr double v = 2, r = 3, share = 0.6;
  const TrunkTarget target = trunk.at(round_way(v, r, 3), 1.5);
  const Vec3 inwards = (Vec3(0, r, 0) - target.body.p).normalized();
  EXPECT_NEAR(target.X_WT.R.col(2).dot(inwards), std::sin(share * std::atan2(v * v / r, gravity)),
              1e-6);
}

TEST(LedTrunk, BendsAlongItsWayButNotOnTheSpot) {
  const Trunk trunk;
  EXPECT_NEAR(trunk.at(round_way(2, 3, 3), 1.5).curve, 1.0 / 3, 2e-3);
  EXPECT_LT(std::abs(trunk.at(round_way(1e-3, 1e-3, 3), 1.5).curve), 1);  // the circle's is 1000
}

TEST(LedTrunk, TakesUpSlopeAndHeight) {
  Trunk trunk;
  trunk.spec.height = Curve(-0.05);
  trunk.spec.pitch = Curve(0.1);
  BodyRing way = straight_way(Vec3(1, 0, 0), 3);
  for (BodyAhead& b : way.ring) {
    b.slope_x = 0.2;
    b.lift = 0.01;
  }
  const TrunkTarget target = trunk.at(way, 1.5);
  EXPECT_NEAR(target.X_WT.p.z(), height + 0.01 - 0.05, 1e-12);
  EXPECT_NEAR(std::asin(target.X_WT.R(2, 0)), std::atan(0.2) + 0.1, 1e-12);
}

}  // namespace
}  // namespace gambol::testing
