// How long the legs of a designed gait stand, by the force with which they push.

#include "gait/gait_plan.h"

#include <gtest/gtest.h>

#include "gait/step_path.h"

namespace gambol {
namespace {

std::vector<LegSpec> four_legs() {
  std::vector<LegSpec> legs(4);
  for (std::size_t k = 0; k < legs.size(); ++k) legs[k].name = std::string(1, "abcd"[k]);
  return legs;
}

// a carries twice as much as each of the others.
GaitPlan plan() {
  GaitPlan plan;
  plan.leg_force = Curve(0.8);
  plan.legs.emplace_back();
  plan.legs[0].legs = {"a"};
  plan.legs[0].push = 2;
  return plan;
}

TEST(LegForce, CarriesTheWeightWhileTheLegsStand) {
  const GaitPlan p = plan();
  const std::vector<LegSpec> legs = four_legs();
  const std::vector<double> shares = p.shares(legs);
  double carried = 0;
  for (std::size_t k = 0; k < legs.size(); ++k)
    carried += 0.8 * p.duty_factor(legs[k].name, shares[k], {}, 0);
  EXPECT_NEAR(carried, 1, 1e-12);  // mean of a cycle, in weights
  EXPECT_NEAR(p.duty_factor("a", shares[0], {}, 0), 2 * p.duty_factor("b", shares[1], {}, 0),
              1e-12);
}

// Eq. 13: the transfer lasts (F / (m g) - 1) times the support, of one leg that carries all.
TEST(LegForce, MakesTheTransferLastAsLongAsTheBodyFalls) {
  GaitPlan p;
  p.leg_force = Curve(2.5);
  p.design.body_speed = Curve(2.0);
  p.design.stroke = Curve(0.5);
  StepSpec step;
  step.height = 0.1;
  std::string problem;
  const auto times = solve_gait(p.design_at(0, 1), arc_length_of(step), problem);
  ASSERT_TRUE(times) << problem;
  EXPECT_NEAR(times->support_duration, 0.25, 1e-12);
  EXPECT_NEAR(times->transfer_duration, (2.5 - 1) * 0.25, 1e-12);
}

TEST(LegForce, MayBeALegsOwn) {
  GaitPlan p = plan();
  p.legs[0].leg_force = Curve(1.6);
  const std::vector<double> shares = p.shares(four_legs());
  EXPECT_NEAR(p.duty_factor("a", shares[0], {}, 0), 0.25, 1e-12);
  EXPECT_NEAR(p.duty_factor("b", shares[1], {}, 0), 0.25, 1e-12);
  p.legs[0].leg_force.reset();
  p.legs[0].duty_factor = Curve(0.7);
  EXPECT_NEAR(p.duty_factor("a", shares[0], {}, 0), 0.7, 1e-12);
}

TEST(LegForce, ThatACueSetsReplacesTheGaits) {
  GaitPlan p = plan();
  const std::vector<double> shares = p.shares(four_legs());
  EXPECT_NEAR(p.duty_factor("b", shares[1], {}, 0, 0.4), 0.5, 1e-12);
  p.leg_force.reset();
  GaitTimes times;
  times.duty_factor = 0.6;
  EXPECT_EQ(p.duty_factor("b", shares[1], times, 0), 0.6);
}

TEST(Quantities, OfADesignAreFoundByTheirKeys) {
  GaitDesign design;
  design.period = 0.5;
  design.leg_speed = 3;
  EXPECT_EQ(quantities_of(design), (std::vector<std::string>{"period", "leg_speed"}));
  *find_quantity(design, "leg_speed") = 4;
  EXPECT_EQ(*design.leg_speed, 4);
  EXPECT_EQ(find_quantity(design, "stroke"), nullptr);
  EXPECT_EQ(find_quantity(design, "place"), nullptr);
}

}  // namespace
}  // namespace gambol
