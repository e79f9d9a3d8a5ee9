#pragma once

// The parts of a kinematic gait, made for a figure written in memory, without a simulation.

#include "control/kinematic_gait/body_carry.h"
#include "control/kinematic_gait/walk_start.h"
#include "support/led.h"
#include "support/legged.h"

namespace gambol::testing {

struct LedWalker {
  static constexpr double tick = 0.004;
  FigureSpec figure;
  KinematicGaitSpec spec;
  Model model = make_model(figure);
  GaitScore score{spec, figure.legs};
  LedFigure led = make_led_figure(spec, figure, model);
  LedWalk walk = make_led_walk(spec, score, led, tick);
  LedWorld world{{}, {0, 0, -9.81}, 0.8};
  PlanStart start{world, 0, Vec3::Zero(), 0};

  LedWalker(const FigureSpec& of, const KinematicGaitSpec& gait) : figure(of), spec(gait) {}
  LedWalker(const LedWalker&) = delete;  // its parts refer to each other
};

// The trot of a figure with four legs.
inline KinematicGaitSpec trot_spec() {
  ShotSpec s = trot_of_nine_joints();
  return gait_of(s);
}

// Of a body that moves straight ahead with the velocity v, known from 0 s to `until`.
inline BodyRing straight_way(const Vec3& v, double until) {
  BodyRing ring;
  ring.dt = 0.01;
  for (double t = 0; t <= until; t += ring.dt) {
    BodyAhead body;
    body.p = t * v;
    body.v = v;
    body.course = body.yaw = std::atan2(v.y(), v.x());
    ring.ring.push_back(body);
  }
  ring.known = ring.turned = static_cast<long>(ring.ring.size());
  return ring;
}

}  // namespace gambol::testing
