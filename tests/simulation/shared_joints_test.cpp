// Skills over others: two servos on one knee.

#include <gtest/gtest.h>

#include "simulation/state/state_visitors.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

// The second is stiff, too, and has the weight.
MotionSpec two_servos(const Curve& weight, bool active = true) {
  MotionSpec m = with_servo(pendulum(), servo_along(Curve(0.2), 4, 2));
  m.figures[0].fixed_root = true;
  m.world.gravity.setZero();
  ControllerSpec over = m.figures[0].controllers[0];
  over.name = "over";
  over.kind = servo_along(Curve(0.6), 4, 2);
  over.weight = weight;
  over.active = active;
  m.figures[0].controllers.push_back(over);
  return m;
}

double rests_at(const MotionSpec& m, double time = 8) {
  Simulator s(m);
  s.advance(time);
  return s.state().figures[0].q[7];
}

TEST(SkillsOverOthers, TakeOverByTheirWeight) {
  EXPECT_NEAR(rests_at(two_servos(Curve(1.0))), 0.6, 1e-3);
  EXPECT_NEAR(rests_at(two_servos(Curve(0.0))), 0.2, 1e-3);
  EXPECT_NEAR(rests_at(two_servos(Curve(0.25))), 0.3, 1e-3);
  const Curve comes_and_goes = [] {
    Curve c;
    c.keys = {{1, 0, Interpolation::ease}, {1.5, 1}, {4, 1, Interpolation::ease}, {4.5, 0}};
    return c;
  }();
  EXPECT_NEAR(rests_at(two_servos(comes_and_goes), 4), 0.6, 0.02);
  EXPECT_NEAR(rests_at(two_servos(comes_and_goes), 12), 0.2, 1e-3);
}

// Of one without a share nothing is left: to the bit.
TEST(SkillsOverOthers, LeaveNothingBehind) {
  MotionSpec alone = two_servos(Curve(0.0));
  alone.figures[0].controllers.pop_back();
  EXPECT_EQ(rests_at(two_servos(Curve(0.0)), 0.7), rests_at(alone, 0.7));
  EXPECT_EQ(rests_at(two_servos(Curve(1.0), false), 0.7), rests_at(alone, 0.7));
}

// A state that is stored while both command goes on as if it had not been.
TEST(SkillsOverOthers, AreInTheState) {
  const MotionSpec m = two_servos(Curve(0.25));
  Simulator whole(m), other(m);
  whole.advance(0.3);
  const State middle = whole.state();
  other.go_on(middle, {});
  whole.advance(0.6);
  other.advance(0.6);
  EXPECT_EQ(state_hash(whole.state()), state_hash(other.state()));
}

}  // namespace
}  // namespace gambol::testing
