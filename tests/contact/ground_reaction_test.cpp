#include "contact/answer/ground_reaction.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

GroundLaw soft_ground() {
  GroundLaw g;
  g.law.strength = 2;
  g.law.rise = 30;
  g.law.stiffness = 400;
  g.law.damping = 5;
  g.law.max_depth = 1;
  g.law.friction = 0.6;
  g.law.friction_damping = 8;
  return g;
}

FigureSpec ball_on_an_arm() {
  FigureSpec f;
  f.name = "ball";
  f.bodies = {box_body("body", "", Vec3::Zero(), Vec3(0.3, 0.2, 0.25), Vec3(0.1, 0, 0))};
  ShapeSpec ball;
  ball.shape.kind = ShapeKind::sphere;
  ball.shape.radius = 0.05;
  ball.shape.X_BS.p = Vec3(0.2, -0.1, -0.15);
  f.bodies[0].collision = {ball};
  return f;
}

// The forces as the accelerations that forward_dynamics found made them.
void finish_contacts(const Workspace& work, std::vector<GroundContact>& contacts) {
  for (GroundContact& c : contacts) {
    c.force -= c.D * point_acceleration(work.bodies[c.body], c.p_B);
    c.D.setZero();
  }
}

struct StandingArm {
  Model model = make_model(ball_on_an_arm());
  Workspace work{model};
  Eigen::VectorXd q, v = Eigen::VectorXd::Zero(6);
  std::vector<GroundContact> contacts;
  Vec3 centre = model.bodies[0].contacts[0].p_B;

  // Places the ball `depth` below z = 0, its lowest point moving at `velocity`.
  StandingArm(const Quat& R, double depth, const Vec3& velocity, const Vec3& w = Vec3::Zero()) {
    q = initial_q(model, {R, Vec3(0, 0, 0.05 - depth) - R * centre});
    const Vec3 point = centre - 0.05 * (R.conjugate() * Vec3::UnitZ());
    v << w, R.conjugate() * velocity - w.cross(point);
    update_kinematics(model, q, v, work);
  }
  const GroundContact& touch(const GroundLaw& ground, double h = 0) {
    touch_count(ground, h);
    return contacts.at(0);
  }
  std::size_t touch_count(const GroundLaw& ground, double h = 0) {
    GroundSearch search(model, ground.surface);
    apply_ground(model, ground, search.find(model, work, h), {}, h, work, contacts);
    return contacts.size();
  }
};

TEST(Contact, PushesByDepthAndRateOfTheLowestPoint) {
  const GroundLaw g = soft_ground();
  Draw draw(1);
  StandingArm s(draw.rotation(), 0.01, Vec3(0.01, -0.02, -0.3), draw.vec(2));
  const GroundContact& c = s.touch(g);
  EXPECT_NEAR(c.depth, 0.01, 1e-12);
  EXPECT_LT((c.velocity - Vec3(0.01, -0.02, -0.3)).norm(), 1e-12);
  const double normal = 2 * (std::exp(0.3) - 1) + 400 * 0.01 + 5 * 0.3;  // seed 003 Eq. 72
  EXPECT_NEAR(c.force.z(), normal, 1e-9);
  EXPECT_NEAR(c.force.x(), -8 * 0.01, 1e-9);  // sticking: the damper alone
  EXPECT_NEAR(c.force.y(), 8 * 0.02, 1e-9);
  const SpatialForce& f = s.work.bodies[0].applied;
  const Mat3& R = s.work.bodies[0].X_WB.R;
  EXPECT_LT((R * f.f - c.force).norm(), 1e-9);
  EXPECT_LT((f.n - c.p_B.cross(f.f)).norm(), 1e-9);
}

TEST(Contact, LimitsFrictionByTheNormalForce) {
  GroundLaw g = soft_ground();
  for (FrictionLaw law : {FrictionLaw::damper, FrictionLaw::coulomb}) {
    g.law.friction_law = law;
    StandingArm s(Quat::Identity(), 0.01, Vec3(3, 4, 0));
    const GroundContact& c = s.touch(g);
    EXPECT_NEAR(c.force.head<2>().norm(), g.law.friction * c.force.z(), 1e-12);
    EXPECT_NEAR(c.force.x() / c.force.y(), 3.0 / 4, 1e-12);
    EXPECT_LT(c.force.x(), 0);
  }
}

TEST(Contact, NeverPulls) {
  const GroundLaw g = soft_ground();
  StandingArm parting(Quat::Identity(), 0.001, Vec3(0.5, 0, 2));
  EXPECT_EQ(parting.touch(g).force, Vec3::Zero());
  StandingArm above(Quat::Identity(), -1e-9, Vec3(0, 0, -5));
  EXPECT_EQ(above.touch_count(g), 0u);
}

// Also not through the linearisation: a foot that leaves within the step is let go.
TEST(Contact, NeverPullsAtTheEndOfAnImplicitStep) {
  GroundLaw g = soft_ground();
  g.law.damping = 0;
  g.law.stiffness = 4e5;
  for (double speed : {0.0, 0.01, 0.09, 0.11, 1.0, 3.0}) {
    StandingArm s(Quat::Identity(), 1e-4, Vec3(0.1, 0, speed));
    const std::size_t touching = s.touch_count(g, 1e-3);
    EXPECT_EQ(touching, speed < 0.1 ? 1u : 0u);
    forward_dynamics(s.model, s.work);
    finish_contacts(s.work, s.contacts);
    for (const GroundContact& c : s.contacts) EXPECT_GE(c.force.z(), 0) << speed;
  }
}

// A foot that will be within the ground at the end of the step is pushed as it will be there.
TEST(Contact, PushesAtTheEndOfAnImplicitStepWhatIsStillAbove) {
  GroundLaw g = soft_ground();
  g.law.damping = 0;
  StandingArm s(Quat::Identity(), -1e-3, Vec3(0, 0, -3));
  EXPECT_EQ(s.touch_count(g, 0), 0u);
  EXPECT_EQ(s.touch_count(g, 0.3e-3), 0u);
  ASSERT_EQ(s.touch_count(g, 1e-3), 1u);
  EXPECT_NEAR(s.contacts[0].force.z(), 2 * (std::exp(0.06) - 1) + 400 * 2e-3, 1e-9);
}

// What comes in fast sinks in as far as it does in small steps: here the exponential's slope grows
// threefold on a step's way, and a tangent from where the step began is far too flat.
TEST(Contact, StopsWhatComesInFastInAFewSteps) {
  GroundLaw g;
  g.law.strength = 1;
  g.law.rise = 3000;
  g.law.max_depth = 1;
  const auto deepest = [&](double h) {
    StandingArm s(Quat::Identity(), -1e-6, Vec3(0, 0, -0.4));
    double most = 0;
    for (double t = 0; t < 0.02; t += h) {
      update_kinematics(s.model, s.q, s.v, s.work);
      s.touch_count(g, h);
      s.work.gravity.setZero();
      forward_dynamics(s.model, s.work);
      s.v += h * s.work.vdot;
      s.q[2] += h * s.v[5];
      most = std::max(most, 0.05 - (s.q[2] + s.centre.z()));
      for (BodyWork& b : s.work.bodies) b.applied = {}, b.has_added = false;
    }
    return most;
  };
  const double fine = deepest(1e-6);
  EXPECT_GT(fine, 1e-3);
  EXPECT_NEAR(deepest(5e-5) / fine, 1, 0.03);
  EXPECT_NEAR(deepest(2e-4) / fine, 1, 0.15);
}

TEST(Contact, ScalesThePartingSpringByItsRestitution) {
  GroundLaw g = soft_ground();
  g.law.damping = 0;
  g.law.restitution = 0.25;
  const double in = StandingArm(Quat::Identity(), 0.01, Vec3(0, 0, -1)).touch(g).force.z();
  const double out = StandingArm(Quat::Identity(), 0.01, Vec3(0, 0, 1)).touch(g).force.z();
  EXPECT_NEAR(out, 0.25 * in, 1e-12);
}

// The implicit reaction is the explicit one's first-order expansion about where the velocity leads
// in a step: its added inertia must be what finite differences of the explicit force give.
TEST(Contact, LinearisesTheExplicitForce) {
  const GroundLaw g = soft_ground();
  Draw draw(2);
  const double h = 1e-3, depth = 0.01;
  const Vec3 v(0.02, 0.03, -0.4);
  const auto force = [&](double d, const Vec3& u) {
    return StandingArm(Quat::Identity(), d, u).touch(g).force;
  };
  const double e = 1e-6;
  const double then = depth - h * v.z();
  const double by_depth = (force(then + e, v).z() - force(then - e, v).z()) / (2 * e);
  const Vec3 ez(0, 0, e), ex(e, 0, 0);
  const double by_rate = (force(then, v + ez).z() - force(then, v - ez).z()) / (2 * e);
  const double by_slip = (force(then, v + ex).x() - force(then, v - ex).x()) / (2 * e);
  StandingArm s(Quat::Identity(), depth, v);
  const GroundContact& c = s.touch(g, h);
  EXPECT_NEAR(c.D(2, 2), h * h * by_depth - h * by_rate, 1e-7);
  EXPECT_NEAR(c.D(0, 0), -h * by_slip, 1e-7);
  EXPECT_NEAR(c.force.z(), force(then, v).z(), 1e-9);
}

// An implicit step solves for acceleration and contact force at once: the force it reports, applied
// explicitly, must give that same acceleration.
TEST(Contact, ReportsTheForceThatItsAddedInertiaStandsFor) {
  const GroundLaw g = soft_ground();
  Draw draw(4);
  StandingArm s(draw.rotation(), 0.01, Vec3(0.02, 0.03, -0.4), draw.vec(2));
  s.touch(g, 2e-3);
  forward_dynamics(s.model, s.work);
  finish_contacts(s.work, s.contacts);
  Workspace explicit_work(s.model);
  update_kinematics(s.model, s.q, s.v, explicit_work);
  BodyWork& b = explicit_work.bodies[0];
  const Vec3 f = b.X_WB.R.transpose() * s.contacts[0].force;
  b.applied = {s.contacts[0].p_B.cross(f), f};
  forward_dynamics(s.model, explicit_work);
  const Eigen::VectorXd& vdot = explicit_work.vdot;
  EXPECT_LT((vdot - s.work.vdot).norm(), 1e-9 * (1 + vdot.norm()));
}

}  // namespace
}  // namespace gambol::testing
