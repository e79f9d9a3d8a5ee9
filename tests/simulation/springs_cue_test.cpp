// Cues and motor programs that turn springs on and off, and make them stronger or weaker.

#include <gtest/gtest.h>

#include "shot/controllers/controller_kinds.h"
#include "simulation/simulator.h"
#include "simulation/state/state_visitors.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// Joints b and c with a linear spring each, and a damper on b.
FigureSpec sprung_links() {
  FigureSpec f = three_links();
  ActuatorSpec spring, damper;
  spring.type = ActuatorType::linear_spring;
  spring.stiffness = 20;
  spring.joints = {"b", "c"};
  damper.damping = 1;
  damper.joints = {"b"};
  f.actuators = {spring, damper};
  return f;
}

CueSpec springs_cue(double at, const std::string& joint) {
  CueSpec c;
  c.name = "springs";
  c.at = at;
  c.springs.emplace();
  c.springs->joints = {joint};
  return c;
}

const ActuatorCommand& command(const Simulator& s, int actuator) {
  return s.state().figures[0].command.actuators[actuator];
}

TEST(SpringCues, TurnSpringsOnWhereTheirJointsAre) {
  MotionSpec m = free_motion(sprung_links());
  m.figures[0].slack = {"b"};
  m.cues = {springs_cue(0.3, "b")};
  m.cues[0].springs->on = true;
  m.cues[0].springs->here = true;
  Simulator s(m);
  s.state().figures[0].v[6] = 2;
  s.advance(0.299);
  EXPECT_FALSE(command(s, 0).on);
  EXPECT_TRUE(command(s, 1).on);
  EXPECT_TRUE(command(s, 2).on);  // the damper
  s.advance(0.3);
  const double there = s.state().figures[0].q[7];
  EXPECT_GT(std::abs(there), 0.05);
  s.advance(0.31);
  EXPECT_TRUE(command(s, 0).on);
  EXPECT_FALSE(command(s, 1).has_rest);
  const Actuator& spring = s.figures()[0]->actuators()[0];
  EXPECT_NEAR(rest_position(spring, command(s, 0), 1), there, 1e-9);
  s.advance(10);
  EXPECT_NEAR(s.state().figures[0].q[7], there, 1e-2);
}

// A spring that grows over a time begins from nothing if it was off, else from what it was.
TEST(SpringCues, ChangeTheStrengthOverATime) {
  for (bool off : {true, false}) {
    MotionSpec m = free_motion(sprung_links());
    if (off) m.figures[0].slack = {"b"};
    m.cues = {springs_cue(0.2, "b")};
    m.cues[0].springs->on = true;
    m.cues[0].springs->strength = 3;
    m.cues[0].over = 0.4;
    Simulator s(m);
    s.advance(0.25);
    EXPECT_NEAR(command(s, 0).strength_at(0.2), off ? 0 : 1, 1e-12);
    EXPECT_NEAR(command(s, 0).strength_at(0.4), off ? 1.5 : 2, 1e-12);
    EXPECT_EQ(command(s, 0).strength_at(0.7), 3);
    EXPECT_FALSE(command(s, 1).strength);
    EXPECT_FALSE(command(s, 2).strength);
  }
}

// What a cue makes stronger moves as a figure whose file has the stronger spring.
TEST(SpringCues, MakeAFigureWithOtherSprings) {
  MotionSpec cued = free_motion(sprung_links());
  cued.cues = {springs_cue(0, "*")};
  cued.cues[0].springs->strength = 2.5;
  FigureSpec strong = sprung_links();
  strong.actuators[0].stiffness *= 2.5;
  Simulator a(cued), b(free_motion(strong));
  for (Simulator* s : {&a, &b}) {
    s->state().figures[0].v[6] = 3;
    s->state().figures[0].v[7] = -2;
    s->advance(1);
  }
  EXPECT_LT((a.state().figures[0].q - b.state().figures[0].q).norm(), 1e-8);
}

TEST(SpringCues, TurnSpringsOff) {
  MotionSpec m = free_motion(sprung_links());
  m.cues = {springs_cue(0, "*")};
  m.cues[0].springs->on = false;
  FigureSpec bare = sprung_links();
  bare.actuators.erase(bare.actuators.begin());
  Simulator a(m), b(free_motion(bare));
  for (Simulator* s : {&a, &b}) {
    s->state().figures[0].q[7] = 0.4;
    s->state().figures[0].v[7] = -2;
    s->advance(1);
  }
  EXPECT_LT((a.state().figures[0].q - b.state().figures[0].q).norm(), 1e-8);
}

TEST(MotorPrograms, ChangeTheStrengthOfSprings) {
  FigureSpec figure = sprung_links();
  RampSpec stiffen{Place(), "b", 0, 0.25, 0.5};
  stiffen.strength = 3;
  figure.motor_programs = {{Place(), "brace", {{Place(), "b", 0.8, 0, 1}, stiffen}}};
  MotionSpec m = free_motion(figure);
  ControllerSpec script;
  script.name = "script";
  script.tick = 0.01;
  script.kind = MotorScriptSpec{};
  m.figures[0].controllers = {script};
  CueSpec run;
  run.name = "run";
  run.at = 0.2;
  run.run = "brace";
  run.over = 0.4;
  m.cues = {run};
  Simulator s(m);
  s.advance(0.45);
  EXPECT_NEAR(command(s, 0).strength_at(0.3), 1, 1e-9);
  EXPECT_NEAR(command(s, 0).strength_at(0.4), 2, 1e-9);
  EXPECT_NEAR(command(s, 0).strength_at(0.6), 3, 1e-9);
  EXPECT_NEAR(rest_position(s.figures()[0]->actuators()[0], command(s, 0), 0.6), 0.8, 1e-9);
  EXPECT_FALSE(command(s, 1).strength);
}

// A table: a first part from where the spring rests, an eased one, a jump; and another program
// takes more ramps than there are bits in a word.
TEST(MotorPrograms, GoThroughATableOfPositions) {
  FigureSpec figure = sprung_links();
  RampSpec table{Place(), "b", 0, 0.2, 0.5};
  table.through = Curve();
  table.through->keys = {{0.4, 1.0, Interpolation::ease},
                         {0.8, 3.0, Interpolation::step},
                         {1.0, 2.0, Interpolation::linear}};
  RampSpec many{Place(), "c", 0, 0, 1};
  many.through = Curve();
  many.through->keys.clear();
  for (int k = 1; k <= 100; ++k)
    many.through->keys.push_back({k / 100.0, k % 2 ? 1.0 : 0.0, Interpolation::linear});
  figure.motor_programs = {{Place(), "go", {table, many}}};
  MotionSpec m = free_motion(figure);
  ControllerSpec script;
  script.name = "script";
  script.tick = 1e-3;
  script.kind = MotorScriptSpec{};
  m.figures[0].controllers = {script};
  CueSpec run;
  run.name = "run";
  run.at = 1;
  run.run = "go";
  run.over = 10;
  m.cues = {run};
  Simulator s(m);
  const auto rest = [&](int spring, double t) {
    s.advance(t);
    return rest_position(s.figures()[0]->actuators()[spring], command(s, spring), t);
  };
  const double before = rest(0, 2);  // the table begins at 3 s and takes 5 s
  EXPECT_NEAR(rest(0, 4), (before + 1) / 2, 2e-3);
  EXPECT_NEAR(rest(0, 5.5), 1 + 2 * 0.15625, 2e-3);  // a quarter of the way, by smoothstep
  EXPECT_NEAR(rest(0, 6), 2, 2e-3);
  EXPECT_NEAR(rest(0, 7.9), 3, 1e-9);
  EXPECT_NEAR(rest(1, 8.05), 0.5, 2e-2);
  EXPECT_NEAR(rest(0, 8.1), 2, 1e-9);
  EXPECT_NEAR(rest(1, 9.1), 1, 2e-2);  // its 81st piece
}

TEST(SpringCues, LeaveTheHashOfAStateWithoutThem) {
  Simulator s(free_motion(sprung_links()));
  State state = s.state();
  StateHasher before;
  before(state);
  StateWriter stored;
  stored(state);
  EXPECT_LT(before.bytes.size(), stored.bytes.size());
  state.figures[0].command.actuators[0].strength = Ramp{0, 1, 1, 2};
  StateHasher after;
  after(state);
  EXPECT_NE(before.bytes, after.bytes);
  StateWriter changed;
  changed(state);
  State back;
  StateReader(changed.bytes)(back);
  EXPECT_EQ(state_hash(back), state_hash(state));
}

}  // namespace
}  // namespace gambol::testing
