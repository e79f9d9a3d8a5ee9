#pragma once

// Figures that servos move.

#include "dynamics/momentum.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {

// Three boxes in a row; joint b turns about z, joint c about y and z.
inline FigureSpec links() {
  FigureSpec f;
  f.name = "links";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.4, 0.2, 0.1), Vec3(0.1, 0, 0)),
              box_body("b", "a", Vec3(0.3, 0, 0), Vec3(0.5, 0.1, 0.1), Vec3(0.25, 0, 0)),
              box_body("c", "b", Vec3(0.5, 0, 0.1), Vec3(0.3, 0.1, 0.2), Vec3(0.15, 0, 0))};
  f.bodies[2].joint.axis = Vec3(0, 1, 0.5).normalized();
  return f;
}

inline FigureSpec pendulum() {
  FigureSpec f = links();
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
