// How gaits that fly go up and down, and where their feet come down.

#include "control/skills/bounce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "control/skills/pendulum.h"

namespace gambol::testing {
namespace {

using namespace skills;

std::vector<LegInStride> run_at(double phase, double duty) {
  const double other = phase + 0.5;
  return {{phase, duty}, {other - std::floor(other), duty}};
}

// Heights and velocities that are asked for are those that the force brings about: whoever follows
// the one gets the other.
TEST(Bounce, IsWhatItsForceBringsAbout) {
  for (const double duty : {0.3, 0.36, 0.5, 0.62}) {
    constexpr double d = 1e-4;
    double weights = 0;
    constexpr int n = 500;
    for (int i = 0; i < n; ++i) {
      const double phase = (i + 0.5) / n;
      const Bounce before = bounce(run_at(phase - d, duty)), at = bounce(run_at(phase, duty)),
                   after = bounce(run_at(phase + d, duty));
      EXPECT_NEAR((after.height - before.height) / (2 * d), at.rise, 1e-5) << phase;
      EXPECT_NEAR((after.rise - before.rise) / (2 * d), at.weights - 1, 2e-2) << phase;
      weights += at.weights / n;
    }
    EXPECT_NEAR(weights, 1, 1e-3) << "it bears its weight";
  }
}

TEST(Bounce, FliesBetweenStancesFromAndToTheHeightOfFootfalls) {
  const double duty = 0.35;
  EXPECT_NEAR(bounce(run_at(0, duty)).height, 0, 1e-12);
  EXPECT_NEAR(bounce(run_at(duty, duty)).height, 0, 1e-12);
  EXPECT_NEAR(bounce(run_at(duty / 2, duty)).weights, M_PI / (4 * duty), 1e-12);
  EXPECT_LT(bounce(run_at(duty / 2, duty)).height, 0);
  const double flight = 0.5 - duty;
  EXPECT_EQ(bounce(run_at(duty + flight / 2, duty)).weights, 0);
  EXPECT_NEAR(bounce(run_at(duty + flight / 2, duty)).height, flight * flight / 8, 1e-12);
}

// Along a way of stances and flights, begun as it says: it is the same a step later, and goes on at
// the speed that was asked for.
TEST(BouncingPendulum, RepeatsItself) {
  const Pendulum of{Vec3(0, 0, 1), Vec3::Zero(), 3.1};
  const double stance = 0.24, step = 0.36, speed = 3, width = 0.1;
  const BouncingPendulum p = bouncing(of, stance, step);
  EXPECT_NEAR(p.omega * p.omega * stance, 3.1 * 3.1 * step, 1e-9) << "the weight of a whole step";
  const auto begins = p.repeated(0, speed, width), ends = p.repeated(stance, speed, width);
  EXPECT_NEAR(begins.velocity.x(), ends.velocity.x(), 1e-9);
  EXPECT_NEAR(ends.at.x() - begins.at.x() + p.flight * ends.velocity.x(), speed * step, 1e-9);
  EXPECT_NEAR(ends.at.y() + begins.at.y() + p.flight * ends.velocity.y(), width, 1e-9);
  constexpr double d = 1e-5, at = 0.1;
  const Vec2 later = p.repeated(at + d, speed, width).velocity;
  const Vec2 now = p.repeated(at, speed, width).velocity;
  EXPECT_NEAR((later - now).x() / d, p.omega * p.omega * p.repeated(at, speed, width).at.x(), 1e-3);
}

// A foot that comes down by `growing` farther ahead per velocity that is too high takes off, within
// two steps, nearly all that would grow; at the same place the error doubles.
TEST(BouncingPendulum, IsCaughtByItsFoothold) {
  const Pendulum of{Vec3(0, 0, 1), Vec3::Zero(), 3.1};
  const double stance = 0.24, step = 0.36, speed = 3;
  const BouncingPendulum p = bouncing(of, stance, step);
  const auto wanted = p.repeated(0, speed, 0);
  const auto error_after = [&](double gain) {
    double v = wanted.velocity.x() + 0.3;
    for (int k = 0; k < 4; ++k) {
      const double x = wanted.at.x() - gain * (v - wanted.velocity.x());
      v = v * std::cosh(p.omega * stance) + x * p.omega * std::sinh(p.omega * stance);
    }
    return v - wanted.velocity.x();
  };
  EXPECT_LT(std::abs(error_after(p.growing())), 0.06);
  EXPECT_GT(std::abs(error_after(0)), 0.6);
}

}  // namespace
}  // namespace gambol::testing
