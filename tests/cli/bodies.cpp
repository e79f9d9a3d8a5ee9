// `gambol bodies`.

#include <gtest/gtest.h>

#include "command_line.h"

namespace gambol {
namespace {

// A trunk of 2 kg with an arm of 1 kg, 3 dm ahead; the arm's joint is bent by a right angle.
constexpr const char* two = R"(figure: two
density: 1000 kg/m3
bodies:
  - {name: trunk, shapes: [{box: [0.2 m, 0.1 m, 0.1 m]}]}
  - name: arm
    parent: trunk
    at: [0.3 m, 0, 0]
    rotate: [z 90 deg]
    joint: {axis: [1, 0, 0], initial: 90 deg}
    shapes: [{box: [0.1 m, 0.1 m, 0.1 m], at: [0, 0.2 m, 0]}]
)";

TEST_F(CommandLine, PrintsTheBodiesOfAFigure) {
  write("figures/two.yaml", two);
  const Ran ran = gambol("bodies figures/two.yaml --json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* part :
       {"\"mass\": 3,", "\"joint_dofs\": 1,", "\"parent\": \"trunk\", \"joint\": \"rotary\"",
        "\"mass\": 2, \"distal_mass\": 3,", "\"offset\": [0.3, 0, 0]",
        // 1 kg (0.1 m)^2 / 6 about every axis.
        "\"com\": [0, 0.2, 0], \"principal_moments\": [0.00166666667, 0.00166666667, "
        "0.00166666667]",
        // The axis in those of the root. The arm, bent, points upwards: 1 kg of 3 at 0.2 m.
        ", 1, 0], \"turns\": true", "\"com\": [0.1, 0, 0.0666666667]", "\"highest\": 0.25,"})
    EXPECT_THAT(ran.out, HasSubstr(part));
}

TEST_F(CommandLine, PrintsTheBodiesOfAFigureAsTables) {
  write("figures/two.yaml", two);
  const std::string out = gambol("bodies figures/two.yaml").out;
  EXPECT_THAT(out, HasSubstr("free root"));
  EXPECT_THAT(out,
              HasSubstr("two: 2 bodies, 3 kg; 1 degrees of freedom of joints and 6 of the root"));
  EXPECT_EQ(gambol("bodies scenes/drop.yaml").code, 3);
}

}  // namespace
}  // namespace gambol
