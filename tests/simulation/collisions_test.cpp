// Bodies that push each other apart.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

CollisionsSpec springs() {
  CollisionsSpec c;
  c.contact.scale = MassScale::none;
  c.contact.strength = 0;
  c.contact.stiffness = 2e5;
  c.contact.damping = 0;
  c.contact.max_depth = 1;
  c.contact.friction = Curve(0.0);
  return c;
}

MotionSpec two(const FigureSpec& a, const FigureSpec& b, const Vec3& at, IntegrationMethod method) {
  MotionSpec m = free_motion(a);
  m.figures.push_back(cast(b, at));
  m.world.collisions = springs();
  m.integrator.method = method;
  m.integrator.step = 1e-5;
  m.integrator.tolerance = 1e-8;
  m.integrator.max_step = 1e-4;
  return m;
}

// An elastic head-on impact of equal spheres passes the velocity on.
TEST(Collisions, OfEqualSpheresSwapTheirVelocities) {
  for (IntegrationMethod method : {IntegrationMethod::rkf45, IntegrationMethod::implicit}) {
    Simulator s(two(solid_figure("a", ball_shape(0.05)), solid_figure("b", ball_shape(0.05)),
                    Vec3(0.11, 0, 0), method));
    s.state().figures[0].v[3] = 2;
    s.advance(0.1);
    EXPECT_NEAR(s.state().figures[0].v[3], 0, 0.02);
    EXPECT_NEAR(s.state().figures[1].v[3], 2, 0.02);
  }
}

// Eq. 74 scales the force of parting by e: the rebound keeps the part sqrt(e) of the speed.
TEST(Collisions, LoseOrGainEnergyByRestitution) {
  for (double e : {0.25, 1.44}) {
    MotionSpec m = two(solid_figure("a", ball_shape(0.05)), solid_figure("b", ball_shape(0.05)),
                       Vec3(0.11, 0, 0), IntegrationMethod::rkf45);
    m.world.collisions.contact.restitution = e;
    Simulator s(m);
    s.state().figures[0].v[3] = 2;
    s.advance(0.1);
    const double parting = s.state().figures[1].v[3] - s.state().figures[0].v[3];
    EXPECT_NEAR(parting, 2 * std::sqrt(e), 0.02);
    EXPECT_NEAR(s.state().figures[0].v[3] + s.state().figures[1].v[3], 2, 1e-6);
  }
}

TEST(Collisions, LetABoxRestOnAnother) {
  const FigureSpec table = solid_figure("table", box_shape(Vec3(1, 1, 0.1)));
  MotionSpec m = two(solid_figure("box", box_shape(Vec3(0.1, 0.1, 0.1))), table, Vec3(0, 0, -0.11),
                     IntegrationMethod::implicit);
  m.integrator.step = 1e-4;
  m.figures[1].fixed_root = true;
  m.world.gravity = Vec3(0, 0, -9.81);
  m.world.collisions.contact.damping = 100;
  m.world.collisions.contact.friction = Curve(0.5);
  m.world.collisions.contact.friction_damping = 100;
  Simulator s(m);
  s.state().figures[0].v.head<3>() = Vec3(0.1, 0.2, 0);
  s.advance(1.5);
  const FigureState& f = s.state().figures[0];
  EXPECT_LT(f.v.norm(), 1e-3);
  const double weight = s.figures()[0]->model().mass * 9.81;
  EXPECT_NEAR(f.q[2], -0.01 - weight / 4 / 2e5, 1e-5);  // four corners share it
  Ensemble ensemble(s.world().ensemble);
  std::vector<Coordinates> at;
  for (const FigureState& figure : s.state().figures) at.push_back({&figure.q, &figure.v});
  ensemble.observe(s.state(), at, s.state().time);
  double force = 0;
  for (const Link& link : ensemble.interactions().links()) force += link.force.z();
  EXPECT_NEAR(force, weight, 1e-3 * weight);
}

TEST(Collisions, KeepMomentumWhenTheyAreImplicit) {
  MotionSpec m =
      two(solid_figure("a", box_shape(Vec3(0.1, 0.2, 0.1))), solid_figure("b", ball_shape(0.06)),
          Vec3(0.13, 0.03, 0.02), IntegrationMethod::implicit);
  m.world.collisions.contact.damping = 50;
  m.world.collisions.contact.friction = Curve(0.5);
  m.world.collisions.contact.friction_damping = 50;
  m.integrator.step = 1e-4;
  Simulator s(m);
  s.state().figures[0].v << 1, 2, -1, 1.5, 0, 0;
  const double before = s.figures()[0]->model().mass * 1.5;
  s.advance(0.1);
  Vec3 after = Vec3::Zero();
  for (std::size_t f = 0; f < 2; ++f) {
    const Model& model = s.figures()[f]->model();
    Workspace work(model);
    update_kinematics(model, s.state().figures[f].q, s.state().figures[f].v, work);
    after += momentum(model, work).linear;
  }
  EXPECT_GT(s.state().figures[1].v.segment<3>(3).norm(), 0.1);  // they have met
  EXPECT_LT((after - Vec3(before, 0, 0)).norm(), 5e-3 * before);
}

TEST(Collisions, AreNoMatterOfTheOrderOfFigures) {
  const FigureSpec a = solid_figure("a", ball_shape(0.05)),
                   b = solid_figure("b", box_shape(Vec3(0.1, 0.1, 0.1)));
  Simulator one(two(a, b, Vec3(0.11, 0.01, 0), IntegrationMethod::rkf45));
  MotionSpec turned = two(b, a, Vec3::Zero(), IntegrationMethod::rkf45);
  turned.figures[0].at = Vec3(0.11, 0.01, 0);
  Simulator other(turned);
  one.state().figures[0].v[3] = other.state().figures[1].v[3] = 1;
  one.advance(0.05);
  other.advance(0.05);
  EXPECT_LT((one.state().figures[0].q - other.state().figures[1].q).norm(), 1e-6);
}

// Three equal balls in a row: the first passes through the second, which is not meant, and gives
// the third its velocity; by springs and by impulses.
TEST(Collisions, OfPairsLeaveOthersAlone) {
  for (bool by_impulse : {false, true}) {
    MotionSpec m =
        two(solid_figure("a", ball_shape(0.05)), solid_figure("b", ball_shape(0.05)),
            Vec3(0.12, 0, 0), by_impulse ? IntegrationMethod::implicit : IntegrationMethod::rkf45);
    m.figures.push_back(cast(solid_figure("c", ball_shape(0.05)), Vec3(0.24, 0, 0)));
    if (by_impulse) {
      WorldContactSpec& contact = m.world.contact.emplace();
      contact.type = ContactType::impulse;
      contact.restitution = 1;
      contact.friction = Curve(0.0);
    }
    m.world.collisions.pairs = {{Place(), "c", "a.bo*"}};
    EXPECT_TRUE(m.world.collisions.takes_part("a"));
    EXPECT_FALSE(m.world.collisions.takes_part("b"));
    Simulator s(m);
    s.state().figures[0].v[3] = 2;
    s.advance(0.12);
    EXPECT_NEAR(s.state().figures[0].v[3], 0, 0.02);
    EXPECT_EQ(s.state().figures[1].v.norm(), 0);
    EXPECT_NEAR(s.state().figures[2].v[3], 2, 0.02);
  }
}

// Two slides of one figure meet, if they are a pair; their masses are equal.
TEST(Collisions, OfPairsWithinAFigure) {
  FigureSpec f = solid_figure("f", box_shape(Vec3(0.02, 0.02, 0.02)));
  for (const char* name : {"left", "right"}) {
    BodySpec b = box_body(name, "body", Vec3(0, name[0] == 'l' ? 0.1 : 0.25, 0.2), Vec3::Zero());
    b.inertia = b.collision = {ball_shape(0.05)};
    b.joint.type = JointType::prismatic;
    b.joint.axis = Vec3::UnitY();
    f.bodies.push_back(b);
  }
  for (const char* other : {"f.right", "f.body"}) {
    MotionSpec m =
        two(f, solid_figure("far", ball_shape(0.01)), Vec3(5, 0, 0), IntegrationMethod::rkf45);
    m.figures[0].fixed_root = true;
    m.world.collisions.pairs = {{Place(), "f.left", other}};
    Simulator s(m);
    s.state().figures[0].v[6] = 1;
    s.advance(0.1);
    const bool met = std::string(other) == "f.right";
    EXPECT_NEAR(s.state().figures[0].v[6], met ? 0 : 1, 0.02);
    EXPECT_NEAR(s.state().figures[0].v[7], met ? 1 : 0, 0.02);
  }
}

TEST(Collisions, FireConditionsWhenBodiesTouch) {
  MotionSpec m = two(solid_figure("a", ball_shape(0.05)), solid_figure("b", ball_shape(0.05)),
                     Vec3(0.2, 0, 0), IntegrationMethod::implicit);
  CueSpec cue;
  cue.name = "met";
  cue.when = "a.body touches b.body";
  m.cues = {cue};
  Simulator s(m);
  s.state().figures[0].v[3] = 2;
  s.advance(0.1);
  ASSERT_EQ(s.marks().size(), 1u);
  EXPECT_NEAR(s.marks()[0].time, 0.05, 1e-4);  // 10 cm at 2 m/s
}

}  // namespace
}  // namespace gambol::testing
