#include "search/parameter_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "base/units.h"
#include "search/synthetic_search.h"
#include "support/own_file.h"

namespace gambol {
namespace {

TEST(ParameterValue, OfALinearRangeIsBetweenItsEnds) {
  const ParameterSpec p = range_parameter("p", -1, 3);
  EXPECT_EQ(parameter_value(p, 0), -1);
  EXPECT_EQ(parameter_value(p, 0.25), 0);
  EXPECT_EQ(parameter_value(p, 1), 3);
}

TEST(ParameterValue, OfALogarithmicRangeHasEqualFactors) {
  const ParameterSpec p = range_parameter("p", 0.01, 100, Scale::log);
  EXPECT_EQ(parameter_value(p, 0), 0.01);
  EXPECT_NEAR(parameter_value(p, 0.5), 1, 1e-15);
  EXPECT_NEAR(parameter_value(p, 0.75), 10, 1e-14);
  EXPECT_EQ(parameter_value(p, 1), 100);
}

TEST(ParameterValue, NeverLeavesTheRangeByRounding) {
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const double from = random.between(1e-3, 1), to = from * random.between(1.000001, 50);
    for (const Scale scale : {Scale::linear, Scale::log}) {
      const ParameterSpec p = range_parameter("p", from, to, scale);
      EXPECT_EQ(parameter_value(p, 0), from);
      EXPECT_EQ(parameter_value(p, 1), to);
      for (const double x : {random.uniform(), 1e-17, 1 - 1e-16}) {
        EXPECT_GE(parameter_value(p, x), from);
        EXPECT_LE(parameter_value(p, x), to);
      }
    }
  }
}

TEST(ParameterValue, ChoicesAreEqualParts) {
  const ParameterSpec p = choice_parameter("gait", {"wave", "ripple", "tripod"});
  EXPECT_EQ(value_text(p, 0), "wave");
  EXPECT_EQ(value_text(p, 0.333), "wave");
  EXPECT_EQ(value_text(p, 0.334), "ripple");
  EXPECT_EQ(value_text(p, 0.667), "tripod");
  EXPECT_EQ(value_text(p, 1), "tripod");
  EXPECT_EQ(choice_index(p, 1), 2u);
  EXPECT_EQ(choice_index(p, 0), 0u);
}

TEST(ParameterValue, TextReadsBackToTheSameDouble) {
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    const ParameterSpec p =
        range_parameter("p", 1e-9, random.between(1, 1e12), i % 2 ? Scale::log : Scale::linear);
    const double x = random.uniform();
    EXPECT_EQ(parse_quantity(value_text(p, x)).value, parameter_value(p, x));
  }
}

TEST(ParameterValue, IsShownInAUnitOfItsDimensionAndSize) {
  const auto shown = [](double from, double to, std::optional<Dimension> dimension, double x) {
    ParameterSpec p = range_parameter("p", from, to);
    p.dimension = dimension;
    const std::string unit = shown_unit(p).name;
    return shown_value(p, x) + (unit.empty() ? "" : " " + unit);
  };
  EXPECT_EQ(shown(0.02, 0.05, dim::length, 1), "5 cm");
  EXPECT_EQ(shown(0, 0.008, dim::length, 0.5), "4 mm");
  EXPECT_EQ(shown(0, 0.5235987755982988, dim::angle, 1), "30 deg");
  EXPECT_EQ(shown(0.02, 0.05, dim::time, 0), "20 ms");
  EXPECT_EQ(shown(0.5, 2.5, dim::density, 1), "2.5 kg/m3");
  EXPECT_EQ(shown(1, 2, std::nullopt, 1.0 / 3), "1.333");
}

// The dimension is what the author wrote in the run file.
TEST(ParameterValue, TheDimensionIsThatOfTheWrittenRange) {
  const std::string path = own_file(".yaml");
  std::ofstream(path) << "search: s\n"
                         "scenarios: [{name: flat, shot: '" GAMBOL_SOURCE_DIR
                         "/scenes/studies/pendulum.yaml'}]\n"
                         "parameters:\n"
                         "  - {name: stride, path: a.b, from: 0, to: 5 cm}\n"
                         "  - {name: gain, path: a.c, from: 1, to: 2}\n"
                         "objective: [{measure: forward_speed}]\n"
                         "method: cma_es\n";
  const RunSpec run = load_run(path);
  ASSERT_EQ(run.parameters.size(), 2u);
  ASSERT_TRUE(run.parameters[0].dimension);
  EXPECT_EQ(*run.parameters[0].dimension, dim::length);
  EXPECT_EQ(*run.parameters[0].to, 0.05);
  EXPECT_FALSE(run.parameters[1].dimension);
}

}  // namespace
}  // namespace gambol
