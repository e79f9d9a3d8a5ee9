#pragma once

// Figures that servos move.

#include "dynamics/momentum.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {

inline FigureSpec pendulum() {
  FigureSpec f = three_links();
  f.bodies.pop_back();
  return f;
}

// Of joint b.
inline ServoSpec servo_along(const Curve& to, double stiffness, double damping) {
  ServoSpec servo;
  servo.joints.emplace_back();
  servo.joints[0].name = "b";
  servo.joints[0].to = to;
  servo.stiffness = stiffness;
  servo.damping = damping;
  return servo;
}

// Starts and ends at rest.
inline Curve eased(double t0, double x0, double t1, double x1) {
  Curve curve;
  curve.keys = {{t0, x0, Interpolation::ease}, {t1, x1, Interpolation::ease}};
  return curve;
}

inline MotionSpec with_servo(const FigureSpec& figure, const ServoSpec& servo) {
  MotionSpec m = free_motion(figure);
  ControllerSpec controller;
  controller.name = "servo";
  controller.active = true;
  controller.tick = 1e-3;
  controller.kind = servo;
  m.figures[0].controllers = {controller};
  return m;
}

// Of the first figure.
inline Momentum momentum_of(const Simulator& s) {
  const Model& model = s.figures()[0]->model();
  const FigureState& f = s.state().figures[0];
  Workspace w(model);
  w.gravity.setZero();
  update_kinematics(model, f.q, f.v, w);
  return momentum(model, w);
}

}  // namespace gambol::testing
