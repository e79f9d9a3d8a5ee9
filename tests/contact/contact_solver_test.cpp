// Impulses at all contacts of whole figures together.

#include "contact/answer/contact_solver.h"

#include <gtest/gtest.h>

#include "dynamics/jacobian.h"
#include "dynamics/momentum.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// A figure at an instant, with the factors that the solver needs, and the bodies that touch.
struct Touching {
  Model model;
  Eigen::VectorXd q, v;
  Workspace work;
  InverseInertia inverse;
  std::vector<int> bodies;
  int first = 0;

  Touching(const FigureSpec& figure, Draw& draw, std::vector<int> touching)
      : model(make_model(figure)),
        q(random_q(draw, model)),
        v(draw.vector(model.nv(), 2)),
        work(model),
        inverse(model),
        bodies(std::move(touching)) {
    work.force.setZero();
    update_kinematics(model, q, v, work);
    forward_dynamics(model, work);
    inverse.find(model, work, bodies);
  }
  Vec6 velocity(int body, const Eigen::VectorXd& rates) const {
    Eigen::MatrixXd J;
    body_jacobian(model, work, body, J);
    Vec6 of_body = J * rates;
    return of_body;
  }
  void join(ContactSolver& solver) {
    first = solver.add_bodies(inverse, bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      solver.velocity(first + static_cast<int>(i)) = velocity(bodies[i], v);
  }
  Vec3 origin(std::size_t i) const { return work.bodies[bodies[i]].X_WB.p; }
  // v after the solver's impulses.
  Eigen::VectorXd answered(const ContactSolver& solver) {
    std::vector<SpatialForce> impulses(model.bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec6 p = solver.impulse_on(first + static_cast<int>(i));
      const Mat3 to_body = work.bodies[bodies[i]].X_WB.R.transpose();
      impulses[bodies[i]] = {to_body * p.head<3>(), to_body * p.tail<3>()};
    }
    Eigen::VectorXd dv(model.nv());
    impulse_response(model, work, impulses, Eigen::VectorXd::Zero(model.nv()), dv);
    return v + dv;
  }
  Vec6 momentum_of(const Eigen::VectorXd& rates) const {
    Workspace now(model);
    update_kinematics(model, q, rates, now);
    const Momentum p = momentum(model, now);
    return stacked(p.angular, p.linear);
  }
  double kinetic(const Eigen::VectorXd& rates) const {
    Workspace now(model);
    update_kinematics(model, q, rates, now);
    return momentum(model, now).kinetic;
  }
};

// Contacts between two bodies of each of two figures, at points wherever they are.
struct Pair {
  Touching a, b;
  ContactSolver solver;

  explicit Pair(Draw& draw, int contacts)
      : a(random_tree(draw, 6), draw, {1, 4}), b(random_tree(draw, 5), draw, {0, 3}) {
    solver.begin();
    a.join(solver);
    b.join(solver);
    for (int i = 0; i < contacts; ++i) {
      const auto of_a = static_cast<std::size_t>(draw.below(2)),
                 of_b = static_cast<std::size_t>(draw.below(2));
      SolvedContact c;
      c.a = a.first + static_cast<int>(of_a);
      c.b = b.first + static_cast<int>(of_b);
      const Vec3 p = (a.origin(of_a) + b.origin(of_b)) / 2 + draw.vec(0.2);
      c.r_a = p - a.origin(of_a);
      c.r_b = p - b.origin(of_b);
      c.normal = draw.vec(1).normalized();
      c.friction = draw(0, 1);
      solver.add(c);
    }
  }
};

TEST(ContactSolver, ConservesMomentumToRoundingAcrossEveryImpulse) {
  Draw draw(21);
  int pushed = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Pair pair(draw, 1 + trial % 3);
    const Vec6 before = pair.a.momentum_of(pair.a.v) + pair.b.momentum_of(pair.b.v);
    pair.solver.collide({RestitutionLaw::stronge, 0.5, 0}, 0.1, 1e-3, 20);
    pair.solver.hold(1e-3, 1e-9, 200);
    const Eigen::VectorXd va = pair.a.answered(pair.solver), vb = pair.b.answered(pair.solver);
    const Vec6 after = pair.a.momentum_of(va) + pair.b.momentum_of(vb);
    const Vec6 given = pair.a.momentum_of(va) - pair.a.momentum_of(pair.a.v);
    pushed += given.norm() > 1e-3;
    EXPECT_LT((after - before).norm(), 1e-12 * (1 + before.norm() + given.norm())) << trial;
  }
  EXPECT_GT(pushed, 20);
}

// What the solver says of velocities is what the whole figures do; and none may approach.
TEST(ContactSolver, LeavesNoContactApproachingAndFrictionInItsCone) {
  Draw draw(22);
  int solved = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Pair pair(draw, 1 + trial % 3);
    const ContactRounds done = pair.solver.hold(1e-3, 1e-10, 2000);
    if (done.residual > 1e-10) continue;  // friction may leave no answer, or more than one
    ++solved;
    const Eigen::VectorXd va = pair.a.answered(pair.solver), vb = pair.b.answered(pair.solver);
    for (const SolvedContact& c : pair.solver.contacts()) {
      const Vec6 at_a = pair.a.velocity(pair.a.bodies[c.a - pair.a.first], va);
      const Vec6 at_b = pair.b.velocity(pair.b.bodies[c.b - pair.b.first], vb);
      EXPECT_LT((at_a - pair.solver.velocity(c.a)).norm(), 1e-8);
      EXPECT_LT((at_b - pair.solver.velocity(c.b)).norm(), 1e-8);
      const Vec3 v = at_a.tail<3>() + at_a.head<3>().cross(c.r_a) - at_b.tail<3>() -
                     at_b.head<3>().cross(c.r_b);
      EXPECT_GT(v.dot(c.normal), -1e-7) << trial;
      const double along = c.impulse.dot(c.normal);
      const Vec3 across = c.impulse - along * c.normal, slip = v - v.dot(c.normal) * c.normal;
      EXPECT_GE(along, 0);
      EXPECT_LE(across.norm(), c.friction * along * (1 + 1e-9) + 1e-12);
      if (along > 1e-6 && slip.norm() > 1e-5) {
        EXPECT_NEAR(across.norm(), c.friction * along, 1e-6 * along) << trial;
        EXPECT_LT(across.dot(slip), 1e-9) << "friction opposes the sliding";
      }
    }
  }
  EXPECT_GT(solved, 45);
}

// A foot of 20 g bears a trunk of 100 kg on its four corners, each of which alone can turn it.
TEST(ContactSolver, SettlesALightFootUnderAHeavyTrunk) {
  FigureSpec figure;
  figure.name = "legged";
  figure.bodies = {box_body("trunk", "", Vec3::Zero(), Vec3(0.5, 0.5, 0.4)),
                   box_body("foot", "trunk", Vec3(0, 0, -0.3), Vec3(0.1, 0.1, 0.02))};
  figure.bodies[0].density = 1000;
  figure.bodies[1].density = 100;
  figure.bodies[1].joint.axis = Vec3(0.2, 1, 0);
  int settled = 0;
  for (double friction : {0.05, 0.5, 1.5}) {
    Draw draw(24);
    for (int trial = 0; trial < 20; ++trial) {
      Touching at(figure, draw, {1});
      ContactSolver solver;
      solver.begin();
      at.join(solver);
      const Mat3 R = at.work.bodies[1].X_WB.R;
      for (double x : {-0.05, 0.05})
        for (double y : {-0.05, 0.05}) {
          SolvedContact c;
          c.a = at.first;
          c.r_a = R * Vec3(x, y, -0.01);
          c.normal = R * Vec3::UnitZ();
          c.friction = friction;
          solver.add(c);
        }
      const ContactRounds done = solver.hold(1e-3, 1e-8, 30);
      settled += done.residual <= 1e-8;
    }
  }
  EXPECT_GE(settled, 57) << "of 60; rounds alone: 33";
}

// Arnold's iteration (2.4.4) at the level of velocities: an impulse at the contact that approaches
// fastest, again and again, which nothing takes back. It needs more answers of single contacts than
// rounds do, and leaves contacts that it has pushed parting.
TEST(ContactSolver, NeedsFewerAnswersThanTheLargestViolationFirst) {
  Draw draw(25);
  long fastest_first = 0, rounds = 0, trials = 0;
  double parted = 0, held = 0;
  const auto leaving = [](ContactSolver& solver) {
    double most = 0;
    for (const SolvedContact& c : solver.contacts()) {
      const Vec6& v = solver.velocity(c.a);
      const Vec3 at_a = v.tail<3>() + v.head<3>().cross(c.r_a);
      const Vec6& w = solver.velocity(c.b);
      const Vec3 at_b = w.tail<3>() + w.head<3>().cross(c.r_b);
      if (c.impulse.norm() > 1e-9) most = std::max(most, c.normal.dot(at_a - at_b));
    }
    return most;
  };
  for (int trial = 0; trial < 60; ++trial) {
    Draw again = draw;
    Pair one(draw, 4), other(again, 4);
    const ContactRounds done = one.solver.hold(1e-3, 1e-6, 1000);
    if (done.residual > 1e-6) continue;
    ++trials;
    rounds += 4 * done.rounds;
    fastest_first += other.solver.collide({RestitutionLaw::stronge, 0, 0}, 1e-6, 1e-3, 100000);
    other.solver.hold(1e-3, 1e-6, 0);  // tells the impulses
    held = std::max(held, leaving(one.solver));
    parted = std::max(parted, leaving(other.solver));
  }
  EXPECT_GT(trials, 45);
  EXPECT_GT(fastest_first, 3 * rounds);
  EXPECT_GT(parted, 30 * held);  // m/s; rounds: where friction leaves no exact answer
}

// Collisions by Stronge's law, with friction, in any number, never add energy.
TEST(ContactSolver, AddsNoEnergyByCollisions) {
  Draw draw(23);
  for (int trial = 0; trial < 60; ++trial) {
    Pair pair(draw, 1 + trial % 4);
    const double before = pair.a.kinetic(pair.a.v) + pair.b.kinetic(pair.b.v);
    pair.solver.collide({RestitutionLaw::stronge, 1, 0}, 1e-3, 1e-3, 50);
    pair.solver.hold(1e-3, 1e-9, 0);  // tells the impulses, and adds none
    const double after =
        pair.a.kinetic(pair.a.answered(pair.solver)) + pair.b.kinetic(pair.b.answered(pair.solver));
    EXPECT_LE(after, before * (1 + 1e-6)) << trial;
  }
}

}  // namespace
}  // namespace gambol::testing
