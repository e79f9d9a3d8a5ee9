// Expectations of several figures: which of their values is bounded, and what check says.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/measures.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "support/files.h"

namespace gambol {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Four balls of 1 cm that fall for 0.1 s, by 49 mm, from 1, 2, 3 and 9 m, beside a brick.
class SeveralFigures : public Files {
 protected:
  ShotSpec shot(const std::string& expect) {
    for (const char* name : {"ball", "brick"})
      write(fmt::format("{}.yaml", name),
            fmt::format("figure: {0}\ndensity: 1000\nbodies: [{{name: {0}, shapes: [{{sphere: 1 "
                        "cm}}]}}]\n",
                        name));
    std::string figures;
    for (int height : {1, 2, 3, 9})
      figures +=
          fmt::format("{{name: ball_{0}, file: ball.yaml, at: [{0} m, 0, {0} m]}}, ", height);
    return load_shot(write("fall.yaml",
                           "shot: fall\nfilm: {fps: 25, duration: 0.1 s}\n"
                           "integrator: {step: 1 ms}\nworld: {ground: {}}\n"
                           "figures: [" +
                               figures +
                               "{name: brick, file: brick.yaml, at: [0, 0, 7 m]}]\n"
                               "expect:\n  - " +
                               expect + "\n"));
  }
  Measurement of(const std::string& expect) {
    const ShotSpec fall = shot(expect);
    EXPECT_THAT(problems_of_measures(fall), IsEmpty());
    return measure(fall, simulate(fall)).at(0);
  }
};

TEST_F(SeveralFigures, AreMeasuredByTheirWorstTheirMeanOrTheirMedian) {
  const double fallen = 59.5;  // mm, with the radius
  const Measurement low = of("{measure: clearance, body: ball, figure: \"ball_*\", min: 1.5 m}");
  EXPECT_NEAR(low.value, 1000 - fallen, 0.2);
  EXPECT_FALSE(low.passed);
  EXPECT_EQ(low.figure, "ball_*");
  EXPECT_EQ(low.over, "worst of 4 figures");
  EXPECT_THAT(low.why, HasSubstr("of ball_1"));
  const Measurement high = of("{measure: clearance, body: ball, figure: \"ball_*\", max: 10 m}");
  EXPECT_NEAR(high.value, 9000 - fallen, 0.2);
  EXPECT_TRUE(high.passed);
  const Measurement mean =
      of("{measure: clearance, body: ball, figure: \"ball_*\", of: mean, max: 3 m}");
  EXPECT_NEAR(mean.value, 3750 - fallen, 0.2);
  EXPECT_FALSE(mean.passed);
  const Measurement median =
      of("{measure: clearance, body: ball, figure: \"ball_?\", of: median, max: 3 m}");
  EXPECT_NEAR(median.value, 2500 - fallen, 0.2);
  EXPECT_TRUE(median.passed);
  EXPECT_EQ(title(median), "clearance (ball), median of 4 figures");
}

TEST_F(SeveralFigures, HaveNoMedianIfOneHasNoValue) {
  const Measurement none = of("{measure: rebound, figure: \"ball_*\", of: median, min: 0}");
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_FALSE(none.passed);
  EXPECT_THAT(none.why, HasSubstr("does not bounce"));
}

TEST_F(SeveralFigures, AllMeetWhatIsNoNumber) {
  EXPECT_TRUE(of("{upright: 5 deg, figure: \"ball_*\"}").passed);
  const Measurement sunk = of("{upright: {height: 2 m}, figure: \"ball_*\"}");
  EXPECT_FALSE(sunk.passed);
  EXPECT_THAT(sunk.why, HasSubstr(", of ball_1"));
}

TEST_F(SeveralFigures, AreNoneIfThePatternMatchesNone) {
  EXPECT_THROW(shot("{measure: clearance, body: ball, figure: \"bell_*\"}"), InputError);
  EXPECT_THAT(problems(path("fall.yaml")),
              HasSubstr("expect[0].figure: found \"bell_*\", expected a pattern that means figures "
                        "of the shot"));
}

TEST_F(SeveralFigures, OfWhichTheFirstThatLacksAPartIsNamed) {
  EXPECT_THROW(shot("{slip: 1 mm, figure: \"b*\"}"), InputError);
  const std::string said = problems(path("fall.yaml"));
  EXPECT_THAT(said, HasSubstr("expect[0].slip: found a figure without legs"));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
  const auto lacking = problems_of_measures(shot("{measure: stride_frequency, figure: \"b*\"}"));
  ASSERT_EQ(lacking.size(), 1u);
  EXPECT_THAT(lacking[0].to_string(), HasSubstr("ball_1"));
}

TEST_F(SeveralFigures, HaveNoOnePose) {
  EXPECT_THROW(shot("{pose: {height: 1 m}, figure: \"b*\"}"), InputError);
  EXPECT_THAT(problems(path("fall.yaml")),
              HasSubstr("expect[0].figure: found \"b*\", expected one figure beside `pose`"));
}

}  // namespace
}  // namespace gambol
