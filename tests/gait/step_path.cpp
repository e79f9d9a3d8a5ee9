#include "gait/step_path.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

StepEnds ends() {
  StepEnds e;
  e.from = Vec3(-0.2, 0.1, 0.02);
  e.to = Vec3(0.25, 0.12, 0.1);
  e.from_rate = Vec3(-0.4, 0.05, 0);
  e.to_rate = Vec3(-0.5, 0, 0);
  return e;
}

StepSpec keyed() {
  StepSpec s;
  s.keys = {{Place(), 0.25, 0.1, 0.08, 0.0, 0.02},
            {Place(), std::nullopt, 0.5, 0.12, 0.0, 0.03},
            {Place(), 0.8, 0.95, 0.06, 0}};
  return s;
}

Vec3 rate(const StepSpec& s, const StepEnds& e, double u) {
  constexpr double h = 1e-6;
  return (step_at(s, e, u + h) - step_at(s, e, u - h)) / (2 * h);
}

TEST(StepPath, GoesFromFootholdToFoothold) {
  for (const StepSpec& s : {StepSpec{{}, 0.1, {}}, keyed()}) {
    EXPECT_LT((step_at(s, ends(), 0) - ends().from).norm(), 1e-12);
    EXPECT_LT((step_at(s, ends(), 1) - ends().to).norm(), 1e-12);
  }
}

// What the ground does seen from the body: so the foot neither slips as it lifts nor as it lands.
TEST(StepPath, LeavesAndComesWithTheGround) {
  const StepEnds e = ends();
  for (const StepSpec& s : {StepSpec{{}, 0.1, {}}, keyed()}) {
    EXPECT_LT((rate(s, e, 1e-5) - e.from_rate).norm(), 1e-2);
    EXPECT_LT((rate(s, e, 1 - 1e-5) - e.to_rate).norm(), 1e-2);
  }
}

TEST(StepPath, PassesThroughTheKeysWhateverTheFootholds) {
  StepEnds e = ends();
  for (double outwards : {1.0, -1.0}) {
    e.outwards = outwards;
    const Vec3 key = step_at(keyed(), e, 0.25);
    const Vec3 line = e.from + 0.1 * (e.to - e.from);
    EXPECT_NEAR(key.x(), line.x(), 1e-12);
    EXPECT_NEAR(key.y(), line.y() + outwards * 0.02, 1e-12);
    EXPECT_NEAR(key.z(), line.z() + 0.08, 1e-12);
  }
}

TEST(StepPath, TakesItsKeysFromTheirCurvesAsItBegins) {
  StepSpec s = keyed();
  s.keys[0].height.keys = {{1, 0.08, Interpolation::linear}, {2, 0.18, Interpolation::linear}};
  StepEnds e = ends();
  const double low = step_at(s, e, 0.25).z();
  e.begins = 1.5;
  EXPECT_NEAR(step_at(s, e, 0.25).z(), low + 0.05, 1e-12);
}

TEST(StepPath, IsSmooth) {
  const StepEnds e = ends();
  for (double u = 0.01; u < 0.985; u += 0.005)
    EXPECT_LT((rate(keyed(), e, u + 0.005) - rate(keyed(), e, u)).norm(), 0.3) << u;
}

TEST(StepPath, GoesHigherOverWhatLiesBetween) {
  StepEnds e = ends();
  const double low = step_at(StepSpec{{}, 0.1, {}}, e, 0.5).z();
  e.raise = 0.07;
  EXPECT_NEAR(step_at(StepSpec{{}, 0.1, {}}, e, 0.5).z(), low + 0.07, 1e-12);
}

TEST(StepPath, IsAtLeastAsLongAsTheStroke) {
  const StepSpec s{{}, 0.1, {}};
  EXPECT_GE(step_length(s, 0), 0.19);
  double last = 0;
  for (double stroke = 0; stroke < 2; stroke += 0.1) {
    const double length = step_length(s, stroke);
    EXPECT_GE(length, stroke);
    EXPECT_GE(length, last);
    last = length;
  }
}

}  // namespace
}  // namespace gambol
