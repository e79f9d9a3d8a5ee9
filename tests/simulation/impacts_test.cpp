// Single bodies that bounce by impulses, in whole simulations.

#include "simulation/impacts.h"

#include <gtest/gtest.h>

#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

constexpr IntegrationMethod all_methods[]{IntegrationMethod::implicit, IntegrationMethod::euler,
                                          IntegrationMethod::rk4, IntegrationMethod::rkf45,
                                          IntegrationMethod::bdf};

// bdf begins anew whenever velocities change at once, with what rests at every step: see docs.
constexpr IntegrationMethod resting_methods[]{IntegrationMethod::implicit, IntegrationMethod::euler,
                                              IntegrationMethod::rk4, IntegrationMethod::rkf45};

MotionSpec shot(IntegrationMethod method, double restitution, double friction) {
  MotionSpec m;
  m.world.gravity = Vec3::Zero();
  m.world.collisions.emplace();
  m.world.collisions->impulse.emplace();
  m.world.collisions->impulse->restitution = restitution;
  m.world.collisions->impulse->friction = Curve(friction);
  m.integrator.method = method;
  m.integrator.step = 1e-3;
  m.integrator.tolerance = 1e-9;
  return m;
}

MotionSpec on_ground(IntegrationMethod method, double restitution, const FigureSpec& figure,
                     double height) {
  MotionSpec m = shot(method, restitution, 0.5);
  m.world.gravity = Vec3(0, 0, -9.81);
  m.world.ground.emplace();
  m.figures = {cast(figure, Vec3(0, 0, height))};
  return m;
}

struct Sum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  // about the world's origin
  double kinetic = 0;
};
Sum sum(const Simulator& s) {
  Sum sum;
  for (std::size_t f = 0; f < s.figures().size(); ++f) {
    const Model& model = s.figures()[f]->model();
    const FigureState& at = s.state().figures[f];
    const ImpactBody b = impact_body(model, at.q, at.v);
    const Vec3 p = model.mass * b.v, L = b.inverse_inertia.inverse() * b.w;
    sum.linear += p;
    sum.angular += L + b.com.cross(p);
    sum.kinetic += 0.5 * b.v.dot(p) + 0.5 * b.w.dot(L);
  }
  return sum;
}

Vec3 velocity(const Simulator& s, std::size_t f) {
  const FigureState& at = s.state().figures[f];
  return Quat(at.q[3], at.q[4], at.q[5], at.q[6]) * at.v.segment<3>(3);
}

// Two spinning balls of different size that do not meet head on. (Balls, for they alone spin
// steadily, so that no error of the integrator hides one of the collision.)
MotionSpec glancing(IntegrationMethod method, double restitution, double friction) {
  MotionSpec m = shot(method, restitution, friction);
  m.figures = {cast(solid_figure("a", ball_shape(0.05))),
               cast(solid_figure("b", ball_shape(0.08)), Vec3(0.2, 0.05, 0.03))};
  return m;
}
void throw_at(Simulator& s) {
  s.state().figures[0].v << 10, 20, -15, 1.5, 0.2, 0;
  s.state().figures[1].v << -8, 5, 30, -0.5, 0, 0.1;
}

TEST(Impacts, ConserveMomentumWhenSpinningBodiesGlance) {
  for (IntegrationMethod method : all_methods) {
    MotionSpec m = glancing(method, 0.7, 0.4);
    // Euler's velocity, in axes that turn by an angle a in a step, grows by a^2 / 2: by 9 % here at
    // 1 ms.
    if (method == IntegrationMethod::euler) m.integrator.step = 1e-5;
    Simulator s(m);
    throw_at(s);
    const Sum before = sum(s);
    const Vec3 spin = s.state().figures[0].v.head<3>();
    s.advance(0.2);
    const Sum after = sum(s);
    EXPECT_GT((s.state().figures[0].v.head<3>() - spin).norm(), 1) << "they have met";
    // Adaptive methods err by their tolerance in flight.
    const bool adaptive = method == IntegrationMethod::rkf45 || method == IntegrationMethod::bdf;
    const double rounding = adaptive                                ? 1e-6
                            : method == IntegrationMethod::implicit ? 1e-13
                            : method == IntegrationMethod::euler    ? 2e-3
                                                                    : 1e-5;
    EXPECT_LT((after.linear - before.linear).norm() / before.linear.norm(), rounding);
    EXPECT_LT((after.angular - before.angular).norm() / before.angular.norm(),
              std::max(rounding, 1e-13));
    EXPECT_LT(after.kinetic, before.kinetic);
  }
}

TEST(Impacts, ConserveEnergyIfElasticAndSmooth) {
  Simulator s(glancing(IntegrationMethod::implicit, 1, 0));
  throw_at(s);
  const double before = sum(s).kinetic;
  s.advance(0.2);
  EXPECT_LT(velocity(s, 0).x(), 1.4) << "they have met";
  EXPECT_NEAR(sum(s).kinetic, before, 1e-12 * before);
}

TEST(Impacts, LetEqualBallsSwapVelocitiesAndPartByRestitution) {
  for (IntegrationMethod method : all_methods) {
    for (double e : {1.0, 0.6, 0.0}) {
      MotionSpec m = shot(method, e, 0);
      m.figures = {cast(solid_figure("a", ball_shape(0.05))),
                   cast(solid_figure("b", ball_shape(0.05)), Vec3(0.13, 0, 0))};
      Simulator s(m);
      s.state().figures[0].v[3] = 2;
      s.advance(0.1);
      EXPECT_NEAR(velocity(s, 0).x(), 1 - e, 1e-9);
      EXPECT_NEAR(velocity(s, 1).x(), 1 + e, 1e-9);
      // They met at 0.015 s, to within the tolerance.
      EXPECT_NEAR(s.state().figures[1].q[0], 0.13 + (1 + e) * 0.085, 2e-5);
    }
  }
}

// As many balls fly off as came in, with their speed, whether the row touches or not.
TEST(Impacts, MakeNewtonsCradle) {
  for (double gap : {0.0, 1e-4}) {
    for (int thrown : {1, 2, 3}) {
      MotionSpec m = shot(IntegrationMethod::implicit, 1, 0);
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
TEST(Impacts, AreTheLimitOfStiffSprings) {
  Simulator by_impulse(glancing(IntegrationMethod::rkf45, 1, 0));
  throw_at(by_impulse);
  by_impulse.advance(0.2);
  double before = INFINITY;
  for (double stiffness : {1e5, 1e6, 1e7}) {
    MotionSpec m = glancing(IntegrationMethod::rkf45, 1, 0);
    m.world.collisions->impulse.reset();
    ContactSpec& springs = m.world.collisions->contact;
    springs.scale = MassScale::none;
    springs.strength = 0;
    springs.stiffness = stiffness;
    springs.max_depth = 1;
    springs.friction = Curve(0.0);
    m.integrator.max_step = 1e-4;
    Simulator s(m);
    throw_at(s);
    s.advance(0.2);
    const double off = (velocity(s, 0) - velocity(by_impulse, 0)).norm();
    EXPECT_LT(off, before / 2);
    EXPECT_GT(s.evaluations(), 3 * by_impulse.evaluations());
    before = off;
  }
  EXPECT_LT(before, 0.01);
}

TEST(Impacts, LetABallBounceToTheSquareOfRestitution) {
  for (IntegrationMethod method : all_methods) {
    MotionSpec m = on_ground(method, 0.8, solid_figure("ball", ball_shape(0.05)), 0.55);
    if (method == IntegrationMethod::implicit) m.integrator.step = 1e-4;  // of first order
    Simulator s(m);
    double top = 0, deepest = 1;
    s.advance(0.9, [&](const StepView& step) {
      const double z = step.after[0].q[2];
      deepest = std::min(deepest, z);
      if (step.t1 > 0.35) top = std::max(top, z);
    });
    EXPECT_NEAR(top - 0.05, 0.64 * 0.5, 1e-3);
    EXPECT_GT(deepest, 0.05 - 1.1e-5);
  }
}

TEST(Impacts, BringABoxToRestWithoutSinking) {
  for (IntegrationMethod method : resting_methods) {
    const FigureSpec box = solid_figure("box", box_shape(Vec3(0.1, 0.08, 0.06)));
    Simulator s(on_ground(method, 0.4, box, 0.2));
    s.state().figures[0].v << 2, -3, 1, 0.4, 0, 0;
    s.advance(2);
    const FigureState at = s.state().figures[0];
    EXPECT_LT(at.v.norm(), 0.01);
    EXPECT_NEAR(at.q[2], 0.03, 5e-5);
    s.advance(3);
    EXPECT_LT((s.state().figures[0].q.head<3>() - at.q.head<3>()).norm(), 5e-5);
  }
}

TEST(Impacts, KeepAStackStanding) {
  MotionSpec m = on_ground(IntegrationMethod::implicit, 0.3,
                           solid_figure("a", box_shape(Vec3(0.1, 0.1, 0.1))), 0.05);
  for (int i = 1; i < 4; ++i)
    m.figures.push_back(cast(solid_figure("b" + std::to_string(i), box_shape(Vec3(0.1, 0.1, 0.1))),
                             Vec3(0.01 * (i % 2), 0, 0.05 + 0.101 * i)));
  Simulator s(m);
  s.advance(2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(s.state().figures[i].q[2], 0.05 + 0.1 * i, 1e-4);
    EXPECT_NEAR(s.state().figures[i].q[0], 0.01 * (i % 2), 1e-3);
  }
}

// A box on a slope stays below the angle of friction and slides above it.
TEST(Impacts, RubAsCoulombSays) {
  for (double slope : {0.4, 0.6}) {
    MotionSpec m = on_ground(IntegrationMethod::implicit, 0,
                             solid_figure("box", box_shape(Vec3(0.2, 0.1, 0.04))), 0.02);
    m.world.gravity = 9.81 * Vec3(std::sin(std::atan(slope)), 0, -std::cos(std::atan(slope)));
    Simulator s(m);
    s.advance(1);
    const double down = 9.81 * std::cos(std::atan(slope)) * std::max(0.0, slope - 0.5) / 2;
    EXPECT_NEAR(s.state().figures[0].q[0], down, 0.01 * down + 1e-4);
  }
}

TEST(Impacts, AreNoticedByConditions) {
  MotionSpec m =
      on_ground(IntegrationMethod::implicit, 0.5, solid_figure("ball", ball_shape(0.05)), 0.55);
  CueSpec cue;
  cue.name = "landed";
  cue.when = "ball.body touches ground";
  m.cues = {cue};
  Simulator s(m);
  s.advance(1);
  ASSERT_EQ(s.marks().size(), 1u);
  EXPECT_NEAR(s.marks()[0].time, std::sqrt(2 * 0.5 / 9.81), 2e-3);
}

TEST(Impacts, RefuseBodiesThatBeginInEachOther) {
  MotionSpec m = shot(IntegrationMethod::implicit, 0.5, 0);
  m.figures = {cast(solid_figure("a", ball_shape(0.05))),
               cast(solid_figure("b", ball_shape(0.05)), Vec3(0.09, 0, 0))};
  EXPECT_THROW(Simulator{m}, InputError);
}

TEST(Impacts, GoOnFromAStoredState) {
  for (IntegrationMethod method : resting_methods) {
    MotionSpec m = on_ground(method, 0.6, solid_figure("a", box_shape(Vec3(0.1, 0.08, 0.06))), 0.2);
    m.figures.push_back(cast(solid_figure("b", ball_shape(0.05)), Vec3(0.02, 0, 0.4)));
    Simulator s(m), other(m);
    s.advance(0.3);
    const State kept = s.state();
    s.advance(0.6);
    other.state() = kept;
    other.advance(0.6);
    EXPECT_EQ(state_hash(s.state()), state_hash(other.state()));
  }
}

}  // namespace
}  // namespace gambol::testing
