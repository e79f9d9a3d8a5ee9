#pragma once

// Figures of any number of legs with any number of joints, written in memory, that a kinematic gait
// leads.

#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"
#include "support/figures.h"

namespace gambol::testing {

// A leg hangs 0.4 m down from a hip, in a zigzag: its first joint moves it sideways, as every third
// does, the others back and forth.
inline void add_leg(FigureSpec& figure, Side side, int row, const Vec3& hip, int joints) {
  constexpr double height = 0.4, bent = 0.5;  // m; rad off the vertical
  const int links = joints - 1;               // the first has no length
  const double length = height / std::cos(bent) / links;
  const std::string name = fmt::format("{}{}", side == Side::left ? "left" : "right", row);
  std::string parent = figure.bodies[0].name;
  double lean = 0;
  for (int k = 0; k < joints; ++k) {
    const double l = k == 0 ? 0 : length;
    BodySpec b = box_body(fmt::format("{}_{}", name, k), parent,
                          k == 0   ? hip
                          : k == 1 ? Vec3::Zero()
                                   : Vec3(0, 0, -length),
                          Vec3(0.02, 0.02, 0.02 + l), Vec3(0, 0, -l / 2));
    if (k % 3 == 0) {
      b.joint.axis = Vec3::UnitX();
    } else {
      const double to = lean > 0 ? -bent : bent;
      b.joint.axis = Vec3::UnitY();
      b.joint.initial = {to - lean};
      lean = to;
    }
    parent = b.name;
    figure.bodies.push_back(b);
  }
  LegSpec leg;
  leg.name = name;
  leg.side = side;
  leg.row = row;
  leg.feet = {parent};
  leg.tip = Vec3(0, 0, -length);
  figure.legs.push_back(leg);
}

// Pairs of legs, 20 cm apart, on one stiff body.
inline FigureSpec legged(int legs, int joints) {
  constexpr double apart = 0.2;
  const int rows = legs / 2;
  FigureSpec figure;
  figure.name = "legged";
  figure.bodies = {box_body("body", "", Vec3::Zero(), Vec3(apart * rows, 0.2, 0.1))};
  for (int row = 0; row < rows; ++row)
    for (Side side : {Side::left, Side::right})
      add_leg(figure, side, row,
              Vec3(apart * ((rows - 1) / 2.0 - row), side == Side::left ? 0.1 : -0.1, 0), joints);
  return figure;
}

// It walks ahead over level ground, 12.5 cm in a stroke of the wave.
inline ShotSpec walk_of(const FigureSpec& figure, const GaitPattern& gait) {
  ShotSpec s;
  s.name = "walk";
  s.film.duration = 2;
  s.motion.integrator.step = 0.004;
  s.motion.world.ground.emplace().contact.strength = 0;
  s.motion.figures = {cast(figure, Vec3(0, 0, 0.4))};
  ControllerSpec& c = s.motion.figures[0].controllers.emplace_back();
  c.name = "gait";
  c.tick = 0.004;
  c.active = true;
  KinematicGaitSpec spec;
  spec.gait = gait;
  spec.bounce = 0;  // many legs bear at any time
  spec.step.height = 0.04;
  spec.design.period = 1;
  spec.design.body_speed = 0.15;
  c.kind = spec;
  return s;
}

// Steps run from the rear to the front, as figures/gaits.yaml has it.
inline GaitPattern wave() {
  GaitPattern gait;
  gait.name = "wave";
  gait.duty_factor = 5.0 / 6;
  gait.rule.emplace();
  gait.rule->between_rows = 1.0 / 6;
  gait.rule->across = 0.5;
  return gait;
}

// Four legs of nine joints on a stiff body: all that the seed timed. It trots as the animal of
// scenes/poda/poda_quadruped.yaml does, whose legs are 1.7 times as long.
inline ShotSpec trot_of_nine_joints() {
  GaitPattern trot;
  trot.duty_factor = 0.45;
  trot.phases.emplace();
  trot.phases->left = {0.5, 0};
  trot.phases->right = {0, 0.5};
  FigureSpec figure = legged(4, 9);
  ShotSpec s = walk_of(figure, trot);
  auto& spec = *s.motion.figures[0].controllers[0].kind.as<KinematicGaitSpec>();
  spec.bounce = 1;
  spec.step.height = 0.06;
  spec.design.period = 0.5;
  spec.design.body_speed = 0.88;
  return s;
}

}  // namespace gambol::testing
