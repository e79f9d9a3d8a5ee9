// Turning by uneven stroke.

#include "control/oscillators/steering.h"

#include <gtest/gtest.h>

#include "control/gait_alone.h"
#include "dynamics/momentum.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

OscillatorGaitSpec walking() {
  OscillatorGaitSpec spec;
  spec.frequency = Curve(5);
  return spec;
}

PathSpec line_along_x() {
  PathSpec path;
  path.points.resize(2);
  path.points[1].at = Vec3(1, 0, 0);
  path.look_ahead = 0.1;
  return path;
}

// With the centre of mass there.
void stand_at(Gait& g, double x, double y, double heading) {
  g.q[3] = std::cos(heading / 2);
  g.q[6] = std::sin(heading / 2);
  update_kinematics(g.model, g.q, g.v, g.work);
  const Vec3 com = momentum(g.model, g.work).com;
  g.q[0] += x - com.x();
  g.q[1] += y - com.y();
  update_kinematics(g.model, g.q, g.v, g.work);
}

double turn_of(const Gait& g) { return g.command.outputs.back(); }

// The range over which the coxa of a leg is swung. The program's is -0.5 to 0.5.
double swing(const OscillatorGaitSpec& spec, const std::string& coxa) {
  Gait g(spec);
  const int dof = g.model.dof_of(coxa);
  double low = 1, high = -1;
  for (g.run(1); g.ticks * g.tick < 2;) {
    g.run((g.ticks + 1) * g.tick);
    for (std::size_t a = 0; a < g.actuators.size(); ++a) {
      if (g.actuators[a].dof != dof) continue;
      const double rest = rest_position(g.actuators[a], g.command.actuators[a], g.ticks * g.tick);
      low = std::min(low, rest);
      high = std::max(high, rest);
    }
  }
  EXPECT_NEAR(low, -high, 0.02);  // about its middle
  return high - low;
}

TEST(Steering, SwingsTheInnerLegsLess) {
  OscillatorGaitSpec spec = walking();
  EXPECT_NEAR(swing(spec, "middle_left_coxa"), 1, 0.02);
  spec.turn = Curve(0.5);
  spec.turn_stroke = 0.6;
  EXPECT_NEAR(swing(spec, "middle_left_coxa"), 0.7, 0.02);
  EXPECT_NEAR(swing(spec, "back_right_coxa"), 1.3, 0.02);
  spec.turn = Curve(-1);
  EXPECT_NEAR(swing(spec, "front_left_coxa"), 1.6, 0.02);
  EXPECT_NEAR(swing(spec, "front_right_coxa"), 0.4, 0.02);
}

TEST(Steering, TurnsAsACueAsked) {
  OscillatorGaitSpec spec = walking();
  spec.turn = Curve(-1);
  Gait g(spec);
  g.run(0.5);
  EXPECT_DOUBLE_EQ(turn_of(g), -1);
  g.goals.set.push_back({"turn", Ramp{1, 2, -1, 0.5}});
  g.run(1.5);
  EXPECT_NEAR(turn_of(g), -0.25, 2e-3);  // half-way, a tick early
  g.run(2.5);
  EXPECT_DOUBLE_EQ(turn_of(g), 0.5);
}

TEST(Steering, HeadsForThePath) {
  OscillatorGaitSpec spec = walking();
  spec.path = line_along_x();
  const auto turn = [&](double y, double heading) {
    Gait g(spec);
    stand_at(g, 0.3, y, heading);
    g.run(0.001);
    return turn_of(g);
  };
  EXPECT_NEAR(turn(0, 0), 0, 1e-9);
  EXPECT_GT(turn(-0.02, 0), 0.1);  // right of it: to the left
  EXPECT_NEAR(turn(-0.02, 0), -turn(0.02, 0), 1e-9);
  EXPECT_LT(turn(0, 0.3), -0.1);
  EXPECT_DOUBLE_EQ(turn(0, 3), -1);
  EXPECT_DOUBLE_EQ(turn(0, -3), 1);  // the short way round
}

TEST(Steering, AveragesTheHeadingOverACycle) {
  OscillatorGaitSpec spec = walking();
  spec.path = line_along_x();
  Gait g(spec);
  stand_at(g, 0.3, 0, 0);
  g.run(0.1);
  stand_at(g, 0.3, 0, 0.2);  // as the body wiggles
  g.run(0.11);
  EXPECT_GT(turn_of(g), -0.1 * 2 * 0.2);
  g.run(2.5);  // ten cycles
  EXPECT_NEAR(turn_of(g), -2 * 0.2, 0.01);
}

TEST(Steering, StopsAtTheEndOfAnOpenPath) {
  OscillatorGaitSpec spec = walking();
  spec.path = line_along_x();
  Gait g(spec);
  stand_at(g, 0.5, 0, 0);
  g.run(1);
  for (double x = 0.5; x < 1.05; x += 0.01) {
    stand_at(g, x, 0, 0);
    g.run(g.ticks * g.tick + 0.02);
  }
  g.run(g.ticks * g.tick + 0.1);
  const auto before = g.steps;
  g.run(g.ticks * g.tick + 1);
  for (const auto& [leg, steps] : before) {
    EXPECT_GE(steps.begun.size(), 5u);
    EXPECT_EQ(g.steps[leg].begun.size(), steps.begun.size()) << leg;
  }
  spec.path->points.push_back({{}, Vec3(0.5, 1, 0)});
  spec.path->closed = true;
  Gait round(spec);
  stand_at(round, 1, 0, 0);
  round.run(2);
  EXPECT_GE(round.steps["middle_left"].begun.size(), 9u);
}

}  // namespace
}  // namespace gambol::testing
