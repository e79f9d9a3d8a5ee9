// Reflexes of a gait whose legs feel what the test says they feel.

#include "control/oscillators/reflexes.h"

#include <gtest/gtest.h>

#include <array>

#include "base/gravity.h"
#include "control/gait_alone.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

enum LegOf { front_left, middle_left, back_left, front_right, middle_right, back_right };

// Triggers that the still figure of the test does not reach: its legs bear next to nothing, and
// torque and position are 0.
ReflexSpec reflexes() {
  ReflexSpec spec;
  for (const LegSpec& leg : hexapod().legs) {
    LegReflexSpec l;
    l.name = leg.name;
    l.step = TriggerSpec{{}, 0.4, Beyond::above};
    l.load = 0.1;
    l.obstacle = TriggerSpec{{}, -0.5, Beyond::below};
    l.landed = {0.9, 0.3};  // in the first half of a step, and in the second
    l.tipping = 0.4;
    l.ground_time = 0.1;
    l.overlap = 0.02;
    spec.legs.push_back(l);
  }
  return spec;
}

struct Feeling : Gait {
  explicit Feeling(double frequency, const ReflexSpec& spec = reflexes(),
                   const FigureSpec& of = hexapod())
      : Gait(gait_of(frequency, spec), of) {
    for (std::size_t leg = 0; leg < figure.legs.size(); ++leg) set_ground(leg, true);
  }
  static OscillatorGaitSpec gait_of(double frequency, const ReflexSpec& spec) {
    OscillatorGaitSpec g;
    g.frequency = Curve(frequency);
    g.reflexes = spec;
    return g;
  }
  int dof(std::size_t leg, const char* part) const {
    return model.dof_of(figure.legs[leg].name + part);
  }
  void set_angle(std::size_t leg, double q_upper) { q[model.dofs[dof(leg, "_coxa")].q] = q_upper; }
  // In weights of the figure, upwards.
  void set_load(std::size_t leg, double weights) {
    set_ground(leg, true);
    contacts.back().force.z() = weights * model.mass * standard_gravity;
  }
  void set_stop(std::size_t leg, double torque) { work.force[dof(leg, "_coxa")] = torque; }
  void set_ground(std::size_t leg, bool there) {
    const int foot = model.body_index(figure.legs[leg].name + "_femur");
    std::erase_if(contacts, [&](const GroundContact& c) { return c.body == foot; });
    if (!there) return;
    GroundContact c;
    c.body = foot;
    c.force = Vec3(0, 0, 1e-6);
    contacts.push_back(c);
  }
  double rest(std::size_t leg, const char* part, double time) const {
    const int j = dof(leg, part);
    for (std::size_t a = 0; a < actuators.size(); ++a) {
      if (actuators[a].dof == j) return rest_position(actuators[a], command.actuators[a], time);
    }
    return NAN;
  }
  double action(std::size_t leg) const { return command.outputs[1 + 2 * figure.legs.size() + leg]; }
  void run_for(double seconds) { run(static_cast<double>(ticks) * tick + seconds); }
  // Until the leg is stepping, or is not.
  void run_until(std::size_t leg, bool steps) {
    for (int k = 0; k < 3000 && stepping(leg) != steps; ++k) run_for(tick);
    ASSERT_EQ(stepping(leg), steps);
  }
};

class AllPaces : public ::testing::TestWithParam<double> {};

TEST_P(AllPaces, UndisturbedTheyDoNothing) {
  Feeling with(GetParam());
  Feeling without(GetParam(), [] {
    ReflexSpec none;
    none.neighbours = false;
    return none;
  }());
  for (int k = 0; k < 3000; ++k) {
    with.run_for(1e-3);
    without.run_for(1e-3);
    ASSERT_EQ(with.command.outputs, without.command.outputs) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(FromWaveToTripod, AllPaces, ::testing::Values(0.7, 2, 3.3, 5, 7.1, 9, 10));

TEST(StepReflex, MakesALegBentBackStep) {
  Feeling g(1);
  g.run(0.31);
  ASSERT_FALSE(g.stepping(front_left));
  g.set_angle(front_left, 0.45);
  g.run_for(1e-3);
  EXPECT_TRUE(g.stepping(front_left));
  EXPECT_EQ(g.action(front_left), static_cast<double>(ReflexAction::stepped));
}

TEST(StepReflex, KnowsWhichWayIsBack) {
  ReflexSpec spec = reflexes();
  spec.legs[front_left].step = TriggerSpec{{}, -0.4, Beyond::below};
  Feeling g(1, spec);
  g.run(0.31);
  g.set_angle(front_left, 0.45);
  g.run_for(5e-3);
  EXPECT_FALSE(g.stepping(front_left));
  g.set_angle(front_left, -0.45);
  g.run_for(1e-3);
  EXPECT_TRUE(g.stepping(front_left));
}

// "The potential stepping state does not change to stepping until the reflex is inactive."
TEST(LoadReflex, HoldsAStepBackUntilTheLoadIsOff) {
  Feeling g(5);
  g.set_load(middle_right, 0.2);
  g.run(0.9);
  EXPECT_TRUE(g.steps["middle_right"].begun.empty());
  EXPECT_GE(g.steps["middle_left"].begun.size(), 4u);
  EXPECT_EQ(g.action(middle_right), static_cast<double>(ReflexAction::held_by_load));
  g.set_load(middle_right, 0.05);
  g.run_for(0.06);
  EXPECT_EQ(g.steps["middle_right"].begun.size(), 1u);
}

TEST(LoadReflex, HoldsTheStepReflexBackToo) {
  Feeling g(1);
  g.run(0.31);
  g.set_angle(front_left, 0.45);
  g.set_load(front_left, 0.2);
  g.run_for(0.01);
  EXPECT_FALSE(g.stepping(front_left));
  g.set_angle(front_left, 0);  // it stays wanted
  g.set_load(front_left, 0);
  g.run_for(1e-3);
  EXPECT_TRUE(g.stepping(front_left));
}

TEST(Neighbours, HoldEachOtherBack) {
  for (const auto& [leg, neighbour] : std::vector<std::pair<int, int>>{
           {middle_left, front_left}, {middle_left, back_left}, {middle_left, middle_right}}) {
    Feeling g(1);
    g.run(0.06);
    g.run_until(neighbour, true);
    g.set_angle(leg, 0.45);
    g.run_for(0.02);
    EXPECT_FALSE(g.stepping(leg)) << neighbour;
    EXPECT_EQ(g.action(leg), static_cast<double>(ReflexAction::held_by_neighbour));
    g.run_until(neighbour, false);
    EXPECT_TRUE(g.stepping(leg)) << "waits no longer than its neighbour steps";
  }
}

TEST(Neighbours, AreTheNextLegsThatAreThere) {
  FigureSpec figure = hexapod();
  figure.legs.erase(figure.legs.begin() + middle_left);
  Feeling g(1, reflexes(), figure);
  const std::size_t front = 0, back = 1;
  g.run(0.06);
  g.run_until(back, true);
  g.set_angle(front, 0.45);
  g.run_for(0.02);
  EXPECT_FALSE(g.stepping(front));
}

// Over a hole the locust lifts both middle legs at once while the other four stand.
TEST(Neighbours, LetTheMiddlePairLiftOverAHole) {
  for (bool hole : {false, true}) {
    for (bool allowed : {false, true}) {
      ReflexSpec spec = reflexes();
      spec.middle_pair = allowed;
      Feeling g(1, spec);
      g.run(0.06);
      if (hole) g.set_ground(middle_left, false);
      g.run_until(middle_left, true);
      g.run_until(middle_left, false);
      g.run_for(0.08);  // the leg in front has stepped too
      g.set_angle(middle_left, 0.45);
      g.run_for(2e-3);
      g.set_angle(middle_right, 0.45);
      g.run_for(0.02);
      ASSERT_TRUE(g.stepping(middle_left));
      EXPECT_EQ(g.stepping(middle_right), hole && allowed);
    }
  }
}

TEST(Elevator, LiftsALegThatIsStopped) {
  ReflexSpec spec = reflexes();
  spec.elevator = LiftSpec{{}, 0.6, 0.01, 0.02};
  Feeling g(2, spec);
  g.run(0.06);
  g.run_until(back_left, true);
  const double before = g.rest(back_left, "_femur", 0.001 * g.ticks);
  g.run_for(0.01);
  EXPECT_DOUBLE_EQ(g.rest(back_left, "_femur", 0.001 * g.ticks), before);
  g.set_stop(back_left, -0.6);
  g.run_for(1e-3);
  EXPECT_EQ(g.action(back_left), static_cast<double>(ReflexAction::lifted));
  g.set_stop(back_left, 0);
  g.run_for(0.015);
  EXPECT_NEAR(g.rest(back_left, "_femur", 0.001 * g.ticks), before + 0.6, 1e-12);
}

TEST(Elevator, LiftsFurtherWhileALegIsStillStopped) {
  ReflexSpec spec = reflexes();
  spec.elevator = LiftSpec{{}, 0.3, 0.01, 0.02};
  spec.raised = 0;
  Feeling g(2, spec);
  g.run(0.06);
  g.run_until(back_left, true);
  const double before = g.rest(back_left, "_femur", 0.001 * g.ticks);
  g.set_stop(back_left, -0.6);
  g.run_for(0.035);  // at once, and once more
  EXPECT_NEAR(g.rest(back_left, "_femur", 0.001 * g.ticks), before + 0.6, 1e-12);
}

// Coming off the ground a leg still bears, and coming down the ground stops it: neither is an
// obstacle. A step lasts 50 ms.
TEST(Elevator, FeelsObstaclesOnlyWhileTheLegRises) {
  for (const auto& [from, lifts] :
       std::vector<std::pair<double, bool>>{{0.001, false}, {0.012, true}, {0.03, false}}) {
    ReflexSpec spec = reflexes();
    spec.elevator = LiftSpec{{}, 0.6, 0.01, 0.02};
    Feeling g(2, spec);
    g.run(0.06);
    g.run_until(back_left, true);
    const double before = g.rest(back_left, "_femur", 0.001 * g.ticks);
    g.run_for(from);
    g.set_stop(back_left, -0.6);
    g.run_for(0.005);
    g.set_stop(back_left, 0);
    g.run_for(0.015);
    EXPECT_NEAR(g.rest(back_left, "_femur", 0.001 * g.ticks), before + (lifts ? 0.6 : 0), 1e-12)
        << from;
  }
}

struct Step {
  double duration = 0, stance_rest = 0;
  bool landed = false;
};

// A step of a leg that bears so many weights from some time in its step on.
Step step_bearing(double from, double weights, const ReflexSpec& spec) {
  Feeling g(2, spec);
  g.run(0.06);
  g.run_until(back_left, true);
  g.set_ground(back_left, false);
  g.run_for(from);
  g.set_load(back_left, weights);
  Step step;
  while (g.stepping(back_left) && g.ticks < 2000) {
    g.run_for(g.tick);
    step.landed |= g.action(back_left) == static_cast<double>(ReflexAction::landed);
  }
  const Steps& s = g.steps["back_left"];
  step.duration = s.ended.back() - s.begun.back();
  step.stance_rest = g.rest(back_left, "_coxa", 0.001 * g.ticks + 1);
  return step;
}

TEST(Landing, EndsTheStepOfALegThatComesDownAndBears) {
  const Step step = step_bearing(0.035, 0.4, reflexes());
  EXPECT_TRUE(step.landed);
  EXPECT_NEAR(step.duration, 0.036, 1.5e-3);
  EXPECT_GT(step.stance_rest, 0.49) << "its stance begins";
}

TEST(Landing, NeedsTheSecondHalfOfTheStepAndLoad) {
  EXPECT_NEAR(step_bearing(0.01, 0.4, reflexes()).duration, 0.026, 1.5e-3);
  ReflexSpec off = reflexes();
  off.landing = false;
  for (const Step& step : {step_bearing(0.035, 0.2, reflexes()), step_bearing(0.035, 0.4, off)}) {
    EXPECT_FALSE(step.landed);
    EXPECT_NEAR(step.duration, 0.05, 1e-9);
  }
}

// What a leg bears at a place of its step is compared with that tenth, or half, of its steps.
TEST(Landing, ComparesWithThatPartOfAStep) {
  ReflexSpec spec = reflexes();
  spec.lowering = 0;
  spec.raised = 0;
  EXPECT_NEAR(step_bearing(0.01, 0.4, spec).duration, 0.026, 1.5e-3) << "0.9 until half the step";
  EXPECT_NEAR(step_bearing(0.01, 1.0, spec).duration, 0.011, 1.5e-3);
}

// The legs of the left side bear alone. A step lasts 50 ms: at a weight, 0.4 of one are 20 ms.
TEST(Yield, GivesWayToABodyThatTipsOverALeg) {
  for (const auto& [weights, across, after] : std::vector<std::array<double, 3>>{
           {1, 0, 0.021}, {2, 0, 0.011}, {1, 0.1, 1}, {0.01, 0, 1}}) {
    ReflexSpec spec = reflexes();
    spec.yield = LiftSpec{{}, 0.2, 0.01, 1};
    Feeling g(1, spec);
    g.run(0.31);
    for (int leg : {front_right, middle_right, back_right}) g.set_ground(leg, false);
    if (across > 0) g.set_load(middle_right, across);
    const double before = g.rest(front_left, "_femur", 0.001 * g.ticks);
    g.set_load(front_left, weights);
    double yielded = 1;
    for (int k = 1; k < 100 && yielded == 1; ++k) {
      g.run_for(g.tick);
      if (g.action(front_left) == static_cast<double>(ReflexAction::yields)) yielded = k * g.tick;
    }
    EXPECT_NEAR(yielded, after, 1.5e-3) << weights << ", across " << across;
    g.run_for(0.02);
    EXPECT_NEAR(g.rest(front_left, "_femur", 0.001 * g.ticks), before + (after < 1 ? 0.2 : 0),
                1e-12);
  }
}

TEST(Search, ReachesDownAndSweepsUntilThereIsGround) {
  ReflexSpec spec = reflexes();
  spec.search = SearchSpec{{}, -0.4, 0.3, 0.04, 2};
  Feeling g(2, spec);
  g.run(0.06);
  g.set_ground(back_left, false);
  g.run_until(back_left, true);
  g.run_until(back_left, false);
  const double down = g.rest(back_left, "_femur", 0.001 * g.ticks);
  g.run_for(0.01);
  const double middle = g.rest(back_left, "_coxa", 0.001 * g.ticks);
  double least = 1e9, most = -1e9;
  for (int k = 0; k < 200; ++k) {
    g.run_for(1e-3);
    EXPECT_EQ(g.action(back_left), static_cast<double>(ReflexAction::searches));
    least = std::min(least, g.rest(back_left, "_coxa", 0.001 * g.ticks));
    most = std::max(most, g.rest(back_left, "_coxa", 0.001 * g.ticks));
  }
  EXPECT_NEAR(most - least, 0.6, 0.02);
  EXPECT_NEAR((most + least) / 2, middle, 0.1);
  EXPECT_NEAR(g.rest(back_left, "_femur", 0.001 * g.ticks), down - 0.4, 1e-12);
  g.set_ground(back_left, true);
  g.run_for(2e-3);
  EXPECT_EQ(g.action(back_left), 0);
  EXPECT_GT(g.rest(back_left, "_coxa", 0.001 * g.ticks + 1), 0.49) << "pushes as it would have";
}

TEST(Search, DoesNotBeginBeforeTheUsualTime) {
  ReflexSpec spec = reflexes();
  spec.search = SearchSpec{{}, -0.4, 0.3, 0.04, 2};
  Feeling g(2, spec);
  g.run(0.06);
  g.set_ground(back_left, false);
  g.run_until(back_left, true);
  g.run_until(back_left, false);
  g.run_for(0.004);
  g.set_ground(back_left, true);
  g.run_for(1e-3);
  g.set_ground(back_left, false);  // lifted by the body: it has stood
  g.run_for(0.05);
  EXPECT_EQ(g.action(back_left), 0);
}

}  // namespace
}  // namespace gambol::testing
