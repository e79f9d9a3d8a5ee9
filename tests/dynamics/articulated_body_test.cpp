#include "dynamics/momentum.h"

#include <gtest/gtest.h>

#include "support/dense_dynamics.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

double relative(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).norm() / (1 + b.norm());
}

// A tree in a random state under random forces on joints and bodies.
struct Moving {
  Model model;
  Eigen::VectorXd q, v;
  Workspace work;

  Moving(Draw& draw, int bodies)
      : model(make_model(random_tree_of_all_joints(draw, bodies))),
        q(random_q(draw, model)),
        v(draw.vector(model.nv(), 2)),
        work(model) {
    update_kinematics(model, q, v, work);
    work.force = for_joints(draw, model, 20);
    for (BodyWork& b : work.bodies) b.applied = {draw.vec(5), draw.vec(30)};
  }
};

TEST(ArticulatedBody, AgreesWithTheDenseMethod) {
  Draw draw(2);
  for (int trial = 0; trial < 60; ++trial) {
    Moving m(draw, 1 + trial);
    for (BodyWork& b : m.work.bodies) b.applied = {};
    forward_dynamics(m.model, m.work);
    DenseDynamics dense(m.model);
    ASSERT_LT(relative(m.work.vdot, dense.accelerations(m.model, m.work, m.q, m.v)), 1e-8) << trial;
  }
}

TEST(ArticulatedBody, NeedsForAMotionTheForcesThatMadeIt) {
  Draw draw(3);
  for (int trial = 0; trial < 40; ++trial) {
    Moving m(draw, 3 + trial);
    const Eigen::VectorXd force = m.work.force;
    forward_dynamics(m.model, m.work);
    Workspace again = m.work;
    for (char& k : again.kinematic) k = draw.below(2) == 1;
    for (int j = 0; j < m.model.nv(); ++j) {
      if (again.kinematic[j]) {
        again.force[j] = 1e30;  // must be overwritten
      } else {
        again.vdot[j] = 1e30;
      }
    }
    forward_dynamics(m.model, again);
    ASSERT_LT(relative(again.vdot, m.work.vdot), 1e-8) << "trial " << trial;
    ASSERT_LT(relative(again.force, force), 1e-7) << "trial " << trial;
  }
}

// Inverse dynamics of the accelerations that forces cause returns the forces.
TEST(ArticulatedBody, IsTheInverseOfItsInverse) {
  Draw draw(4);
  for (int trial = 0; trial < 60; ++trial) {
    Moving m(draw, 2 + trial);
    const Eigen::VectorXd force = m.work.force;
    forward_dynamics(m.model, m.work);
    std::fill(m.work.kinematic.begin(), m.work.kinematic.end(), 1);
    m.work.force.setConstant(1e30);  // must be overwritten
    forward_dynamics(m.model, m.work);
    ASSERT_LT(relative(m.work.force, force), 1e-10) << "trial " << trial;
  }
}

// The response to an impulse is what the same force adds to the accelerations.
TEST(ArticulatedBody, RespondsToImpulsesAsAccelerationsDifferByForces) {
  Draw draw(5);
  for (int trial = 0; trial < 30; ++trial) {
    Moving m(draw, 3 + trial);
    for (char& k : m.work.kinematic) k = draw.below(4) == 0;
    if (trial % 3 == 0) std::fill_n(m.work.kinematic.begin(), root_dofs, 1);
    m.work.vdot = draw.vector(m.model.nv(), 3);
    const Workspace before = m.work;
    forward_dynamics(m.model, m.work);

    std::vector<SpatialForce> impulses(m.model.bodies.size());
    for (SpatialForce& p : impulses) p = {draw.vec(1), draw.vec(1)};
    const Eigen::VectorXd given = draw.vector(m.model.nv(), 1);
    Workspace pushed = before;
    for (int j = 0; j < m.model.nv(); ++j) {
      (pushed.kinematic[j] ? pushed.vdot : pushed.force)[j] += given[j];
    }
    for (std::size_t i = 0; i < impulses.size(); ++i) pushed.bodies[i].applied += impulses[i];
    Eigen::VectorXd dv(m.model.nv());
    forward_dynamics(m.model, pushed);
    impulse_response(m.model, m.work, impulses, given, dv);
    ASSERT_LT(relative(dv, pushed.vdot - m.work.vdot), 1e-8) << "trial " << trial;
  }
}

TEST(ArticulatedBody, RespondsLinearlyAndReciprocally) {
  Draw draw(6);
  Moving m(draw, 30);
  forward_dynamics(m.model, m.work);
  const std::size_t n = m.model.bodies.size();
  const auto respond = [&](const std::vector<SpatialForce>& p) {
    Eigen::VectorXd dv(m.model.nv());
    impulse_response(m.model, m.work, p, Eigen::VectorXd::Zero(m.model.nv()), dv);
    return dv;
  };
  std::vector<SpatialForce> a(n), b(n), both(n);
  a[7] = {draw.vec(1), draw.vec(1)};
  b[22] = {draw.vec(1), draw.vec(1)};
  both[7] = a[7] * 2;
  both[22] = b[22] * -3;
  const Eigen::VectorXd of_a = respond(a);
  const double b_by_a = dot(m.work.bodies[22].acceleration, b[22]);
  const Eigen::VectorXd of_b = respond(b);
  const double a_by_b = dot(m.work.bodies[7].acceleration, a[7]);
  EXPECT_LT(relative(respond(both), 2 * of_a - 3 * of_b), 1e-12);
  EXPECT_NEAR(a_by_b, b_by_a, 1e-10 * (1 + std::abs(a_by_b)));  // the mass matrix is symmetric
}

// Stiff joints enter D as added inertia: the same as a rotor of that inertia on the joint's axis.
TEST(ArticulatedBody, ResistsAJointByItsAddedInertia) {
  Draw draw(9);
  Moving m(draw, 20);
  m.work.added_inertia = for_joints(draw, m.model, 1).cwiseAbs();
  forward_dynamics(m.model, m.work);
  Workspace plain = m.work;
  plain.force -= m.work.added_inertia.cwiseProduct(m.work.vdot);
  plain.added_inertia.setZero();
  forward_dynamics(m.model, plain);
  EXPECT_LT(relative(plain.vdot, m.work.vdot), 1e-9);
}

TEST(ArticulatedBody, FallsWithoutTurningHoweverItIsJointed) {
  Draw draw(11);
  Moving m(draw, 50);
  m.v.setZero();
  update_kinematics(m.model, m.q, m.v, m.work);
  m.work.force.setZero();
  for (BodyWork& b : m.work.bodies) b.applied = {};
  forward_dynamics(m.model, m.work);
  EXPECT_LT(m.work.vdot.head<3>().norm(), 1e-9);
  EXPECT_LT(m.work.vdot.tail(m.model.nv() - root_dofs).norm(), 1e-8);
  const Vec3 fall = m.work.bodies[0].X_WB.R * m.work.vdot.segment<3>(3);
  EXPECT_LT((fall - m.work.gravity).norm(), 1e-9);
}

// Rates of change of momentum equal the external force and its moment; power equals work.
TEST(ArticulatedBody, KeepsTheBalanceOfMomentumAndEnergy) {
  Draw draw(12);
  for (int trial = 0; trial < 10; ++trial) {
    Moving m(draw, 25);
    m.work.gravity.setZero();
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    double power = m.work.force.dot(m.v);
    for (const BodyWork& b : m.work.bodies) {
      const SpatialForce at_origin = to_parent(b.X_WB, b.applied);
      force += at_origin.f;
      moment += at_origin.n;
      power += dot(b.velocity, b.applied);
    }
    forward_dynamics(m.model, m.work);
    Eigen::VectorXd qdot(m.model.nq);
    q_rate(m.model, m.q, m.v, qdot);
    const double h = 1e-5;
    const auto at = [&](double t) {
      Workspace w(m.model);
      const Eigen::VectorXd v = m.v + t * m.work.vdot;
      update_kinematics(m.model, m.q + t * qdot, v, w);
      Momentum all = momentum(m.model, w);
      all.kinetic += rotor_energy(m.model, v);
      return all;
    };
    const Momentum before = at(-h), after = at(h);
    const double scale =
        1e-6 * (1 + force.norm() + moment.norm() + std::abs(power) + m.work.vdot.norm());
    EXPECT_LT(((after.linear - before.linear) / (2 * h) - force).norm(), scale);
    EXPECT_LT(((after.angular - before.angular) / (2 * h) - moment).norm(), scale);
    EXPECT_NEAR((after.kinetic - before.kinetic) / (2 * h), power, scale);
  }
}

// One rigid body written in two frames, the second 50 m from its centre of mass.
TEST(ArticulatedBody, MovesABodyAlikeWhereverItsFrameLies) {
  Draw draw(13);
  FigureSpec near, far;
  near.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.3, 0.2, 0.5))};
  const Vec3 away(30, -40, 7);
  far.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.3, 0.2, 0.5), away)};
  const Model a = make_model(near), b = make_model(far);
  const Quat R = draw.rotation();
  const Vec3 w = draw.vec(3), u = draw.vec(3), n = draw.vec(5), f = draw.vec(5);
  Workspace wa(a), wb(b);
  Eigen::VectorXd va(6), vb(6);
  va.head<3>() = vb.head<3>() = w;
  va.tail<3>() = u;
  vb.tail<3>() = u - w.cross(away);
  update_kinematics(a, initial_q(a, {R, Vec3(1, 2, 3)}), va, wa);
  update_kinematics(b, initial_q(b, {R, Vec3(1, 2, 3) - R * away}), vb, wb);
  wa.bodies[0].applied = {n, f};
  wb.bodies[0].applied = {n + away.cross(f), f};
  forward_dynamics(a, wa);
  forward_dynamics(b, wb);
  const Eigen::VectorXd &da = wa.vdot, &db = wb.vdot;
  EXPECT_LT((da.head<3>() - db.head<3>()).norm(), 1e-8 * (1 + da.norm()));
  const Vec3 moved = db.segment<3>(3) + db.head<3>().cross(away);
  EXPECT_LT((moved - da.segment<3>(3)).norm(), 1e-8 * (1 + da.norm()));
  const Momentum ma = momentum(a, wa), mb = momentum(b, wb);
  EXPECT_LT((ma.angular - mb.angular).norm(), 1e-9 * ma.angular.norm());
  EXPECT_NEAR(ma.kinetic, mb.kinetic, 1e-9 * ma.kinetic);
}

}  // namespace
}  // namespace gambol::testing
