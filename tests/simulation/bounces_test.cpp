// Single bodies that bounce by impulses, in whole simulations.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

MotionSpec shot(double restitution, double friction) {
  MotionSpec m;
  m.world.gravity = Vec3::Zero();
  m.world.collisions.self.clear();
  WorldContactSpec& contact = m.world.contact.emplace();
  contact.type = ContactType::impulse;
  contact.restitution = restitution;
  contact.friction = Curve(friction);
  m.integrator.step = 1e-3;
  return m;
}

MotionSpec on_ground(double restitution, const FigureSpec& figure, double height) {
  MotionSpec m = shot(restitution, 0.5);
  m.world.gravity = Vec3(0, 0, -9.81);
  m.world.ground.emplace();
  m.figures = {cast(figure, Vec3(0, 0, height))};
  return m;
}

Momentum sum(const Simulator& s) {
  Momentum sum;
  for (std::size_t f = 0; f < s.figures().size(); ++f) {
    const Model& model = s.figures()[f]->model();
    const FigureState& at = s.state().figures[f];
    Workspace now(model);
    update_kinematics(model, at.q, at.v, now);
    const Momentum of = momentum(model, now);
    sum.linear += of.linear;
    sum.angular += of.angular;
    sum.kinetic += of.kinetic;
  }
  return sum;
}

Vec3 velocity(const Simulator& s, std::size_t f) {
  const FigureState& at = s.state().figures[f];
  return Quat(at.q[3], at.q[4], at.q[5], at.q[6]) * at.v.segment<3>(3);
}

// Two spinning balls of different size that do not meet head on.
MotionSpec glancing(double restitution, double friction) {
  MotionSpec m = shot(restitution, friction);
  m.figures = {cast(solid_figure("a", ball_shape(0.05))),
               cast(solid_figure("b", ball_shape(0.08)), Vec3(0.2, 0.05, 0.03))};
  return m;
}
void throw_at(Simulator& s) {
  s.state().figures[0].v << 10, 20, -15, 1.5, 0.2, 0;
  s.state().figures[1].v << -8, 5, 30, -0.5, 0, 0.1;
}

TEST(Bounces, ConserveMomentumWhenSpinningBodiesGlance) {
  Simulator s(glancing(0.7, 0.4));
  throw_at(s);
  const Momentum before = sum(s);
  const Vec3 spin = s.state().figures[0].v.head<3>();
  s.advance(0.2);
  const Momentum after = sum(s);
  EXPECT_GT((s.state().figures[0].v.head<3>() - spin).norm(), 1) << "they have met";
  EXPECT_LT((after.linear - before.linear).norm(), 1e-12 * before.linear.norm());
  EXPECT_LT((after.angular - before.angular).norm(), 1e-12 * before.angular.norm());
  EXPECT_LT(after.kinetic, before.kinetic);
}

TEST(Bounces, ConserveEnergyIfElasticAndSmooth) {
  Simulator s(glancing(1, 0));
  throw_at(s);
  const double before = sum(s).kinetic;
  s.advance(0.2);
  EXPECT_LT(velocity(s, 0).x(), 1.4) << "they have met";
  EXPECT_NEAR(sum(s).kinetic, before, 1e-12 * before);
}

TEST(Bounces, LetEqualBallsSwapVelocitiesAndPartByRestitution) {
  for (double e : {1.0, 0.6, 0.0}) {
    MotionSpec m = shot(e, 0);
    m.figures = {cast(solid_figure("a", ball_shape(0.05))),
                 cast(solid_figure("b", ball_shape(0.05)), Vec3(0.13, 0, 0))};
    Simulator s(m);
    s.state().figures[0].v[3] = 2;
    s.advance(0.1);
    EXPECT_NEAR(velocity(s, 0).x(), 1 - e, 1e-6);
    EXPECT_NEAR(velocity(s, 1).x(), 1 + e, 1e-6);
    // They meet at 0.015 s, and within the step in which they do.
    EXPECT_NEAR(s.state().figures[1].q[0], 0.13 + (1 + e) * 0.085, 2e-3);
  }
}

// As many balls fly off as came in, with their speed, whether the row touches or not.
TEST(Bounces, MakeNewtonsCradle) {
  for (double gap : {0.0, 1e-4}) {
    for (int thrown : {1, 2, 3}) {
      MotionSpec m = shot(1, 0);
      for (int i = 0; i < 5; ++i) {
        const double from_left = i < thrown ? -0.05 : 0;
        m.figures.push_back(cast(solid_figure("ball" + std::to_string(i), ball_shape(0.05)),
                                 Vec3(i * (0.1 + gap) + from_left, 0, 0)));
      }
      Simulator s(m);
      for (int i = 0; i < thrown; ++i) s.state().figures[i].v[3] = 1;
      s.advance(0.15);
      for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(velocity(s, i).x(), i < 5 - thrown ? 0 : 1, 1e-12) << i << " of " << thrown;
    }
  }
}

// The same glance with ever stiffer springs without loss comes to what the impulse does.
TEST(Bounces, AreTheLimitOfStiffSprings) {
  MotionSpec rigid = glancing(1, 0);
  rigid.integrator.step = 1e-5;
  Simulator by_impulse(rigid);
  throw_at(by_impulse);
  by_impulse.advance(0.2);
  double before = INFINITY;
  for (double stiffness : {1e5, 1e6, 1e7}) {
    MotionSpec m = glancing(1, 0);
    m.world.contact.reset();
    ContactSpec& springs = m.world.collisions.contact;
    springs.scale = MassScale::none;
    springs.strength = 0;
    springs.stiffness = stiffness;
    springs.damping = 0;
    springs.max_depth = 1;
    springs.friction = Curve(0.0);
    m.integrator.method = IntegrationMethod::rkf45;
    m.integrator.tolerance = 1e-9;
    m.integrator.max_step = 1e-4;
    Simulator s(m);
    throw_at(s);
    s.advance(0.2);
    const double off = (velocity(s, 0) - velocity(by_impulse, 0)).norm();
    EXPECT_LT(off, before / 2);
    before = off;
  }
  EXPECT_LT(before, 0.01);
}

TEST(Bounces, AreNoticedByConditions) {
  MotionSpec m = on_ground(0.5, solid_figure("ball", ball_shape(0.05)), 0.55);
  CueSpec cue;
  cue.name = "landed";
  cue.when = "ball.body touches ground";
  m.cues = {cue};
  Simulator s(m);
  s.advance(1);
  ASSERT_EQ(s.marks().size(), 1u);
  EXPECT_NEAR(s.marks()[0].time, std::sqrt(2 * 0.5 / 9.81), 2e-3);
}

// Impulses move what overlaps apart, but not what lies deep within another.
TEST(Bounces, RefuseBodiesThatBeginDeepInEachOther) {
  for (double at : {0.09, 0.06}) {
    MotionSpec m = shot(0.5, 0);
    m.figures = {cast(solid_figure("a", ball_shape(0.05))),
                 cast(solid_figure("b", ball_shape(0.05)), Vec3(at, 0, 0))};
    if (at < 0.07) {
      EXPECT_THROW(Simulator{m}, InputError);
      continue;
    }
    Simulator s(m);
    s.advance(1);
    EXPECT_NEAR((s.state().figures[1].q - s.state().figures[0].q).norm(), 0.1, 2e-4);
    EXPECT_LT(sum(s).kinetic, 1e-20);
  }
  const FigureSpec ball = solid_figure("ball", ball_shape(0.05));
  EXPECT_THROW(Simulator{on_ground(0, ball, -0.06)}, InputError);
}

TEST(Bounces, GoOnFromAStoredState) {
  MotionSpec m = on_ground(0.6, solid_figure("a", box_shape(Vec3(0.1, 0.08, 0.06))), 0.2);
  m.figures.push_back(cast(solid_figure("b", ball_shape(0.05)), Vec3(0.02, 0, 0.4)));
  Simulator s(m), other(m);
  s.advance(0.45);
  const State kept = s.state();
  s.advance(0.9);
  other.state() = kept;
  other.advance(0.9);
  EXPECT_EQ(state_hash(s.state()), state_hash(other.state()));
}

}  // namespace
}  // namespace gambol::testing
