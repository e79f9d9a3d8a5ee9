// A figure that goes without some of its legs.

#include "figure/lost_legs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "figure/figure_spec.h"

namespace gambol {
namespace {

using ::testing::UnorderedElementsAre;

FigureSpec roach() { return load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/roach.yaml"); }

TEST(LostLegs, TakeTheirBodiesSpringsAndProgramsWithThem) {
  const FigureSpec whole = roach();
  FigureSpec figure = whole;
  remove_legs(figure, {"middle_left", "back_right"});
  EXPECT_EQ(figure.bodies.size(), whole.bodies.size() - 10);
  EXPECT_EQ(figure.legs.size(), 4u);
  EXPECT_EQ(figure.motor_programs.size(), whole.motor_programs.size() - 4);
  std::set<std::string> bodies;
  for (const BodySpec& b : figure.bodies) {
    EXPECT_TRUE(b.parent.empty() || bodies.contains(b.parent)) << b.name;
    bodies.insert(b.name);
    EXPECT_FALSE(b.name.starts_with("middle_left") || b.name.starts_with("back_right")) << b.name;
  }
  for (const ActuatorSpec& a : figure.actuators) {
    EXPECT_FALSE(a.joints.empty());
    for (const std::string& joint : a.joints) EXPECT_TRUE(bodies.contains(joint)) << joint;
  }
  for (const MotorProgramSpec& p : figure.motor_programs) {
    EXPECT_FALSE(p.ramps.empty());
    for (const RampSpec& r : p.ramps) EXPECT_TRUE(bodies.contains(r.joint)) << r.joint;
  }
}

TEST(LostLegs, BeginAtTheirFirstJoint) {
  FigureSpec figure = roach();
  for (LegSpec& leg : figure.legs) {
    EXPECT_EQ(leg_root(figure, leg), leg.name + "_coxa");
    leg.upper_joint.clear();  // told by what other legs do not hang on
    EXPECT_EQ(leg_root(figure, leg), leg.name + "_coxa");
  }
}

TEST(LostLegs, LeaveTheTrunkOfAFigureThatLosesAll) {
  FigureSpec figure = roach();
  std::vector<std::string> all;
  for (const LegSpec& leg : figure.legs) all.push_back(leg.name);
  remove_legs(figure, all);
  std::vector<std::string> bodies;
  for (const BodySpec& b : figure.bodies) bodies.push_back(b.name);
  EXPECT_THAT(bodies, UnorderedElementsAre("abdomen", "thorax", "head"));
  EXPECT_TRUE(figure.motor_programs.empty());
}

TEST(LostLegs, TakeTheSpringsThatEndOnThemAlong) {
  FigureSpec figure = roach();
  const std::size_t before = figure.actuators.size();
  for (const char* end : {"middle_left_tibia", "middle_right_tibia"}) {
    ActuatorSpec spring;
    spring.between = {{Place(), "abdomen"}, {Place(), end}};
    figure.actuators.push_back(spring);
  }
  remove_legs(figure, {"middle_left"});
  ASSERT_EQ(figure.actuators.size(), before + 1);
  EXPECT_EQ(figure.actuators.back().between[1].body, "middle_right_tibia");
}

}  // namespace
}  // namespace gambol
