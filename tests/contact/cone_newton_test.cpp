// Impulses of several contacts together by Newton's method.

#include "contact/answer/cone_newton.h"

#include <gtest/gtest.h>

#include "contact/answer/cone_impulse.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// `contacts` of one rigid body of 1 kg with the inertia `inertia` (kg m2) in all directions, at
// points around it.
struct Sole {
  std::vector<Vec3> at, v;
  Eigen::MatrixXd W;

  Sole(Draw& draw, int contacts, double inertia) {
    for (int i = 0; i < contacts; ++i) {
      at.push_back(draw.vec(0.1));
      at.back().z() = -0.3;
      v.push_back(draw.vec(0.5) - Vec3(0, 0, 0.3));
    }
    const int n = 3 * contacts;
    Eigen::MatrixXd J(n, 6);
    for (int i = 0; i < contacts; ++i) {
      J.block<3, 3>(3 * i, 0) = -skew(at[i]) / std::sqrt(inertia);
      J.block<3, 3>(3 * i, 3).setIdentity();
    }
    W = J * J.transpose();
    // Velocities of one rigid body.
    const Eigen::VectorXd rates = draw.vector(6, 0.5) - 0.6 * Eigen::VectorXd::Unit(6, 5);
    for (int i = 0; i < contacts; ++i) v[i] = J.middleRows<3>(3 * i) * rates;
  }
  void fill(ConeNewton& newton, double friction) const {
    const int n = static_cast<int>(at.size());
    newton.begin(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) newton.set_answer(i, j, W.block<3, 3>(3 * i, 3 * j));
    for (int i = 0; i < n; ++i) newton.set(i, v[i], friction, Vec3::Zero());
  }
};

// Each contact's impulse is the one that cone_impulse() gives with all others.
TEST(ConeNewton, FindsImpulsesThatAnswerEachContact) {
  Draw draw(1);
  ConeNewton newton;
  int found = 0, trials = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int contacts = 1 + trial % 6;
    const Sole sole(draw, contacts, trial % 2 ? 1e-4 : 0.1);
    const double friction = draw(0.1, 1);
    sole.fill(newton, friction);
    ++trials;
    const double missed = newton.solve(1e-10, 50);
    if (missed < 0 || missed > 1e-10) continue;
    ++found;
    for (int i = 0; i < contacts; ++i) {
      Vec3 v = sole.v[i];
      for (int j = 0; j < contacts; ++j) v += sole.W.block<3, 3>(3 * i, 3 * j) * newton.impulse(j);
      const Vec3 p = newton.impulse(i);
      EXPECT_GE(p.z(), -1e-9);
      EXPECT_GE(v.z(), -1e-9);
      EXPECT_LT(p.z() * v.z(), 1e-8);
      EXPECT_LE(p.head<2>().norm(), friction * p.z() + 1e-8);
      if (v.head<2>().norm() > 1e-6 && p.z() > 1e-6) {
        EXPECT_NEAR(p.head<2>().norm(), friction * p.z(), 1e-6);
        EXPECT_LT(p.head<2>().dot(v.head<2>()), 0) << "friction opposes the sliding";
      }
    }
  }
  EXPECT_GT(found, trials * 3 / 4);
}

// What is worse than the guess is not told.
TEST(ConeNewton, KeepsAGuessThatItCannotImprove) {
  Draw draw(2);
  const Sole sole(draw, 4, 0.01);
  ConeNewton newton;
  sole.fill(newton, 0.5);
  ASSERT_GE(newton.solve(1e-12, 50), 0);
  std::vector<Vec3> answer;
  for (int i = 0; i < 4; ++i) answer.push_back(newton.impulse(i));
  sole.fill(newton, 0.5);
  for (int i = 0; i < 4; ++i) newton.set(i, sole.v[i], 0.5, answer[i]);
  newton.solve(0, 0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(newton.impulse(i), answer[i]);
}

}  // namespace
}  // namespace gambol::testing
