// Bodies on the ground, moved by the simulator.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "geometry/height_field.h"
#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

FigureSpec block(const Vec3& size) {
  FigureSpec f;
  f.name = "block";
  f.bodies = {box_body("b", "", Vec3::Zero(), size)};
  f.bodies[0].collision = f.bodies[0].inertia;
  return f;
}

MotionSpec on_ground(const FigureSpec& figure, double height) {
  MotionSpec m = free_motion(figure);
  m.world.gravity = Vec3(0, 0, -g);
  m.figures[0].at = Vec3(0, 0, height);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 2e-4;
  m.world.ground.emplace();
  ContactSpec& c = m.world.ground->contact;
  c.scale = MassScale::none;
  c.strength = 5;
  c.rise = 300;
  c.stiffness = 2000;
  c.damping = 60;
  c.friction_damping = 2000;
  return m;
}

TEST(Ground, CarriesADroppedCubeAtTheDepthItsSpringsSay) {
  const MotionSpec spec = on_ground(block(Vec3(0.2, 0.2, 0.2)), 0.15);
  Simulator s(spec);
  s.advance(3);
  const FigureState& f = s.state().figures[0];
  const double depth = 0.1 - f.q[2];
  const double share = 8 * g / 4;  // 8 kg on four corners
  EXPECT_NEAR(5 * (std::exp(300 * depth) - 1) + 2000 * depth, share, 1e-6);
  EXPECT_LT(f.v.norm(), 1e-9);
}

// A post on a welded foot, whose block alone collides; the post is out of reach of the ground.
TEST(Ground, CarriesAWeldedFootAsAHeldOne) {
  FigureSpec f = block(Vec3(0.1, 0.1, 1));
  f.bodies[0].collision.clear();
  f.bodies.push_back(box_body("foot", "b", Vec3(0, 0, -0.5), Vec3(0.3, 0.3, 0.1)));
  f.bodies[1].collision = f.bodies[1].inertia;
  f.bodies[1].joint.initial = {0.3};
  const auto height = [&](bool weld) {
    f.bodies[1].joint.welded = weld;
    f.bodies[1].joint.drive = weld ? Drive::dynamic : Drive::hold;
    Simulator s(on_ground(f, 0.56));
    s.advance(0.3);
    return s.state().figures[0].q[2];
  };
  EXPECT_GT(height(false), 0.53);
  EXPECT_NEAR(height(true), height(false), 1e-9);
}

// A root high above the ground, whose foot is a part of it: welded, or on a joint of type fixed.
TEST(Ground, CarriesAFootThatIsAPartOfABodyFarAboveIt) {
  for (const bool fixed : {true, false}) {
    for (const bool level : {true, false}) {
      FigureSpec figure = block(Vec3(0.1, 0.1, 0.1));
      figure.bodies[0].collision.clear();
      figure.bodies.push_back(box_body("foot", "b", Vec3(0, 0, -1), Vec3(0.4, 0.4, 0.1)));
      figure.bodies[1].collision = figure.bodies[1].inertia;
      if (fixed)
        figure.bodies[1].joint.type = JointType::fixed;
      else
        figure.bodies[1].joint.welded = true;
      MotionSpec spec = on_ground(figure, 1.06);
      if (!level) {
        spec.world.ground->terrain.emplace();
        spec.world.ground->terrain->field =
            std::make_shared<const HeightField>(3, 3, 1, Vec3::Zero(), std::vector<double>(9, 0.0));
      }
      Simulator s(spec);
      s.advance(3);
      const double depth = 1.05 - s.state().figures[0].q[2];
      const double share = s.figures()[0]->model().mass * g / 4;
      EXPECT_NEAR(5 * (std::exp(300 * depth) - 1) + 2000 * depth, share, 1e-6) << fixed << level;
    }
  }
}

class Friction : public ::testing::TestWithParam<FrictionModel> {};

TEST_P(Friction, BrakesASlidingBlockByItsCoefficient) {
  MotionSpec spec = on_ground(block(Vec3(0.4, 0.4, 0.02)), 0.0095);
  spec.world.ground->contact.friction_model = GetParam();
  if (GetParam() == FrictionModel::stick) spec.world.ground->contact.friction_stiffness = 1e5;
  spec.world.ground->contact.friction = Curve(0.4);
  Simulator s(spec);
  s.state().figures[0].v[3] = 3;
  s.advance(0.2);
  const double before = s.state().figures[0].v[3];
  s.advance(0.5);
  const FigureState& f = s.state().figures[0];
  EXPECT_NEAR((before - f.v[3]) / 0.3, 0.4 * g, 0.01 * g);
  s.advance(1.2);  // 3 / (0.4 g) = 0.76 s
  EXPECT_LT(f.v.norm(), 1e-3);
  EXPECT_NEAR(f.q[0], 9 / (2 * 0.4 * g), 0.02);
}

INSTANTIATE_TEST_SUITE_P(AllModels, Friction,
                         ::testing::Values(FrictionModel::damper, FrictionModel::coulomb,
                                           FrictionModel::arctan, FrictionModel::stick));

// ERRATA: scaling the parting force by e makes the rebound's speed sqrt(e) of the impact's.
TEST(Ground, ReturnsTheRootOfTheRestitution) {
  FigureSpec ball = block(Vec3(0.1, 0.1, 0.1));
  ShapeSpec sphere;
  sphere.shape.kind = ShapeKind::sphere;
  sphere.shape.radius = 0.05;
  ball.bodies[0].collision = {sphere};
  for (double e : {1.0, 0.49, 0.25}) {
    MotionSpec spec = on_ground(ball, 0.55);
    ContactSpec& c = spec.world.ground->contact;
    c.strength = c.damping = 0;
    c.stiffness = 2e6;  // weight counts for little in the impact
    c.max_depth = 1;
    c.restitution = e;
    spec.integrator.method = IntegrationMethod::rkf45;
    spec.integrator.tolerance = 1e-7;
    Simulator s(spec);
    double impact = 0, rebound = 0;
    s.advance(0.6, [&](const StepView& step) {
      impact = std::max(impact, -step.after[0].v[5]);
      rebound = std::max(rebound, step.after[0].v[5]);
    });
    EXPECT_NEAR(rebound / impact, std::sqrt(e), 0.01) << e;
  }
}

TEST(Ground, RefusesAStartDeepInIt) {
  MotionSpec spec = on_ground(block(Vec3(0.2, 0.2, 0.2)), 0.05);
  spec.world.ground->contact.stiffness = 2e4;
  try {
    Simulator s(spec);
    FAIL() << "a start 5 cm below the ground";
  } catch (const InputError& e) {
    EXPECT_EQ(e.problems()[0].key, "figures[0].at");
    EXPECT_NE(e.problems()[0].found.find("50 mm"), std::string::npos) << e.what();
  }
  spec.figures[0].at.z() = 0.099;
  EXPECT_NO_THROW(Simulator s(spec));
}

// The implicit method against RKF45, through a fall, an impact and a slide.
TEST(Ground, IsTheSameToBothMethods) {
  MotionSpec spec = on_ground(block(Vec3(0.3, 0.2, 0.1)), 0.12);
  spec.world.ground->contact.friction_damping = 50;
  const auto end = [](const MotionSpec& m) {
    Simulator s(m);
    s.state().figures[0].v << 0.5, 1, 0.2, 0.4, 0, 0;
    s.advance(0.4);
    return Eigen::VectorXd(s.state().figures[0].q);
  };
  MotionSpec exact = spec;
  exact.integrator.method = IntegrationMethod::rkf45;
  exact.integrator.tolerance = 1e-8;
  const Eigen::VectorXd reference = end(exact);
  spec.integrator.step = 4e-5;
  const double coarse = (end(spec) - reference).norm();
  spec.integrator.step = 1e-5;
  const double fine = (end(spec) - reference).norm();
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.5 * coarse);
}

}  // namespace
}  // namespace gambol::testing
