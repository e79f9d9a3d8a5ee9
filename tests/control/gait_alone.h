#pragma once

// A six-legged figure whose gait controller is called tick after tick, while nothing moves.

#include <map>

#include "control/controller_memory.h"
#include "control/oscillators/oscillator_gait.h"
#include "shot/controllers/controller_kinds.h"
#include "support/figures.h"

namespace gambol::testing {

// Six legs of two joints; every program moves the coxa.
inline FigureSpec hexapod() {
  FigureSpec f;
  f.name = "hexapod";
  f.bodies = {box_body("thorax", "", Vec3::Zero(), Vec3(0.5, 0.2, 0.1))};
  const char* rows[] = {"front", "middle", "back"};
  for (Side side : {Side::left, Side::right}) {
    for (int row = 0; row < 3; ++row) {
      const std::string name =
          fmt::format("{}_{}", rows[row], side == Side::left ? "left" : "right");
      f.bodies.push_back(box_body(name + "_coxa", "thorax", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)));
      f.bodies.push_back(
          box_body(name + "_femur", name + "_coxa", Vec3::UnitX(), Vec3(0.1, 0.1, 0.1)));
      f.motor_programs.push_back(
          {Place(), name + "_step", {{Place(), name + "_coxa", -0.5, 0, 1}}});
      f.motor_programs.push_back(
          {Place(), name + "_stance", {{Place(), name + "_coxa", 0.5, 0, 1}}});
      LegSpec leg;
      leg.name = name;
      leg.side = side;
      leg.row = row;
      leg.feet = {name + "_femur"};
      leg.upper_joint = name + "_coxa";
      leg.support_joint = name + "_femur";
      leg.step = name + "_step";
      leg.stance = name + "_stance";
      f.legs.push_back(leg);
    }
  }
  ActuatorSpec spring;
  spring.type = ActuatorType::exponential_spring;
  for (std::size_t i = 1; i < f.bodies.size(); ++i) spring.joints.push_back(f.bodies[i].name);
  f.actuators = {spring};
  return f;
}

// One leg's record: when its steps began and ended.
struct Steps {
  std::vector<double> begun, ended;
};

// The controller alone, called tick after tick; no figure moves.
struct Gait {
  FigureSpec figure;
  Model model = make_model(figure);
  std::vector<Actuator> actuators = make_actuators(figure, model);
  OscillatorGait gait;
  ControllerMemory memory;
  Command command;
  Workspace work{model};
  std::vector<GroundContact> contacts;
  Goals goals;
  Eigen::VectorXd q = initial_q(model, {}), v = Eigen::VectorXd::Zero(model.nv());
  std::map<std::string, Steps> steps;
  double tick = 1e-3;
  long ticks = 0;

  explicit Gait(const OscillatorGaitSpec& spec, const FigureSpec& of = hexapod())
      : figure(of), gait(spec, figure, model, actuators), memory(gait.start()) {
    command.actuators.resize(actuators.size());
    command.outputs.resize(gait.outputs().size());
    command.adhesion.assign(figure.legs.size(), 1);
  }
  bool stepping(std::size_t leg) const { return command.outputs[1 + leg] != 0; }
  void run(double until) {
    for (; ticks * tick < until - 1e-9; ++ticks) {
      std::vector<bool> before;
      for (std::size_t leg = 0; leg < 6; ++leg) before.push_back(stepping(leg));
      const Sense sense{ticks * tick, ticks ? tick : 0, model,     q,    v,
                        work,         contacts,         actuators, goals};
      gait.tick(sense, memory, command);
      for (std::size_t leg = 0; leg < 6; ++leg) {
        if (stepping(leg) == before[leg]) continue;
        Steps& s = steps[figure.legs[leg].name];
        (stepping(leg) ? s.begun : s.ended).push_back(sense.time);
      }
    }
  }
};

}  // namespace gambol::testing
