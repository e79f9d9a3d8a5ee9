// The quantities of a gait: what is enough, what follows, what is refused (seed 004, Eq. 7 and 8).

#include "gait/gait_design.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "support/allocations.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Up to a height of 5 cm in the middle of the stroke, and down.
double tent(double stroke) { return 2 * std::hypot(stroke / 2, 0.05); }

using Values = std::array<double, 7>;
Values values(const GaitTimes& t) {
  return {t.period, t.duty_factor, t.support_duration, t.transfer_duration,
          t.stroke, t.body_speed,  t.leg_speed};
}

// Those of the quantities whose bits are set.
GaitDesign design(unsigned bits, const Values& v) {
  GaitDesign d;
  std::optional<double>* const all[] = {
      &d.period, &d.duty_factor, &d.support_duration, &d.transfer_duration,
      &d.stroke, &d.body_speed,  &d.leg_speed};
  for (std::size_t q = 0; q < 7; ++q)
    if (bits >> q & 1) *all[q] = v[q];
  return d;
}

std::string problem_of(const GaitDesign& d, const ArcLength& arc = tent) {
  std::string problem;
  EXPECT_FALSE(solve_gait(d, arc, problem));
  return problem;
}

// A gait made from a stroke and the two speeds, by the definitions alone.
Values made(double stroke, double body_speed, double leg_speed) {
  const double support = stroke / body_speed, transfer = tent(stroke) / leg_speed;
  const double period = support + transfer;
  return {period, support / period, support, transfer, stroke, body_speed, leg_speed};
}

// How many independent conditions the quantities of a set put on a gait: the rank of the gradients
// of their logarithms by those of stroke and speeds, taken by differences.
int rank(unsigned bits) {
  const auto logs = [](double a, double b, double c) {
    Values v = made(0.3 * std::exp(a), 0.9 * std::exp(b), 1.7 * std::exp(c));
    for (double& x : v) x = std::log(x);
    return v;
  };
  const double h = 1e-4;
  const Values zero = logs(0, 0, 0);
  const Values by[] = {logs(h, 0, 0), logs(0, h, 0), logs(0, 0, h)};
  std::vector<std::array<double, 3>> rows;
  for (std::size_t q = 0; q < 7; ++q)
    if (bits >> q & 1) {
      rows.emplace_back();
      for (std::size_t i = 0; i < 3; ++i) rows.back()[i] = (by[i][q] - zero[q]) / h;
    }
  int found = 0;
  for (std::size_t column = 0; column < 3; ++column) {
    const auto first = rows.begin() + found;
    const auto pivot = std::max_element(first, rows.end(), [&](const auto& a, const auto& b) {
      return std::abs(a[column]) < std::abs(b[column]);
    });
    if (pivot == rows.end() || std::abs((*pivot)[column]) < 1e-2) continue;
    std::iter_swap(first, pivot);
    for (auto row = first + 1; row != rows.end(); ++row) {
      const double share = (*row)[column] / (*first)[column];
      for (std::size_t i = 0; i < 3; ++i) (*row)[i] -= share * (*first)[i];
    }
    ++found;
  }
  return found;
}

TEST(GaitDesign, EverySetThatDeterminesTheGaitFindsIt) {
  std::mt19937 random(3);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(random()) / 4294967295.0);
  };
  for (int i = 0; i < 30; ++i) {
    const Values truth = made(draw(0.01, 1), draw(0.1, 3), draw(0.3, 10));
    for (unsigned bits = 0; bits < 128; ++bits) {
      const GaitDesign given = design(bits, truth);
      const bool enough = rank(bits) == 3;
      ASSERT_EQ(missing_quantities(given) == "", enough) << bits;
      std::string problem;
      const auto found = solve_gait(given, tent, problem);
      ASSERT_EQ(found.has_value(), enough) << bits << " " << problem;
      if (!enough) {
        EXPECT_THAT(problem, StartsWith("give "));
        continue;
      }
      for (std::size_t q = 0; q < 7; ++q)
        EXPECT_NEAR(values(*found)[q], truth[q], 1e-9 * truth[q]) << bits << " " << q;
    }
  }
}

TEST(GaitDesign, NamesWhatIsMissing) {
  EXPECT_EQ(
      missing_quantities({.period = 1, .body_speed = 1}),
      "give one more of: duty_factor, support_duration, transfer_duration, stroke, leg_speed");
  EXPECT_EQ(missing_quantities({.support_duration = 1, .stroke = 1, .body_speed = 1}),
            "give one more of: period, duty_factor, transfer_duration, leg_speed");
  EXPECT_EQ(missing_quantities({.period = 1, .duty_factor = 0.5, .support_duration = 0.5}),
            "give one more of: stroke, body_speed, leg_speed");
  EXPECT_THAT(missing_quantities({.duty_factor = 0.5}), StartsWith("give two more of: period, "));
  EXPECT_THAT(missing_quantities({.duty_factor = 0.5}), HasSubstr("(such as period and stroke)"));
  EXPECT_THAT(missing_quantities({}), StartsWith("give three of: period, duty_factor, "));
}

TEST(GaitDesign, NamesTheEquationThatFailsWithBothItsSides) {
  EXPECT_EQ(problem_of({.period = 1, .support_duration = 0.5, .stroke = 0.6, .body_speed = 1}),
            "support_duration = stroke / body_speed (Eq. 7) fails: 0.5 s is not 0.6 m / (1 m/s) = "
            "0.6 s");
  EXPECT_EQ(problem_of({.period = 1, .duty_factor = 0.5, .support_duration = 0.6, .stroke = 1}),
            "duty_factor = support_duration / period fails: 0.5 is not 0.6 s / 1 s = 0.6");
  EXPECT_EQ(
      problem_of({.period = 1, .support_duration = 0.6, .transfer_duration = 0.5, .stroke = 1}),
      "period = support_duration + transfer_duration (Eq. 8) fails: 1 s is not 0.6 s + 0.5 s = "
      "1.1 s");
  EXPECT_EQ(problem_of({.period = 2, .transfer_duration = 1, .stroke = 1, .leg_speed = 2},
                       [](double stroke) { return 1.5 * stroke; }),
            "transfer_duration = arc_length(stroke) / leg_speed fails: 1 s is not 1.5 m / (2 m/s) "
            "= 0.75 s");
}

TEST(GaitDesign, LetsWhatAgreesInFourDigitsPass) {
  std::string problem;
  EXPECT_TRUE(
      solve_gait({.period = 0.3, .duty_factor = 0.33333, .support_duration = 0.1, .stroke = 0.1},
                 tent, problem))
      << problem;
  EXPECT_NE(problem_of({.period = 0.3, .duty_factor = 0.333, .support_duration = 0.1, .stroke = 1}),
            "");
}

TEST(GaitDesign, RefusesWhatCannotBe) {
  EXPECT_EQ(problem_of({.period = 1, .duty_factor = 1, .stroke = 1}),
            "duty_factor cannot be 1: it must be between 0 and 1");
  EXPECT_EQ(problem_of({.period = -1, .duty_factor = 0.5, .stroke = 1}),
            "period cannot be -1 s: it must be greater than 0");
  EXPECT_EQ(problem_of({.period = 1, .duty_factor = 0.5, .leg_speed = 0}),
            "leg_speed cannot be 0 m/s: it must be greater than 0");
  EXPECT_EQ(problem_of({.period = 1, .duty_factor = 0.5, .body_speed = std::nan("")}),
            "body_speed cannot be nan m/s: it must be at least 0");
  EXPECT_EQ(problem_of({.period = 1, .support_duration = 1.2, .stroke = 1}),
            "support_duration, 1.2 s, is not shorter than the period, 1 s");
  EXPECT_EQ(problem_of({.period = 1, .stroke = 2, .body_speed = 1}),
            "support_duration, 2 s, is not shorter than the period, 1 s");
  EXPECT_EQ(problem_of({.period = 1, .transfer_duration = 1, .stroke = 1}),
            "transfer_duration, 1 s, is not shorter than the period, 1 s");
  EXPECT_EQ(problem_of({.duty_factor = 0.5, .stroke = 0, .body_speed = 1}),
            "support_duration = stroke / body_speed cannot be 0 s: it must be greater than 0");
}

TEST(GaitDesign, SaysWhenALegIsTooSlow) {
  // Three quarters of the time the foot goes back at 1 m/s.
  EXPECT_EQ(problem_of({.duty_factor = 0.75, .body_speed = 1, .leg_speed = 2.9}),
            "leg_speed is too low: with a duty_factor of 0.75, feet that move back at 1 m/s must "
            "come forward at more than 3 times that, and go up and down; 2.9 m/s is not enough");
  std::string problem;
  EXPECT_TRUE(solve_gait({.duty_factor = 0.75, .body_speed = 1, .leg_speed = 3.1}, tent, problem));
  // An arc that is always half as long again as its stroke wants more.
  const ArcLength high = [](double stroke) { return 0.1 + 1.5 * stroke; };
  EXPECT_THAT(problem_of({.duty_factor = 0.75, .body_speed = 1, .leg_speed = 4.4}, high),
              HasSubstr("4.4 m/s is not enough"));
  EXPECT_TRUE(solve_gait({.duty_factor = 0.75, .body_speed = 1, .leg_speed = 4.6}, high, problem));
  EXPECT_EQ(problem_of({.period = 0.1, .body_speed = 1, .leg_speed = 0.5}),
            "leg_speed is too low: a step in place takes 0.1 m / (0.5 m/s) = 0.2 s, not shorter "
            "than the period, 0.1 s");
  EXPECT_THAT(problem_of({.period = 1, .transfer_duration = 0.1, .leg_speed = 0.5}),
              HasSubstr("0.1 s is too short for a stroke of 0 m, 0.1 m / (0.5 m/s) = 0.2 s"));
}

TEST(GaitDesign, SaysThatFeetThatAreNotLiftedMayTakeAnyStroke) {
  const ArcLength flat = [](double stroke) { return stroke; };
  EXPECT_EQ(
      problem_of({.duty_factor = 0.5, .body_speed = 1, .leg_speed = 1}, flat),
      "stroke is undetermined: where a step in place has no length, any stroke is a solution; "
      "give stroke in place of one of the speeds");
}

// A walk that speeds up from rest, by every set that leaves the speed to the body.
TEST(GaitDesign, IsContinuousInTheBodysSpeedDownToRest) {
  const GaitDesign designs[] = {{.period = 1, .duty_factor = 0.6},
                                {.support_duration = 0.5, .leg_speed = 4},
                                {.duty_factor = 0.6, .leg_speed = 4},
                                {.period = 1, .leg_speed = 4},
                                {.duty_factor = 0.6, .stroke = 0.3},
                                {.transfer_duration = 0.3, .stroke = 0.3},
                                {.stroke = 0.3, .leg_speed = 4},
                                {.transfer_duration = 0.3, .leg_speed = 4},
                                {.duty_factor = 0.6, .transfer_duration = 0.3}};
  for (const GaitDesign& given : designs) {
    const auto at = [&](double speed) {
      GaitDesign d = given;
      d.body_speed = speed;
      std::string problem;
      const auto found = solve_gait(d, tent, problem);
      EXPECT_TRUE(found) << speed << " " << problem;
      return found.value_or(GaitTimes{});
    };
    for (const double speed : {0.0, 1e-12, 1e-6, 1e-3, 0.1, 1.0, 2.0}) {
      const GaitTimes here = at(speed), near = at(speed + 1e-9);
      EXPECT_NEAR(1 / here.period, 1 / near.period, 1e-6);
      EXPECT_NEAR(here.duty_factor, near.duty_factor, 1e-6);
      EXPECT_NEAR(here.stroke, near.stroke, 1e-6);
      EXPECT_NEAR(1 / here.support_duration, 1 / near.support_duration, 1e-6);
      EXPECT_NEAR(1 / here.transfer_duration, 1 / near.transfer_duration, 1e-6);
      EXPECT_NEAR(here.leg_speed, near.leg_speed, 1e-6);
    }
  }
}

TEST(GaitDesign, StandsStillWithoutAStrokeOrWithoutEnd) {
  std::string problem;
  const auto in_place =
      solve_gait({.duty_factor = 0.5, .body_speed = 0, .leg_speed = 1}, tent, problem);
  ASSERT_TRUE(in_place);
  EXPECT_EQ(in_place->stroke, 0);
  EXPECT_DOUBLE_EQ(in_place->transfer_duration, 0.1);  // 5 cm up and 5 cm down
  EXPECT_DOUBLE_EQ(in_place->period, 0.2);
  const auto still =
      solve_gait({.duty_factor = 0.5, .stroke = 0.3, .body_speed = 0}, tent, problem);
  ASSERT_TRUE(still) << problem;
  EXPECT_TRUE(std::isinf(still->period));
  EXPECT_TRUE(std::isinf(still->support_duration));
  EXPECT_EQ(problem_of({.stroke = 0, .body_speed = 0, .leg_speed = 1}),
            "support_duration is undetermined while body_speed and stroke are 0: give period and "
            "duty_factor, or support_duration");
  EXPECT_THAT(problem_of({.period = 1, .support_duration = 0.5, .stroke = 0.3, .body_speed = 0}),
              HasSubstr("0.5 s is not 0.3 m / (0 m/s) = inf s"));
  EXPECT_THAT(problem_of({.duty_factor = 0.5, .stroke = 0.3, .body_speed = 0, .leg_speed = 1}),
              HasSubstr("fails"));
}

TEST(GaitDesign, AsksTheArcSeldomAndAllocatesNothing) {
  int asked = 0;
  const ArcLength counted = [&asked](double stroke) {
    ++asked;
    return tent(stroke);
  };
  std::string problem;
  int most = 0;
  const long before = allocations;
  for (int i = 0; i <= 200; ++i)
    for (const GaitDesign& given :
         {GaitDesign{.duty_factor = 0.6, .body_speed = 0.01 * i, .leg_speed = 4},
          GaitDesign{.period = 0.5, .body_speed = 0.01 * i, .leg_speed = 4}}) {
      asked = 0;
      ASSERT_TRUE(solve_gait(given, counted, problem));
      most = std::max(most, asked);
    }
  EXPECT_EQ(allocations, before);
  EXPECT_LE(most, 16);
}

}  // namespace
}  // namespace gambol
