#include "control/actuators.h"

#include <gtest/gtest.h>

#include "control/controller_memory.h"
#include "control/script/motor_script.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

Actuator actuator(ActuatorType type) {
  Actuator a;
  a.type = type;
  a.strength = 2;
  a.rise = 6;
  a.stiffness = 3;
  a.damping = 0.4;
  a.lower = -0.5;
  a.upper = 0.7;
  a.rest = Curve(0.2);
  return a;
}

constexpr ActuatorType every_type[] = {ActuatorType::exponential_spring,
                                       ActuatorType::linear_spring, ActuatorType::damper,
                                       ActuatorType::limit, ActuatorType::exponential_limit};

// Seed 003 Eq. 81-87.
TEST(Actuators, FollowTheirFormulas) {
  const auto torque = [](ActuatorType type, double q, double rate) {
    return actuator_torque(actuator(type), {}, q, rate, 0).torque;
  };
  EXPECT_NEAR(torque(ActuatorType::exponential_spring, 0.5, 9), -2 * (std::exp(1.8) - 1), 1e-12);
  EXPECT_NEAR(torque(ActuatorType::exponential_spring, -0.1, 9), 2 * (std::exp(1.8) - 1), 1e-12);
  EXPECT_EQ(torque(ActuatorType::exponential_spring, 0.2, 9), 0);
  EXPECT_NEAR(torque(ActuatorType::linear_spring, 0.5, 9), -0.9, 1e-12);
  EXPECT_NEAR(torque(ActuatorType::damper, 0.5, 9), -3.6, 1e-12);
  EXPECT_EQ(torque(ActuatorType::limit, 0.6, 9), 0);
  EXPECT_NEAR(torque(ActuatorType::limit, 0.9, 1), -0.6 - 0.4, 1e-12);
  EXPECT_NEAR(torque(ActuatorType::limit, -0.9, 0), 1.2, 1e-12);
  EXPECT_NEAR(torque(ActuatorType::exponential_limit, 0.9, 1), -2 * (std::exp(1.2) - 1) - 0.4,
              1e-12);
}

TEST(Actuators, PullAlikeTogetherAndAlone) {
  Draw draw(8);
  std::vector<Actuator> actuators;
  std::vector<ActuatorCommand> commands;
  for (int k = 0; k < 203; ++k) {
    Actuator a = actuator(every_type[draw.below(5)]);
    a.dof = root_dofs + draw.below(7);
    a.rise = draw(1, 20);
    actuators.push_back(a);
    ActuatorCommand c;
    c.on = draw.below(6) > 0;
    c.bias = draw.below(2) ? draw(-1, 1) : 0;
    c.stiffness_scale = draw(0, 2);
    commands.push_back(c);
  }
  const Eigen::VectorXd x = draw.vector(13, 2), v = draw.vector(13, 5);
  std::vector<ActuatorTorque> torques(actuators.size());
  actuator_torques(actuators, commands, x, v, 0.3, torques);
  for (std::size_t k = 0; k < actuators.size(); ++k) {
    const ActuatorTorque alone =
        actuator_torque(actuators[k], commands[k], x[actuators[k].dof], v[actuators[k].dof], 0.3);
    EXPECT_EQ(torques[k].torque, alone.torque) << k;
    EXPECT_EQ(torques[k].by_position, alone.by_position) << k;
    EXPECT_EQ(torques[k].by_rate, alone.by_rate) << k;
  }
}

TEST(Actuators, GiveTheDerivativesOfTheirTorques) {
  Draw draw(2);
  ActuatorCommand command;
  command.stiffness_scale = 1.3;
  command.damping_scale = 0.7;
  command.bias = 0.1;
  const double h = 1e-6;
  for (ActuatorType type : every_type) {
    const Actuator a = actuator(type);
    for (int i = 0; i < 50; ++i) {
      const double q = draw(-1.2, 1.2), rate = draw(-3, 3);
      const auto torque = [&](double x, double v) {
        return actuator_torque(a, command, x, v, 0).torque;
      };
      const ActuatorTorque t = actuator_torque(a, command, q, rate, 0);
      const double scale = 1e-6 * (1 + std::abs(t.by_position));
      EXPECT_NEAR(t.by_position, (torque(q + h, rate) - torque(q - h, rate)) / (2 * h), scale);
      EXPECT_NEAR(t.by_rate, (torque(q, rate + h) - torque(q, rate - h)) / (2 * h), 1e-6);
      EXPECT_LE(t.by_position, 0);
      EXPECT_LE(t.by_rate, 0);
    }
  }
}

TEST(Actuators, GiveNothingWhenOff) {
  ActuatorCommand off;
  off.on = false;
  off.bias = 3;
  for (ActuatorType type : every_type) {
    EXPECT_EQ(actuator_torque(actuator(type), off, 1, 1, 0).torque, 0);
  }
}

TEST(Actuators, StayFiniteHoweverFarAJointIsThrown) {
  const ActuatorTorque t =
      actuator_torque(actuator(ActuatorType::exponential_spring), {}, 1e6, 0, 0);
  EXPECT_TRUE(std::isfinite(t.torque) && std::isfinite(t.by_position));
  EXPECT_LT(t.torque, 0);
}

TEST(Actuators, AreScaledByTheMassTheyCarry) {
  FigureSpec f;
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(1, 1, 1)),
              box_body("b", "a", Vec3::UnitX(), Vec3(0.5, 0.5, 0.5)),
              box_body("c", "b", Vec3::UnitX(), Vec3(0.5, 0.5, 1))};
  const MassScale scales[] = {MassScale::none, MassScale::mass, MassScale::distal_mass,
                              MassScale::total_mass};
  for (MassScale scale : scales) {
    ActuatorSpec spec;
    spec.joints = {"b"};
    spec.scale = scale;
    spec.damping = 2;
    f.actuators.push_back(spec);
  }
  const Model model = make_model(f);
  const auto actuators = make_actuators(f, model);
  ASSERT_EQ(actuators.size(), 4u);
  EXPECT_DOUBLE_EQ(actuators[0].damping, 2);
  EXPECT_DOUBLE_EQ(actuators[1].damping, 2 * 125);
  EXPECT_DOUBLE_EQ(actuators[2].damping, 2 * (125 + 250));
  EXPECT_DOUBLE_EQ(actuators[3].damping, 2 * (1000 + 125 + 250));
}

// One joint, one spring at rest at 0.3, and a program of two ramps.
struct Stage {
  FigureSpec figure;
  Model model;
  std::vector<Actuator> actuators;
  MotorScript script;
  ControllerMemory memory;
  Command command;
  Workspace work;
  Goals goals;
  Eigen::VectorXd q, v;

  static FigureSpec make() {
    FigureSpec f;
    f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(1, 1, 1)),
                box_body("b", "a", Vec3::UnitX(), Vec3(1, 1, 1))};
    f.bodies[1].joint.initial = {0.3};
    ActuatorSpec spring;
    spring.type = ActuatorType::exponential_spring;
    spring.joints = {"b"};
    f.actuators = {spring};
    f.motor_programs = {
        {Place(), "lift", {{Place(), "b", -0.2, 0.5, 0.5}, {Place(), "b", 1.0, 0, 0.2}}},
        {Place(), "slow", {{Place(), "b", -1.0, 0, 1}}}};
    return f;
  }
  Stage()
      : figure(make()),
        model(make_model(figure)),
        actuators(make_actuators(figure, model)),
        script(figure, model, actuators),
        memory(script.start()),
        work(model),
        q(initial_q(model, {})),
        v(Eigen::VectorXd::Zero(7)) {
    command.actuators.resize(1);
  }
  void tick(double t) {
    script.tick({t, 0.01, model, q, v, work, {}, actuators, goals}, memory, command);
  }
  double rest(double t) const { return rest_position(actuators[0], command.actuators[0], t); }
  void run(const std::string& program, double t, double over) {
    script.obey(RunProgram{program, over}, t, memory, goals);
  }
};

TEST(MotorPrograms, MoveTheRestPositionAtConstantSpeedToItsTargetExactly) {
  Stage s;
  EXPECT_DOUBLE_EQ(s.rest(0), 0.3);
  s.run("lift", 1.0, 0.4);
  s.tick(1.0);
  EXPECT_DOUBLE_EQ(s.rest(1.0), 0.3);
  EXPECT_NEAR(s.rest(1.04), 0.65, 1e-12);  // half of the first fifth
  EXPECT_EQ(s.rest(1.08), 1.0);
  EXPECT_EQ(s.rest(1.15), 1.0);
  s.tick(1.2);
  EXPECT_NEAR(s.rest(1.2), 1.0, 1e-12);
  EXPECT_NEAR(s.rest(1.3), 0.4, 1e-12);
  EXPECT_EQ(s.rest(1.4), -0.2);
}

TEST(MotorPrograms, TakeOverWithoutAJump) {
  Stage s;
  s.run("lift", 0, 1);
  s.tick(0);
  const double met = s.rest(0.1);
  s.run("slow", 0.1, 2);
  s.tick(0.1);
  EXPECT_NEAR(s.rest(0.1), met, 1e-12);
  EXPECT_EQ(s.rest(2.1), -1.0);
}

// A ramp that falls between two ticks begins late but still ends on time.
TEST(MotorPrograms, EndOnTimeWhateverTheTick) {
  Stage s;
  s.run("lift", 0, 0.1);
  for (double t : {0.0, 0.03, 0.06, 0.09, 0.12}) s.tick(t);
  EXPECT_EQ(s.rest(0.1), -0.2);
}

TEST(MotorPrograms, AreForgottenOnceTheyEnd) {
  Stage s;
  s.run("lift", 0, 0.1);
  for (int k = 0; k < 13; ++k) s.tick(k * 0.01);
  EXPECT_TRUE(std::get<ScriptMemory>(s.memory).performances.empty());
  EXPECT_EQ(s.rest(5), -0.2);
  EXPECT_FALSE(s.script.plays("unheard"));
}

}  // namespace
}  // namespace gambol::testing
