// Seed 003, Appendix C.7: one chain of four links, described from each of its links as the root.

#include <gtest/gtest.h>

#include <numbers>

#include "simulation/simulator.h"
#include "support/accelerations.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

constexpr int links = 4;

// Links before the root point backwards, as Script 17 turns them by 180 degrees. A damper of
// nothing carries the constant torque of the joint between the first two links.
FigureSpec chain(int root) {
  FigureSpec f;
  f.name = "chain";
  const auto name = [](int i) { return fmt::format("link{}", i); };
  const Vec3 size(1, 0.1, 0.1), centre(0.5, 0, 0);
  f.bodies.push_back(box_body(name(root), "", Vec3::Zero(), size, centre));
  for (int i = root + 1; i < links; ++i) {
    f.bodies.push_back(box_body(name(i), name(i - 1), Vec3(1, 0, 0), size, centre));
  }
  for (int i = root - 1; i >= 0; --i) {
    const bool at_root = i == root - 1;
    f.bodies.push_back(
        box_body(name(i), name(i + 1), at_root ? Vec3(0, 0, 0) : Vec3(1, 0, 0), size, centre));
    if (at_root) f.bodies.back().rotate = {{'z', std::numbers::pi}};
  }
  ActuatorSpec motor;
  motor.joints = {name(root == 0 ? 1 : 0)};
  f.actuators = {motor};
  return f;
}

// The chain described from `root`, with the joints numbered along it: joint i turns link i + 1
// against link i.
struct Chain {
  int root;
  Simulator sim;

  static MotionSpec motion(int root) {
    MotionSpec m = free_motion(chain(root));
    m.integrator.tolerance = 1e-11;
    return m;
  }
  explicit Chain(int root) : root(root), sim(motion(root)) {
    state().command.actuators[0].bias = root == 0 ? 10 : -10;
  }
  FigureState& state() { return sim.state().figures[0]; }
  FigureSim& figure() { return *sim.figures()[0]; }
  int body(int link) { return figure().model().body_index(fmt::format("link{}", link)); }
  double sign(int joint) { return joint < root ? -1 : 1; }
  const Body& moved(int joint) {
    return figure().model().bodies[body(joint < root ? joint : joint + 1)];
  }

  // Puts this chain where `from`, described from its first link, is.
  void stand_like(Chain& from) {
    Workspace w(from.figure().model());
    update_kinematics(from.figure().model(), from.state().q, from.state().v, w);
    const BodyWork& b = w.bodies[from.body(root)];
    const Quat R(b.X_WB.R);
    state().q.head<3>() = b.X_WB.p;
    state().q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
    state().v.head<3>() = b.velocity.w;
    state().v.segment<3>(3) = b.velocity.v;
    for (int j = 0; j < links - 1; ++j) {
      state().q[moved(j).q_start] = sign(j) * from.state().q[from.moved(j).q_start];
      state().v[moved(j).v_start] = sign(j) * from.state().v[from.moved(j).v_start];
    }
  }
  Eigen::Vector3d joints(const Eigen::VectorXd& x, int Body::*start) {
    Eigen::Vector3d out;
    for (int j = 0; j < links - 1; ++j) out[j] = sign(j) * x[moved(j).*start];
    return out;
  }
  Eigen::VectorXd accelerations() { return testing::accelerations(figure(), state(), 0); }
};

void tumble(Chain& c) {
  c.state().v.head<6>() << 0.4, -0.3, 0.2, 0.1, 0.5, -0.2;
  c.state().v.tail<3>() << 0.5, -0.8, 0.3;
}

TEST(FourRoots, AccelerateTheChainAlike) {
  Chain first(0);
  tumble(first);
  for (double t : {0.5, 1.0, 2.0}) {
    first.sim.advance(t);
    const Eigen::VectorXd vdot = first.accelerations();
    const auto& bodies = first.figure().work().bodies;
    for (int root = 1; root < links; ++root) {
      Chain other(root);
      other.stand_like(first);
      const Eigen::VectorXd a = other.accelerations();
      const double scale = 1e-9 * (1 + vdot.norm());
      EXPECT_LT((other.joints(a, &Body::v_start) - first.joints(vdot, &Body::v_start)).norm(),
                scale)
          << root;
      const SpatialMotion& link = bodies[first.body(root)].acceleration;
      EXPECT_LT((a.head<3>() - link.w).norm() + (a.segment<3>(3) - link.v).norm(), scale) << root;
    }
  }
}

TEST(FourRoots, MoveTheChainAlikeForFiveSeconds) {
  Chain first(0);
  tumble(first);
  std::vector<std::unique_ptr<Chain>> others;
  for (int root = 1; root < links; ++root) {
    others.push_back(std::make_unique<Chain>(root));
    others.back()->stand_like(first);
  }
  first.sim.advance(5);
  for (auto& other : others) {
    other->sim.advance(5);
    EXPECT_LT((other->joints(other->state().q, &Body::q_start) -
               first.joints(first.state().q, &Body::q_start))
                  .norm(),
              1e-6)
        << other->root;
  }
  EXPECT_GT(std::abs(first.state().q[7]), 1);  // it did move
}

}  // namespace
}  // namespace gambol::testing
