// Every member of State counts, survives being written and read, and moves with its clock.

#include <gtest/gtest.h>

#include "control/controller_memory.h"
#include "simulation/simulator.h"
#include "simulation/state/state_visitors.h"

namespace gambol {
namespace {

State rich_state() {
  State s;
  s.time = 2;
  FigureState f;
  f.q = Eigen::VectorXd::LinSpaced(9, 0, 1);
  f.v = Eigen::VectorXd::LinSpaced(8, -1, 1);
  f.command.actuators.resize(2);
  f.command.actuators[1].rest = {0.1, 0.2, 1, 2};
  f.command.drives.assign(7, Drive::hold);
  f.command.drives.back() = Drive::dynamic;
  f.command.outputs = {0.5};
  f.command.joints.resize(7);
  f.command.joints[6] = {true, 1, 2, 3, {1.9, 2.1, 0.5, 0, 0.6, 0}};
  OscillatorMemory gait;
  gait.legs.resize(2);
  gait.legs[1].performance.program = 3;
  ScriptMemory script;
  script.performances.resize(1);
  f.controllers = {{true, 1.9, 2, 20, 0, gait}, {false, -1, 0, 0, 0, script}};
  f.pushes = {{1, Vec3(1, 2, 3), Vec3(4, 5, 6), 2.5}};
  s.figures = {f, f};
  return s;
}

std::string bytes_of(State s) {
  StateWriter writer;
  writer(s);
  return writer.bytes;
}

TEST(StateMembers, SurviveBeingWrittenAndRead) {
  const std::string bytes = bytes_of(rich_state());
  State back;
  StateReader reader(bytes);
  reader(back);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(bytes_of(back), bytes);
  EXPECT_EQ(state_hash(back), state_hash(rich_state()));
}

TEST(StateMembers, AllCount) {
  const std::string hash = state_hash(rich_state());
  const auto differs = [&](auto change) {
    State s = rich_state();
    change(s);
    return state_hash(s) != hash;
  };
  EXPECT_TRUE(differs([](State& s) { s.figures[1].q[8] += 1e-15; }));
  EXPECT_TRUE(differs([](State& s) { s.figures[0].command.actuators[1].rest.to += 1e-15; }));
  EXPECT_TRUE(differs([](State& s) { s.figures[0].pushes.clear(); }));
  EXPECT_TRUE(differs([](State& s) { s.figures[0].command.joints[6].way.q1 += 1e-15; }));
  EXPECT_TRUE(differs([](State& s) { s.figures[0].command.joints.clear(); }));
  EXPECT_TRUE(differs([](State& s) {
    std::get<OscillatorMemory>(s.figures[0].controllers[0].memory).legs[0].since = 1;
  }));
  EXPECT_TRUE(differs([](State& s) { s.figures[0].controllers[0].memory = {}; }));
}

TEST(StateMembers, AreRefusedWhenCutOffAnywhere) {
  const std::string bytes = bytes_of(rich_state());
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    State s;
    StateReader reader(std::string_view(bytes).substr(0, n));
    EXPECT_THROW(reader(s), std::runtime_error) << n;
  }
}

TEST(StateMembers, ClocksMoveTogether) {
  State s = rich_state();
  ClockShift shift(0.5);
  shift(s);
  EXPECT_EQ(s.time, 2.5);
  EXPECT_EQ(s.figures[0].pushes[0].until, 3);
  EXPECT_EQ(s.figures[1].controllers[0].next_tick, 2.5);
  EXPECT_EQ(s.figures[0].command.actuators[1].rest.t1, 0.7);
  EXPECT_EQ(s.figures[0].command.joints[6].way.t1, 2.6);
  EXPECT_EQ(s.figures[0].command.actuators[1].rest.to, 2);
}

}  // namespace
}  // namespace gambol
