// Joints that a shot welds, locks or makes slack, and how its figures begin.

#include <gtest/gtest.h>

#include "dynamics/coordinates.h"
#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/files.h"
#include "support/gravity.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

const char* const limbed = R"(figure: limbed
mirror: {from: left, to: right}
bodies:
  - {name: trunk, shapes: [{box: [20 cm, 10 cm, 8 cm]}]}
  - {name: left_arm, parent: trunk, at: [5 cm, 6 cm, 0], joint: {type: gimbal, axis: [0, 1, 0], axis2: [1, 0, 0], axis3: [0, 0, 1]}, shapes: [{box: [4 cm, 4 cm, 20 cm], at: [0, 0, -10 cm]}]}
  - {name: left_hand, parent: left_arm, at: [0, 0, -20 cm], joint: {axis: [0, 1, 0]}, shapes: [{box: [4 cm, 2 cm, 10 cm], at: [0, 0, -5 cm]}]}
actuators:
  - {type: linear_spring, joints: ["left_arm*", left_hand], stiffness: 2 N*m}
  - {type: damper, joints: ["left_arm*", left_hand], damping: 0.01 N*m*s}
poses:
  bent: {joints: {left_arm.r1: -0.4, left_hand: -0.6, right_hand: -0.2}, rests: {left_hand: -0.9, left_arm.r2: 0.3}}
legs:
  - {name: left, side: left, row: 0, feet: left_hand, upper_joint: left_arm}
)";

class ShotJoints : public Files {
 protected:
  MotionSpec shot(const std::string& cast, const std::string& more = "") const {
    write("limbed.yaml", limbed);
    const std::string file =
        write("s.yaml",
              "shot: s\nfilm: {duration: 1 s}\nintegrator: {method: rkf45, tolerance: 1e-11}\n"
              "figures: [{name: f, file: limbed.yaml" +
                  cast + "}]\n" + more);
    return load_shot(file).motion;
  }
};

int dof(const Simulator& s, const std::string& name) {
  const int found = s.figures()[0]->model().dof_of(name);
  EXPECT_GE(found, 0) << name;
  return found;
}

double position(const Simulator& s, const std::string& name) {
  return coordinate(s.figures()[0]->model(), s.state().figures[0].q, dof(s, name));
}

// Nothing turns it: as it falls, it spins as one rigid body does.
TEST_F(ShotJoints, AllWeldedFallAsARigidBody) {
  Simulator s(shot(", weld: \"*\", pose: bent"));
  ASSERT_EQ(s.figures()[0]->model().nv(), root_dofs);
  FigureState& f = s.state().figures[0];
  f.v << 2, -3, 1, 0.1, 0.2, 0.3;
  const Momentum before = momentum_of(s);
  s.advance(0.5);
  const Momentum after = momentum_of(s);
  EXPECT_LT((after.com - before.com - 0.5 * before.linear / s.figures()[0]->model().mass -
             Vec3(0, 0, -0.5 * g * 0.25))
                .norm(),
            1e-8);
  const auto spin = [](const Momentum& m) { return Vec3(m.angular - m.com.cross(m.linear)); };
  EXPECT_LT((spin(after) - spin(before)).norm(), 1e-8);
  const double height = after.com.z() - before.com.z();
  EXPECT_NEAR(after.kinetic + s.figures()[0]->model().mass * g * height, before.kinetic, 1e-7);
}

TEST_F(ShotJoints, WeldedAndLockedMoveAlike) {
  const std::string kick =
      "cues: [{name: go, at: 0, kick: {figures: f, velocity: [1, 0, 2], spin: [3, 1, -2], "
      "rates: {right_hand: 3}}}]\n";
  Simulator welded(shot(", pose: bent, weld: [left_arm, left_hand]", kick));
  Simulator locked(shot(", pose: bent, lock: [left_arm, left_hand]", kick));
  EXPECT_LT(welded.figures()[0]->model().nv(), locked.figures()[0]->model().nv());
  welded.advance(0.7);
  locked.advance(0.7);
  EXPECT_LT((welded.state().figures[0].q.head<7>() - locked.state().figures[0].q.head<7>()).norm(),
            1e-8);
  for (const char* name : {"right_arm.r1", "right_arm.r2", "right_arm.r3", "right_hand"})
    EXPECT_NEAR(position(welded, name), position(locked, name), 1e-8) << name;
  EXPECT_NEAR(position(locked, "left_hand"), -0.6, 1e-12);
  EXPECT_GT(std::abs(position(locked, "right_hand") + 0.2), 0.05);
}

TEST_F(ShotJoints, OneDegreeOfFreedomLocksAloneAndACueFreesIt) {
  Simulator s(shot(", pose: bent, lock: [left_arm.r1]",
                   "cues: [{name: free, at: 0.3 s, drive: {joints: left_arm.r1, to: dynamic}}]\n"));
  s.advance(0.3);
  EXPECT_NEAR(position(s, "left_arm.r1"), -0.4, 1e-9);
  EXPECT_GT(std::abs(position(s, "left_arm.r2")), 1e-3);
  s.state().figures[0].v[dof(s, "left_arm.r1")] = 1;
  s.advance(0.4);
  EXPECT_GT(std::abs(position(s, "left_arm.r1") + 0.4), 1e-3);
}

TEST_F(ShotJoints, SlackSpringsExertNothingUntilACueTurnsThemOn) {
  MotionSpec motion =
      shot(", pose: bent, slack: [left_hand], lock: [left_hand], fixed_root: true",
           "world: {gravity: [0, 0, 0]}\n"
           "cues: [{name: on, at: 0.2 s, springs: {joints: left_hand, on: true}}]\n");
  motion.figures[0].lock = {"*"};
  Simulator s(motion);
  const auto torque = [&] {
    const FigureSim& f = *s.figures()[0];
    double sum = 0;
    for (std::size_t a = 0; a < f.actuators().size(); ++a)
      if (f.actuators()[a].dof == dof(s, "left_hand"))
        sum += actuator_torque(f.actuators()[a], s.state().figures[0].command.actuators[a],
                               position(s, "left_hand"), 0, s.state().time)
                   .torque;
    return sum;
  };
  s.advance(0.1);
  EXPECT_EQ(torque(), 0);
  s.advance(0.3);
  EXPECT_NEAR(torque(), 2 * (-0.9 + 0.6), 1e-9);  // as the pose rests it
}

// A pose gives springs rest positions of their own, mirrored as its joints are.
TEST_F(ShotJoints, BeginWithTheRestsOfTheirPose) {
  Simulator s(shot(", pose: bent, lost_legs: []"));
  const FigureSim& f = *s.figures()[0];
  const auto rest = [&](const std::string& name) {
    for (std::size_t a = 0; a < f.actuators().size(); ++a)
      if (f.actuators()[a].is_spring() && f.actuators()[a].dof == dof(s, name))
        return rest_position(f.actuators()[a], s.state().figures[0].command.actuators[a], 0);
    return std::nan("");
  };
  for (const std::string side : {"left_", "right_"}) {
    EXPECT_EQ(rest(side + "hand"), -0.9) << side;
    EXPECT_EQ(rest(side + "arm.r2"), 0.3) << side;
    EXPECT_EQ(rest(side + "arm.r1"), -0.4) << side;  // where the joint begins
    EXPECT_EQ(rest(side + "arm.r3"), 0) << side;
  }
  EXPECT_EQ(position(s, "left_hand"), -0.6);
  EXPECT_EQ(position(s, "right_hand"), -0.2);
}

// What is gone has no rest positions any more.
TEST_F(ShotJoints, WithoutALegOrWeldedKeepTheOtherRests) {
  for (const char* without : {", lost_legs: [left]", ", weld: [left_arm, left_hand]"}) {
    const MotionSpec m = shot(std::string(", pose: bent") + without);
    Simulator s(m);
    EXPECT_EQ(s.figures()[0]->model().dof_of("left_hand"), -1) << without;
    bool any = false;
    const FigureSim& f = *s.figures()[0];
    for (std::size_t a = 0; a < f.actuators().size(); ++a) {
      const ActuatorCommand& c = s.state().figures[0].command.actuators[a];
      if (!c.has_rest) continue;
      any = true;
      EXPECT_TRUE(f.model().joint_name(f.actuators()[a].dof).starts_with("right_")) << without;
    }
    EXPECT_TRUE(any);
    s.advance(0.1);
  }
}

TEST_F(ShotJoints, RotateTheRootBeforeItsHeading) {
  Simulator s(shot(", rotate: [x 90 deg, z 30 deg], faces: 60 deg, at: [0, 0, 1]"));
  const Eigen::VectorXd& q = s.state().figures[0].q;
  const Quat expected = Quat(Eigen::AngleAxisd(std::acos(-1) / 2, Vec3::UnitZ())) *
                        Quat(Eigen::AngleAxisd(std::acos(-1) / 2, Vec3::UnitX()));
  EXPECT_LT(Quat(q[3], q[4], q[5], q[6]).angularDistance(expected), 1e-12);
}

}  // namespace
}  // namespace gambol::testing
