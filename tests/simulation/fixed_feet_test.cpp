// Feet that are held at points of the world by attachments that never break, as Lathrop's
// constraints of endpoints would hold them (McKenna's MS thesis, MIT 1990, "seed 000", chapter 6).

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

constexpr double stiffness = 1e8, length = 0.5;  // N/m, m
// How far a foot may be from its place, m: forces of some weights stretch the spring by
// micrometres.
constexpr double near = 1e-4;

AttachmentSpec pin(const std::string& a, const Vec3& a_at, const Vec3& b_at) {
  AttachmentSpec s;
  s.name = "pin";
  s.a = a;
  s.b = "world";
  s.a_at = a_at;
  s.b_at = b_at;
  s.stiffness = stiffness;
  return s;
}

// A leg of two links with a free root, whose foot, at the end of the second, is at `foot` (W).
FigureSpec leg() {
  FigureSpec f;
  f.name = "leg";
  const Vec3 link(0.05, 0.05, length);
  f.bodies = {box_body("thigh", "", Vec3::Zero(), link, Vec3(0, 0, -length / 2)),
              box_body("shank", "thigh", Vec3(0, 0, -length), link, Vec3(0, 0, -length / 2))};
  f.bodies[1].joint.axis = Vec3::UnitY();
  return f;
}

Vec3 foot_of(const Simulator& s) {
  const Model& model = s.figures()[0]->model();
  Workspace work(model);
  update_kinematics(model, s.state().figures[0].q, s.state().figures[0].v, work);
  const Frame& X = work.bodies[1].X_WB;
  return X.R * Vec3(0, 0, -length) + X.p;
}

MotionSpec held_leg() {
  MotionSpec m = free_motion(leg());
  m.world.gravity = Vec3(0, 0, -g);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 5e-4;
  m.figures[0].at = Vec3(0, 0, 2 * length);
  m.world.attachments = {pin("shank", Vec3(0, 0, -length), Vec3::Zero())};
  return m;
}

// The spring swings the leg's links at 1.4 kHz, and the step is as long as it would be without it.
TEST(FixedFeet, StayWhereTheyAreWhileTheLegFallsOverThem) {
  MotionSpec m = held_leg();
  Simulator s(m);
  s.state().figures[0].v[1] = 0.5;  // it begins to fall, about its foot
  s.state().figures[0].v[3] = 0.5 * 2 * length;
  double farthest = 0, lowest = 1;
  for (int k = 1; k <= 200; ++k) {
    s.advance(5e-3 * k);
    farthest = std::max(farthest, foot_of(s).norm());
    lowest = std::min(lowest, s.state().figures[0].q[2]);
  }
  EXPECT_LT(lowest, 0);  // the hip has swung through below the foot
  EXPECT_LT(farthest, near);
}

// With the joint held the leg is a rod that hangs from its foot: a physical pendulum.
TEST(FixedFeet, LetALegSwingAsAPendulumAboutThem) {
  MotionSpec m = held_leg();
  m.figures[0].figure.bodies[1].joint.welded = true;
  m.figures[0].at = Vec3(0, 0, -2 * length);
  // Upside down: the foot above, the hip below.
  m.figures[0].figure.bodies[0].inertia = {
      box_shape(Vec3(0.05, 0.05, length), Vec3(0, 0, length / 2))};
  m.figures[0].figure.bodies[1].at = Vec3(0, 0, length);
  m.figures[0].figure.bodies[1].inertia = {
      box_shape(Vec3(0.05, 0.05, length), Vec3(0, 0, length / 2))};
  m.world.attachments = {pin("shank", Vec3(0, 0, length), Vec3::Zero())};
  Simulator s(m);
  const double rod = 2 * length, mass = s.figures()[0]->model().mass;
  const double inertia = mass * (rod * rod / 3 + 0.05 * 0.05 / 12);
  const double omega = std::sqrt(mass * g * rod / 2 / inertia);
  const double amplitude = 0.02;  // rad
  // Swinging about the foot: the root, 1 m below it, moves along -x as it turns about y.
  s.state().figures[0].v[1] = amplitude * omega;
  s.state().figures[0].v[3] = -amplitude * omega * rod;
  for (double cycles : {0.25, 0.5, 1.25}) {
    s.advance(cycles * 2 * std::numbers::pi / omega);
    const double wanted = -rod * std::sin(amplitude) * std::sin(2 * std::numbers::pi * cycles);
    EXPECT_NEAR(s.state().figures[0].q[0], wanted, 0.02 * amplitude * rod) << cycles;
  }
}

// An attachment to a body that follows a curve takes the foot along.
TEST(FixedFeet, FollowAPath) {
  MotionSpec m = held_leg();
  FigureSpec guide;
  guide.name = "guide";
  guide.bodies = {box_body("body", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  m.figures.push_back(cast(guide));
  MotionCurve along;
  along.name = "body.tx";
  for (double t : {0.0, 0.5, 1.0, 1.5}) {
    Curve::Key key;
    key.time = t;
    key.value = 0.2 * t * t;
    key.interpolation = Interpolation::catmull_rom;
    along.along.keys.push_back(key);
  }
  m.figures[1].motions = {along};
  m.world.attachments[0].a = "leg.shank";
  m.world.attachments[0].b = "guide.body";
  Simulator s(m);
  for (double t : {0.2, 0.6, 1.0}) {
    s.advance(t);
    EXPECT_LT((foot_of(s) - s.state().figures[1].q.head<3>()).norm(), near);
  }
  EXPECT_NEAR(foot_of(s).x(), 0.2, 1e-3);
}

}  // namespace
}  // namespace gambol::testing
