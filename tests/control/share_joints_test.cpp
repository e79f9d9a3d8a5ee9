// One command from those of several controllers.

#include "control/share_joints.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

JointCommand towards(double q, double stiffness) {
  return {true, q, stiffness, 2 * stiffness, {1, 1.001, q, 0, q, 0}};
}

Command of(const std::vector<JointCommand>& layers) {
  Command command;
  command.joints.resize(1);
  for (const JointCommand& layer : layers) command.layers.push_back({layer});
  return command;
}

TEST(SharedJoints, AreCommandedByTheSharesOfTheirControllers) {
  Command command = of({towards(1, 10), towards(3, 30)});
  mix_layers(1, {1, 0.25}, command);
  const JointCommand& c = command.joints[0];
  EXPECT_TRUE(c.commanded);
  EXPECT_DOUBLE_EQ(c.torque, 1.5);
  EXPECT_DOUBLE_EQ(c.stiffness, 15);
  EXPECT_DOUBLE_EQ(c.damping, 30);
  EXPECT_DOUBLE_EQ(c.way.at(1.0005, 0), 1.5);
  EXPECT_DOUBLE_EQ(c.way.at(2, 0), 1.5) << "stands at its end";
}

// To the bit: whoever has no share changes nothing.
TEST(SharedJoints, ArePassedOnWhole) {
  const JointCommand low = towards(1, 10), high = towards(3, 30);
  const auto mixed = [&](const std::vector<JointCommand>& layers, double weight) {
    Command command = of(layers);
    mix_layers(1, {1, weight}, command);
    return command.joints[0];
  };
  EXPECT_EQ(mixed({low, high}, 0).way.q1, 1);
  EXPECT_EQ(mixed({low, high}, 0).stiffness, 10);
  EXPECT_EQ(mixed({low, high}, 1).way.t1, 1.001);
  EXPECT_EQ(mixed({low, high}, 1).stiffness, 30);
  EXPECT_EQ(mixed({low, {}}, 0.5).stiffness, 10) << "commands nothing";
  EXPECT_EQ(mixed({{}, high}, 0.5).stiffness, 30) << "nobody before it";
  EXPECT_FALSE(mixed({{}, {}}, 0.5).commanded);
}

// One that moves and one that stands, of ticks of different lengths.
TEST(SharedJoints, FollowBothWays) {
  JointCommand moves = towards(0, 10), stands = towards(1, 10);
  moves.way = {1, 1.004, 0, 5, 0.02, 5};
  stands.way = {0.5, 0.5, 1, 0, 1, 0};
  Command command = of({moves, stands});
  mix_layers(1.001, {1, 0.5}, command);
  for (const double t : {1.001, 1.002, 1.004})
    EXPECT_NEAR(command.joints[0].way.at(t, 0), 0.5 + 0.5 * moves.way.at(t, 0), 1e-12);
  EXPECT_NEAR(command.joints[0].way.at(1.002, 1), 2.5, 1e-9);
}

}  // namespace
}  // namespace gambol
