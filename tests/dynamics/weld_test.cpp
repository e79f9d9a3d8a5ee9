// Bodies without a moving joint between them are one body.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// The same figure twice: with some joints welded at their positions, and with the same joints held.
struct Pair {
  Model welded, jointed;
  Eigen::VectorXd q, v, q_w, v_w;
  Workspace of_jointed, of_welded;

  static Model model_of(FigureSpec figure, bool weld) {
    for (BodySpec& body : figure.bodies)
      if (body.name.back() % 3 == 1 || body.name == "b2") body.joint.welded = weld;
    return make_model(figure);
  }
  // Joints stand where the welded ones do.
  static FigureSpec posed(Draw& draw, int bodies) {
    FigureSpec figure = random_tree_of_all_joints(draw, bodies);
    for (BodySpec& body : figure.bodies) {
      body.joint.armature = 0;
      for (int m = 0; m < 6; ++m) body.joint.take_pose(m, draw(-1, 1));
    }
    return figure;
  }
  Pair(Draw& draw, const FigureSpec& figure, const Transform& X)
      : welded(model_of(figure, true)),
        jointed(model_of(figure, false)),
        q(initial_q(jointed, X)),
        v(draw.vector(jointed.nv(), 2)),
        q_w(initial_q(welded, X)),
        v_w(welded.nv()),
        of_jointed(jointed),
        of_welded(welded) {
    for (const Body& body : jointed.bodies) {
      const Body& other = welded.bodies[static_cast<std::size_t>(&body - jointed.bodies.data())];
      if (other.nv > 0)
        v_w.segment(other.v_start, other.nv) = v.segment(body.v_start, body.nv);
      else
        v.segment(body.v_start, body.nv).setZero();
      for (int m = 0; m < body.nv; ++m) of_jointed.kinematic[body.v_start + m] = other.nv == 0;
    }
    update_kinematics(jointed, q, v, of_jointed);
    update_kinematics(welded, q_w, v_w, of_welded);
    for (std::size_t i = 0; i < jointed.bodies.size(); ++i) {
      const SpatialForce f{draw.vec(5), draw.vec(30)};
      of_jointed.bodies[i].applied = of_welded.bodies[i].applied = f;
      if (draw.below(3)) continue;
      const Vec3 a = draw.vec(2);
      const SpatialInertia added{Mat3::Identity(), skew(a), Mat3(a * a.transpose())};
      of_jointed.bodies[i].has_added = of_welded.bodies[i].has_added = true;
      of_jointed.bodies[i].added = of_welded.bodies[i].added = added;
    }
  }
  // Of the joints that are not welded.
  Eigen::VectorXd shared(const Eigen::VectorXd& x) const {
    Eigen::VectorXd out(welded.nv());
    for (std::size_t i = 0; i < jointed.bodies.size(); ++i)
      out.segment(welded.bodies[i].v_start, welded.bodies[i].nv) =
          x.segment(jointed.bodies[i].v_start, welded.bodies[i].nv);
    return out;
  }
};

TEST(Weld, MovesAsTheFigureWhoseJointsAreHeld) {
  Draw draw(51);
  for (int trial = 0; trial < 40; ++trial) {
    const FigureSpec figure = Pair::posed(draw, 3 + trial);
    Pair p(draw, figure, {draw.rotation(), draw.vec(2)});
    ASSERT_FALSE(p.welded.welds.empty());
    forward_dynamics(p.jointed, p.of_jointed);
    forward_dynamics(p.welded, p.of_welded);
    const Eigen::VectorXd wanted = p.shared(p.of_jointed.vdot);
    ASSERT_LT((p.of_welded.vdot - wanted).norm(), 1e-8 * (1 + wanted.norm())) << trial;
    for (std::size_t i = 0; i < p.jointed.bodies.size(); ++i) {
      const BodyWork &a = p.of_jointed.bodies[i], &b = p.of_welded.bodies[i];
      EXPECT_LT((a.X_WB.p - b.X_WB.p).norm() + (a.X_WB.R - b.X_WB.R).norm(), 1e-12);
      EXPECT_LT((a.velocity.v - b.velocity.v).norm(), 1e-11 * (1 + a.velocity.v.norm()));
      EXPECT_LT((a.acceleration.v - b.acceleration.v).norm() +
                    (a.acceleration.w - b.acceleration.w).norm(),
                1e-7 * (1 + a.acceleration.v.norm() + a.acceleration.w.norm()));
    }
    const Momentum a = momentum(p.jointed, p.of_jointed), b = momentum(p.welded, p.of_welded);
    EXPECT_LT((a.angular - b.angular).norm(), 1e-10 * (1 + a.angular.norm()));
  }
}

TEST(Weld, RespondsToImpulsesOnItsParts) {
  Draw draw(52);
  for (int trial = 0; trial < 20; ++trial) {
    const FigureSpec figure = Pair::posed(draw, 4 + trial);
    Pair p(draw, figure, {draw.rotation(), draw.vec(2)});
    forward_dynamics(p.jointed, p.of_jointed);
    forward_dynamics(p.welded, p.of_welded);
    std::vector<SpatialForce> impulses(figure.bodies.size());
    for (SpatialForce& f : impulses) f = {draw.vec(1), draw.vec(1)};
    Eigen::VectorXd of_jointed(p.jointed.nv()), of_welded(p.welded.nv());
    impulse_response(p.jointed, p.of_jointed, impulses, Eigen::VectorXd::Zero(p.jointed.nv()),
                     of_jointed);
    impulse_response(p.welded, p.of_welded, impulses, Eigen::VectorXd::Zero(p.welded.nv()),
                     of_welded);
    EXPECT_LT((p.shared(of_jointed) - of_welded).norm(), 1e-8 * (1 + of_welded.norm())) << trial;
  }
}

// All welded: one rigid body with the mass and inertia of the whole.
TEST(Weld, OfAWholeFigureIsARigidBody) {
  Draw draw(53);
  FigureSpec figure = Pair::posed(draw, 12);
  for (BodySpec& body : figure.bodies) body.joint.welded = true;
  const Model model = make_model(figure);
  EXPECT_EQ(model.nv(), root_dofs);
  EXPECT_EQ(model.quads.size(), 1u);
  Workspace work(model);
  const Eigen::VectorXd v = draw.vector(6, 1);
  update_kinematics(model, initial_q(model, {draw.rotation(), draw.vec(1)}), v, work);
  const RigidWhole whole = whole_of(model, work);
  const Vec3 force = draw.vec(10), at = draw.vec(1);  // W
  const Frame& X = work.bodies[7].X_WB;
  const Vec3 f = X.R.transpose() * force;
  work.bodies[7].applied = {Vec3(X.R.transpose() * (at - X.p)).cross(f), f};
  forward_dynamics(model, work);
  const Frame& R = work.bodies[0].X_WB;
  const Vec3 w = R.R * v.head<3>(), dw = R.R * work.vdot.head<3>();
  const Vec3 moment = (at - whole.com).cross(force);
  EXPECT_LT((whole.inertia * dw + w.cross(whole.inertia * w) - moment).norm(),
            1e-9 * (1 + moment.norm()));
  const Vec3 c = R.R.transpose() * (whole.com - R.p);
  const Vec3 a = point_acceleration(work.bodies[0], c);
  EXPECT_LT((whole.mass * (a - work.gravity) - force).norm(), 1e-9 * (1 + force.norm()));
}

}  // namespace
}  // namespace gambol::testing
