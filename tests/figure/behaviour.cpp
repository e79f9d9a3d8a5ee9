// Limits and holds by behaviour: the numbers that loading makes of them. tests/simulation checks
// what joints then do.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "figure/figure_spec.h"
#include "support/files.h"

namespace gambol::behaviour_test {
namespace {

constexpr double degree = std::numbers::pi / 180, g = 9.81;

// A bar of 1 kg and 1 m, held out level, and a bar of 0.5 m on it.
const std::string arm = R"(
figure: arm
bodies:
  - {name: post, shapes: [{box: [10 cm, 10 cm, 1 m]}]}
  - name: upper
    parent: post
    joint: {axis: [0, 1, 0], limits: [-60 deg, 60 deg]}
    shapes: [{box: [1 m, 2 cm, 5 cm], at: [50 cm, 0, 0]}]
  - name: lower
    parent: upper
    at: [1 m, 0, 0]
    joint: {axis: [0, 1, 0]}
    shapes: [{box: [50 cm, 2 cm, 5 cm], at: [25 cm, 0, 0]}]
  - name: slide
    parent: post
    at: [0, 0, 60 cm]
    joint: {type: prismatic, axis: [0, 0, 1], limits: [-5 cm, 5 cm]}
    shapes: [{box: [10 cm, 10 cm, 10 cm]}]
)";

// About the y axis through the joint: kg m2.
double bar(double mass, double length, double height) {
  return mass * (length * length / 3 + height * height / 12);
}

using Behaviour = Files;

TEST_F(Behaviour, ALimitGivesWayByADegreeUnderTheGreatestWeight) {
  const FigureSpec f =
      load_figure(write("arm.yaml", arm + "actuators: [{type: limit, joints: [\"*\"]}]\n"));
  ASSERT_EQ(f.actuators.size(), 2u);  // the lower arm has no limits
  const ActuatorSpec& upper = f.actuators[0];
  const double moment = g * (1 * 0.5 + 0.5 * 1.25);
  EXPECT_NEAR(upper.stiffness, moment / degree, 1e-9 * upper.stiffness);
  EXPECT_EQ(upper.lower, -60 * degree);
  EXPECT_EQ(upper.upper, 60 * degree);
  const double inertia = bar(1, 1, 0.05) + 0.5 * (0.5 * 0.5 + 0.05 * 0.05) / 12 + 0.5 * 1.25 * 1.25;
  EXPECT_NEAR(upper.damping, 2 * std::sqrt(upper.stiffness * inertia), 1e-9 * upper.damping);
  // A slide gives way by as much of its range.
  EXPECT_NEAR(f.actuators[1].stiffness, 1 * g / (degree * 0.1), 1e-6);
}

TEST_F(Behaviour, ALimitTakesWhatTheAuthorGives) {
  const FigureSpec f = load_figure(write("arm.yaml", arm + R"(actuators:
  - {type: limit, joints: [upper], stiffness: 7 N*m, damping: 2 N*m*s}
  - {type: limit, joints: [lower], lower: -1, upper: 2, give: 3 deg}
  - {type: limit, joints: ["*"]}
)"));
  ASSERT_EQ(f.actuators.size(), 3u);  // the last leaves to the others what they limit
  EXPECT_EQ(f.actuators[0].stiffness, 7);
  EXPECT_EQ(f.actuators[0].damping, 2);
  EXPECT_EQ(f.actuators[0].upper, 60 * degree);
  EXPECT_EQ(f.actuators[1].upper, 2);
  EXPECT_NEAR(f.actuators[1].stiffness, 0.5 * g * 0.25 / (3 * degree), 1e-9);
  EXPECT_EQ(f.actuators[2].joints[0], "slide");
}

// Under `gambol: 2` a joint with `limits` needs no actuator to stop.
TEST_F(Behaviour, LimitsActWithoutAnActuator) {
  const FigureSpec told =
      load_figure(write("told.yaml", arm + "actuators: [{type: limit, joints: [\"*\"]}]\n"));
  const FigureSpec f = load_figure(write("arm.yaml", "gambol: 3" + arm));
  ASSERT_EQ(f.actuators.size(), 2u);  // the lower arm has no limits
  for (std::size_t a = 0; a < 2; ++a) {
    EXPECT_EQ(f.actuators[a].type, ActuatorType::limit);
    EXPECT_EQ(f.actuators[a].joints, told.actuators[a].joints);
    EXPECT_EQ(f.actuators[a].lower, told.actuators[a].lower);
    EXPECT_EQ(f.actuators[a].upper, told.actuators[a].upper);
    EXPECT_EQ(f.actuators[a].stiffness, told.actuators[a].stiffness);
    EXPECT_EQ(f.actuators[a].damping, told.actuators[a].damping);
  }
}

TEST_F(Behaviour, LimitsThatGuideAndThoseOfOldFilesDoNotAct) {
  EXPECT_TRUE(load_figure(write("old.yaml", arm)).actuators.empty());
  EXPECT_TRUE(load_figure(write("one.yaml", "gambol: 1" + arm)).actuators.empty());
  EXPECT_TRUE(
      load_figure(write("guide.yaml", "gambol: 3" + arm + "limits: guide\n")).actuators.empty());
  EXPECT_EQ(load_figure(write("act.yaml", arm + "limits: act\n")).actuators.size(), 2u);
  // An old file that a new one extends still means what it meant; the new one may say otherwise.
  const std::string over = "gambol: 3\nfigure: over\nextends: old.yaml\n";
  EXPECT_TRUE(load_figure(write("over.yaml", over)).actuators.empty());
  EXPECT_EQ(load_figure(write("over.yaml", over + "limits: act\n")).actuators.size(), 2u);
}

// The other way round an old file keeps the stops of the new one that it extends, its own joints
// included: in both, what extends nothing decides.
TEST_F(Behaviour, AnOldFileKeepsTheStopsOfANewFigure) {
  write("new.yaml", "gambol: 3" + arm);
  const std::string over = "figure: over\nextends: new.yaml\nbodies: ";
  EXPECT_EQ(load_figure(write("over.yaml", over + "[{name: lower, joint: {limits: [-1, 1]}}]\n"))
                .actuators.size(),
            3u);
  EXPECT_TRUE(load_figure(write("over.yaml", over + "[]\nlimits: guide\n")).actuators.empty());
  const std::string figures = GAMBOL_SOURCE_DIR "/figures/";
  const FigureSpec spider = load_figure(figures + "spider.yaml");
  const FigureSpec old =
      load_figure(write("old.yaml", "figure: old\nextends: " + figures +
                                        "spider.yaml\nactuators: [{name: stops}]\n"));
  EXPECT_EQ(old.actuators.size(), spider.actuators.size());
}

TEST_F(Behaviour, WhereAnActuatorLimitsAJointItsLimitsLeaveItAlone) {
  const FigureSpec f = load_figure(write("arm.yaml", "gambol: 3" + arm + R"(actuators:
  - {type: limit, joints: [upper], stiffness: 7 N*m, damping: 2 N*m*s}
  - {type: exponential_limit, joints: [slide], lower: -1 cm, upper: 1 cm, strength: 1 N, rise: 100 /m}
)"));
  ASSERT_EQ(f.actuators.size(), 2u);
  EXPECT_EQ(f.actuators[0].stiffness, 7);
  EXPECT_EQ(f.actuators[1].upper, 0.01);
  // A limit without numbers is replaced by one with, not doubled.
  const FigureSpec bare = load_figure(
      write("bare.yaml", "gambol: 3" + arm + "actuators: [{type: limit, joints: [\"*\"]}]\n"));
  EXPECT_EQ(bare.actuators.size(), 2u);
}

// No weight turns a wheel on its axle: the stop bears that weight at a fifth of its radius of
// gyration. A named point has no mass, and needs no stop.
TEST_F(Behaviour, LimitsOfABalancedJointActToo) {
  const auto stiffness = [&](const std::string& off_axle) {
    const FigureSpec f = load_figure(write("wheel.yaml", R"(gambol: 3
figure: wheel
bodies:
  - {name: post, shapes: [{sphere: 10 cm}]}
  - {name: wheel, parent: post, joint: {axis: [0, 1, 0], limits: [-1, 1]}, shapes: [{cylinder: {radius: 20 cm, length: 5 cm}, at: [)" +
                                                             off_axle + R"(, 0, 0]}]}
  - {name: mark, parent: wheel, joint: {axis: [0, 1, 0], limits: [-1, 1], drive: hold}}
)"));
    EXPECT_EQ(f.actuators.size(), 1u);
    return f.actuators.at(0).stiffness;
  };
  const double weight = 1000 * std::numbers::pi * 0.04 * 0.05 * g, radius = 0.2 / std::sqrt(2.0);
  const double balanced = 0.2 * weight * radius / degree;
  EXPECT_NEAR(stiffness("0"), balanced, 1e-9 * balanced);
  // A little beside its axle it is as heavy, and its stop as stiff.
  for (const char* off : {"0.1 mm", "0.3 mm", "5 mm"})
    EXPECT_NEAR(stiffness(off), balanced, 1e-3 * balanced) << off;
  // Far beside it the weight's own lever counts.
  EXPECT_NEAR(stiffness("15 cm"), weight * 0.15 / degree, 1e-9 * weight * 0.15 / degree);
}

// A knee may have to bear the figure.
TEST_F(Behaviour, ALimitOfALegBearsTheFigure) {
  const FigureSpec f =
      load_figure(write("arm.yaml", arm + R"(actuators: [{type: limit, joints: [upper]}]
legs: [{name: leg, side: middle, row: 0, feet: lower, tip: [50 cm, 0, 0]}]
)"));
  const double mass = 10 + 1 + 0.5 + 1;
  EXPECT_NEAR(f.actuators[0].stiffness, mass * g * 1.5 / degree, 1e-6);
}

// With all that hold sagged: by hand, the moments there.
TEST_F(Behaviour, AHoldBearsTheWeightWhereEverythingHasSagged) {
  const FigureSpec f = load_figure(write("arm.yaml", arm + R"(actuators:
  - {type: hold, joints: [upper, lower], sag: 10 deg, damping_ratio: 0.5}
)"));
  ASSERT_EQ(f.actuators.size(), 4u);
  const double a = 10 * degree, b = 20 * degree;
  const double elbow = 0.5 * g * 0.25 * std::cos(b);
  const double shoulder = g * (0.5 * std::cos(a) + 0.5 * (std::cos(a) + 0.25 * std::cos(b)));
  EXPECT_EQ(f.actuators[0].type, ActuatorType::linear_spring);
  EXPECT_NEAR(f.actuators[0].stiffness, shoulder / a, 1e-9);
  EXPECT_NEAR(f.actuators[2].stiffness, elbow / a, 1e-9);
  // Further down the weight bends less: its moment falls by m g x sin.
  const double falls = 0.5 * g * 0.25 * std::sin(b), inertia = bar(0.5, 0.5, 0.05);
  EXPECT_EQ(f.actuators[3].type, ActuatorType::damper);
  EXPECT_NEAR(f.actuators[3].damping, std::sqrt((elbow / a + falls) * inertia), 1e-9);
}

TEST_F(Behaviour, AHoldOfAJointIsOneOfTheActuators) {
  const std::string with_hold = [&] {
    std::string text = arm;
    const std::string joint = "joint: {axis: [0, 1, 0]}";
    return text.replace(text.find(joint), joint.size(),
                        "joint: {axis: [0, 1, 0], hold: {sag: 2 deg, load: most}}");
  }();
  const FigureSpec f = load_figure(write("arm.yaml", with_hold));
  ASSERT_EQ(f.actuators.size(), 2u);
  EXPECT_NEAR(f.actuators[0].stiffness, 0.5 * g * 0.25 / (2 * degree), 1e-9);
}

// Four legs of a table, each hip 30 cm from its tip: each bears a quarter, or a half of two.
TEST_F(Behaviour, AHoldInStanceBearsTheLegsShare) {
  const std::string table = R"(
figure: table
copies: [{from: leg_1, count: 4, around: {}}]
bodies:
  - {name: top, shapes: [{box: [1 m, 1 m, 1 cm]}]}
  - {name: leg_1, parent: top, at: [20 cm, 0, 0], joint: {axis: [0, 1, 0]}, shapes: [{box: [60 cm, 1 cm, 1 cm]}]}
legs: [{name: leg_1, side: left, row: 0, feet: leg_1, tip: [30 cm, 0, -20 cm]}]
)";
  const FigureSpec all = load_figure(
      write("table.yaml",
            table + "actuators: [{type: hold, joints: [\"leg_*\"], sag: 1e-3, load: stance}]\n"));
  const FigureSpec two = load_figure(write(
      "two.yaml",
      table +
          "actuators: [{type: hold, joints: [\"leg_*\"], sag: 1e-3, load: stance, legs: 2}]\n"));
  ASSERT_EQ(all.actuators.size(), 8u);
  const double mass = 10 + 4 * 0.06;
  EXPECT_NEAR(all.actuators[0].stiffness, mass / 4 * g * 0.3 / 1e-3,
              1e-3 * all.actuators[0].stiffness);
  EXPECT_NEAR(two.actuators[0].stiffness, 2 * all.actuators[0].stiffness,
              1e-3 * two.actuators[0].stiffness);
  EXPECT_NEAR(all.actuators[6].stiffness, all.actuators[0].stiffness,
              1e-9 * all.actuators[0].stiffness);
}

}  // namespace
}  // namespace gambol::behaviour_test
