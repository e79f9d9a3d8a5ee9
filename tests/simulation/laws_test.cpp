// The forces that tools/laws/*.yaml record, which docs/contact.md plots, against their equations
// (McKenna's PhD thesis, MIT 1994, "seed 003").

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "poses/channels.h"
#include "shot/shot_reference.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"

namespace gambol::testing {
namespace {

Poses recorded(const std::string& shot) {
  return simulate(load_shot(std::string(GAMBOL_SOURCE_DIR) + "/tools/laws/" + shot));
}

// Column of a channel of the figure.
std::vector<double> column(const Poses& poses, const std::string& channel,
                           const std::string& column) {
  for (const Channel& c : poses.channels)
    if (c.name == channel) {
      const Column found = find_column(c, column);
      EXPECT_TRUE(found) << channel << " " << column;
      return found.values(0, poses.track_times.size());
    }
  ADD_FAILURE() << channel;
  return {};
}

TEST(Laws, OfTheGroundAreTheirEquations) {
  for (const char* take : {"spring", "linear", "damped", "restitution", "manko"}) {
    const Poses poses = recorded(std::string("ground.yaml@") + take);
    const auto force = column(poses, "probe/ground_force", "probe"),
               height = column(poses, "probe/lowest", "probe"),
               speed = column(poses, "probe/v", "vz");
    const std::string name = take;
    double most = 0;
    for (std::size_t k = 0; k < force.size(); ++k) {
      const double x = height[k];
      double expected = 2 * (std::exp(-500 * x) - 1);
      if (name == "linear") expected -= 3000 * x;
      if (name == "manko") expected = 2 * (std::exp(-(500 - 100) * x) - 100 * x - 1);
      if (name == "restitution" && speed[k] > 0) expected *= 0.5;
      if (name == "damped") expected = std::max(0.0, expected - 500 * speed[k]);
      if (x >= 0) expected = 0;
      // At the ends of the way the sign of the speed is one of rounding.
      if (name == "restitution" && std::abs(speed[k]) < 1e-6) continue;
      EXPECT_NEAR(force[k], expected, 1e-6 * (1 + expected)) << take << " at " << x;
      most = std::max(most, force[k]);
    }
    EXPECT_GT(most, 13) << take;
  }
}

TEST(Laws, OfFrictionAreTheirEquations) {
  const double limit = 0.5 * 10, b = 500;
  for (const std::string take : {"coulomb", "damper", "arctan"}) {
    const Poses poses = recorded("friction.yaml@" + take);
    const auto force = column(poses, "probe/foot_force", "tip.x"),
               load = column(poses, "probe/foot_force", "tip.z"),
               speed = column(poses, "probe/v", "vx");
    double most = 0;
    for (std::size_t k = 0; k < force.size(); ++k) {
      const double v = speed[k];
      if (poses.track_times[k] < 0.3) continue;
      EXPECT_NEAR(load[k], 10, 1e-6);
      if (std::abs(v) < 2e-6) continue;
      const double expected =
          take == "coulomb" ? std::copysign(limit, v)
          : take == "damper"
              ? std::clamp(b * v, -limit, limit)
              : 2 * limit / std::numbers::pi * std::atan(b * std::numbers::pi / (2 * limit) * v);
      EXPECT_NEAR(force[k], -expected, 1e-5) << take << " at " << v;
      most = std::max(most, std::abs(v));
    }
    EXPECT_GT(most, 0.025);
  }
}

TEST(Laws, OfSpringsAreTheirEquation) {
  const Poses poses = recorded("springs.yaml");
  for (const auto& [a, b] : {std::pair{5, 10}, {20, 10}, {10, 5}, {10, 20}}) {
    const std::string joint = "a" + std::to_string(a) + "_b" + std::to_string(b);
    const auto torque = column(poses, "swings/joint_force", joint),
               x = column(poses, "swings/q", joint);
    double least = 0, most = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      EXPECT_NEAR(torque[k], std::copysign(a * (std::exp(b * std::abs(x[k])) - 1), -x[k]), 1e-6);
      least = std::min(least, x[k]);
      most = std::max(most, x[k]);
    }
    EXPECT_NEAR(least, -0.25, 2e-3) << joint;
    EXPECT_NEAR(most, 0.25, 2e-3) << joint;
  }
}

// What docs/collisions.svg shows: heights after a fall by 0.2 m, by the conservation of energy.
TEST(Laws, OfBouncesLoseTheEnergyThatTheySay) {
  const double fall = 0.2, e = 0.25;
  for (const std::string take : {"spring", "damped", "restitution", "impulse"}) {
    const Poses poses = recorded("bounce.yaml@" + take);
    const auto height = column(poses, "ball/lowest", "ball");
    double depth = 0, rise = -1;
    for (std::size_t k = 0; k < height.size(); ++k) {
      depth = std::max(depth, -height[k]);
      // The first bounce, whose top is then.
      if (poses.track_times[k] > 0.25 && poses.track_times[k] < 0.45)
        rise = std::max(rise, height[k]);
    }
    if (take == "spring") {
      EXPECT_NEAR(rise, fall, 1e-3 * fall);
    }
    if (take == "damped") {
      EXPECT_GT(rise, 0.05);
      EXPECT_LT(rise, 0.1);
    }
    // The spring gives back e of what gravity has put into it, down to the greatest depth.
    if (take == "restitution") {
      EXPECT_NEAR(rise, e * (fall + depth) - depth, 2e-4);
    }
    if (take == "impulse") {
      EXPECT_NEAR(rise, 0.5 * 0.5 * fall, 1e-4);
    }
  }
}

// Of a ball at rest on springs with restitution, the more the longer the step; damped, it lies
// still.
TEST(Laws, OfRestitutionTrembleAtRest) {
  const auto height_varies = [](const std::string& take) {
    const Poses poses = recorded("bounce.yaml@" + take);
    const auto height = column(poses, "ball/lowest", "ball");
    double least = 1, most = -1;
    for (std::size_t k = 0; k < height.size(); ++k)
      if (poses.track_times[k] > 1.4) {
        least = std::min(least, height[k]);
        most = std::max(most, height[k]);
      }
    return most - least;
  };
  const double fine = height_varies("trembles"), coarse = height_varies("trembles_1ms");
  EXPECT_GT(fine, 1e-6);
  EXPECT_GT(coarse, 2 * fine);
}

TEST(Laws, OfFrictionLetWhatIsLoadedCreepAtTheirSpeed) {
  const double mass = 1.6, along = mass * 2.539 / 4, limit = 0.5 * mass * 9.476 / 4, b = 100;
  for (const std::string take : {"damper", "arctan", "stick"}) {
    const Poses poses = recorded("slide.yaml@" + take);
    const auto speed = column(poses, "slab/v", "vx");
    // At which the four corners hold the slab.
    const double expected =
        take == "damper" ? along / b
        : take == "arctan"
            ? 2 * limit / (std::numbers::pi * b) * std::tan(std::numbers::pi * along / (2 * limit))
            : 0;
    EXPECT_NEAR(speed.back(), expected, 1e-4) << take;
    EXPECT_GT(*std::max_element(speed.begin(), speed.end()), 0.99) << take;
  }
}

}  // namespace
}  // namespace gambol::testing
