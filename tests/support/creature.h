#pragma once

// A trunk on four legs of five joints each (26 degrees of freedom), on balls (four contacts) or on
// boxes (sixteen), that stands on the springs of its joints or moves its legs to and fro.

#include <cmath>

#include "support/figures.h"

namespace gambol::testing {

inline Curve to_and_fro(double amplitude, double phase) {
  Curve curve;
  for (int k = 0; k <= 400; ++k)
    curve.keys.push_back({0.05 * k, amplitude * std::sin(2 * M_PI * (0.05 * k / 0.8 + phase))});
  return curve;
}

inline FigureSpec creature(bool boxes, bool moves) {
  FigureSpec f;
  f.name = "creature";
  f.bodies = {box_body("trunk", "", Vec3::Zero(), Vec3(0.5, 0.3, 0.15))};
  f.bodies[0].collision = f.bodies[0].inertia;
  for (int leg = 0; leg < 4; ++leg) {
    const double x = leg < 2 ? 0.2 : -0.2, y = leg % 2 ? -0.16 : 0.16;
    std::string parent = "trunk";
    for (int link = 0; link < 5; ++link) {
      BodySpec b = box_body(fmt::format("leg{}_{}", leg, link), parent,
                            link == 0 ? Vec3(x, y, 0) : Vec3(0, 0, -0.1), Vec3(0.05, 0.05, 0.1),
                            Vec3(0, 0, -0.05));
      b.joint.axis = link == 1 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
      if (link == 4) {
        ShapeSpec foot = boxes ? box_shape(Vec3(0.08, 0.06, 0.03)) : ball_shape(0.03);
        foot.shape.X_BS.p = Vec3(0, 0, -0.1);
        b.collision = {foot};
      }
      ActuatorSpec spring;
      spring.type = ActuatorType::linear_spring;
      spring.joints = {b.name};
      spring.stiffness = 60;
      spring.damping = 2;
      if (moves && link != 1) spring.rest = to_and_fro(0.2, 0.25 * leg + 0.1 * link);
      f.actuators.push_back(spring);
      f.bodies.push_back(b);
      parent = b.name;
    }
  }
  return f;
}

}  // namespace gambol::testing
