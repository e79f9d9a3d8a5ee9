// Cues that happen more than once, and cues that wait for another one and then for a condition.

#include <gtest/gtest.h>

#include <numbers>

#include "shot/controllers/controller_kinds.h"
#include "simulation/simulator.h"
#include "simulation/state/state_visitors.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

CueSpec when(const std::string& name, const std::string& condition, bool repeats) {
  CueSpec c;
  c.name = name;
  c.when = condition;
  c.repeats = repeats;
  return c;
}

CueSpec after(const std::string& name, const std::string& cue, bool repeats) {
  CueSpec c;
  c.name = name;
  c.after = cue;
  c.repeats = repeats;
  return c;
}

std::vector<double> times_of(const Simulator& s, const std::string& mark) {
  std::vector<double> times;
  for (const Mark& m : s.marks())
    if (m.name == mark) times.push_back(m.time);
  return times;
}

// Joint b goes up and down between 0 and 1 rad at 1 rad/s, three times in 6 s; the root stands.
MotionSpec sawing() {
  FigureSpec f = pendulum();
  JointSpec& joint = f.bodies[1].joint;
  joint.drive = Drive::follow;
  joint.motion = Curve();
  for (int k = 0; k <= 6; ++k)
    joint.motion->keys.push_back({1.0 * k, k % 2 ? 1.0 : 0.0, Interpolation::linear});
  MotionSpec m = free_motion(f);
  m.figures[0].fixed_root = true;
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 1e-3;
  return m;
}

void expect_times(const std::vector<double>& times, const std::vector<double>& expected) {
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 2e-3) << k;
}

TEST(RepeatingCues, HappenEachTimeThatTheirConditionComesTrue) {
  MotionSpec m = sawing();
  m.cues = {when("again", "b above 0.25 rad", true), when("once", "b above 0.25 rad", false),
            when("later", "b above 0.25 rad + 0.2 s", true)};
  Simulator s(m);
  s.advance(6);
  expect_times(times_of(s, "again"), {0.25, 2.25, 4.25});
  expect_times(times_of(s, "once"), {0.25});
  expect_times(times_of(s, "later"), {0.45, 2.45, 4.45});
}

TEST(RepeatingCues, FollowACueThatRepeats) {
  MotionSpec m = sawing();
  m.cues = {when("up", "b above 0.5 rad", true), after("every", "up + 0.1 s", true),
            after("first", "up + 0.1 s", false)};
  Simulator s(m);
  s.advance(6);
  expect_times(times_of(s, "every"), {0.6, 2.6, 4.6});
  expect_times(times_of(s, "first"), {0.6});
}

// Every second: the condition is true in between, and does not count.
TEST(RepeatingCues, WithAfterAndWhenHappenOnceForEachCueThatTheyFollow) {
  MotionSpec m = sawing();
  CueSpec top = after("top", "up + 1 s", true), low = after("low", "up", false);
  top.when = "b above 0.2 rad";
  low.when = "b below 0.1 rad + 50 ms";
  m.cues = {when("up", "b above 0.5 rad", true), top, low};
  Simulator s(m);
  s.advance(6);
  // 1 s after 0.5 s, the joint comes down through 0.5 rad.
  expect_times(times_of(s, "top"), {1.5, 3.5, 5.5});
  expect_times(times_of(s, "low"), {1.95});
}

// Each makes the other's condition true by setting the rate of the joint at once.
TEST(RepeatingCues, HappenAtMostOnceAtOneTime) {
  MotionSpec m = free_motion(pendulum());
  m.figures[0].fixed_root = true;
  const auto turn = [](const char* name, const char* condition, double rate) {
    CueSpec c = when(name, condition, true);
    c.kick.emplace();
    c.kick->figures = {"*"};
    RateSpec to;
    to.name = "b";
    to.to = rate;
    c.kick->rates = {to};
    return c;
  };
  m.cues = {turn("back", "b rate above 0.1 rad/s", -0.5),
            turn("forth", "b rate below -0.1 rad/s", 0.5)};
  CueSpec go = m.cues[0];
  go.name = "go";
  go.when.clear();
  go.repeats = false;
  go.at = 0.1;
  go.kick->rates[0].to = 0.5;
  m.cues.push_back(go);
  Simulator s(m);
  s.advance(0.2);
  expect_times(times_of(s, "back"), {0.1});
  expect_times(times_of(s, "forth"), {0.1});
}

// What has been noticed of conditions is a part of the state.
TEST(RepeatingCues, GoOnFromAState) {
  MotionSpec m = sawing();
  m.cues = {when("again", "b above 0.25 rad", true), after("next", "again + 1.2 s", true)};
  m.cues[1].when = "b above 0.1 rad";
  Simulator whole(m), first(m), second(m);
  whole.advance(6);
  first.advance(3.1);
  second.state() = first.state();
  second.advance(6);
  EXPECT_EQ(state_hash(whole.state()), state_hash(second.state()));
  expect_times(times_of(whole, "next"), {1.45, 3.45, 5.45});
  expect_times(times_of(second, "next"), {3.45, 5.45});
}

}  // namespace
}  // namespace gambol::testing
