// `copies:`: parts around an axis, along a line and in a row.

#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "figure/figure_spec.h"
#include "figure/find.h"
#include "figure/rest_posture.h"
#include "schema/canonical.h"
#include "support/files.h"

namespace gambol::copies_test {
namespace {

constexpr double degree = std::numbers::pi / 180;

std::map<std::string, Transform> placed(const FigureSpec& figure) {
  const std::vector<Transform> X = rest_posture(figure);
  std::map<std::string, Transform> by_name;
  for (std::size_t b = 0; b < X.size(); ++b) by_name[figure.bodies[b].name] = X[b];
  return by_name;
}

std::string text_of(FigureSpec figure) {
  CanonicalText text(Touches::picture);
  text.write_fields(figure);
  return text.text();
}

const std::string star = R"(
figure: star
bodies:
  - {name: hub, shapes: [{sphere: 5 cm}]}
  - name: arm_1
    parent: hub
    at: [4 cm, 1 cm, 2 cm]
    rotate: [x 20 deg, z 10 deg]
    joint: {axis: [1, 2, 3], axis_in: parent, initial: 0.4, limits: [-1, 1]}
    cushion: {stiffness: 1e4 N/m}
    shapes: [{box: [4 cm, 1 cm, 2 cm], at: [2 cm, 0, 0]}]
  - name: hand_arm_1
    parent: arm_1
    at: [4 cm, 0, 0]
    joint: {axis: [0, 1, 0.5], initial: -0.3}
    shapes: [{capsule: {radius: 5 mm, length: 3 cm}, at: [1 mm, 2 mm, 3 mm]}]
actuators:
  - {type: damper, joints: [arm_1, "hand_*"], damping: 1e-3}
  - {type: linear_spring, between: [{body: hub, at: [1 cm, 0, 0]}, {body: hand_arm_1, at: [1 cm, 0, 0]}], stiffness: 3 N/m}
motor_programs:
  arm_1_up: [{joint: arm_1, to: 0.5}, {joint: hand_arm_1, to: 0.1}]
poses:
  up: {joints: {arm_1: 0.7, arm_3: 0.1}}
  arm_1_only: {joints: {arm_1: 0.2}}
legs:
  - {name: arm_1, side: middle, row: 2, feet: hand_arm_1, tip: [1 mm, 0, 0], pads: [{body: hand_arm_1}], upper_joint: arm_1, step: arm_1_up, stance: arm_1_up}
)";

using CopiesOfParts = Files;

// Every body of copy k stands where the original does after k turns about the axis, whatever the
// joints' positions, as joint axes turn along.
TEST_F(CopiesOfParts, StandAroundAnAxisAsTheOriginalTurnedAboutIt) {
  for (const char* axis : {"[0, 0, 2]", "[0, -1, 0]", "[1, 2, -0.5]"}) {
    SCOPED_TRACE(axis);
    FigureSpec figure = load_figure(
        write("star.yaml", star + "copies: [{from: arm_1, count: 5, around: {axis: " + axis +
                               ", at: [1 cm, 2 cm, 3 cm]}}]\n"));
    ASSERT_EQ(figure.bodies.size(), 11u);
    Vec3 a = Vec3::Zero();
    if (axis[1] == '0') a = axis[4] == '0' ? Vec3(0, 0, 1) : Vec3(0, -1, 0);
    if (axis[1] == '1') a = Vec3(1, 2, -0.5).normalized();
    const Vec3 c(0.01, 0.02, 0.03);
    for (const double q : {0.4, -0.9}) {
      for (BodySpec& body : figure.bodies)
        if (!body.parent.empty()) body.joint.initial = {body.name[0] == 'h' ? 0.3 * q : q};
      const auto X = placed(figure);
      for (int k = 1; k < 5; ++k) {
        const Quat R(Eigen::AngleAxisd(k * 72 * degree, a));
        const Transform turn{R, c - R * c};
        for (const char* part : {"arm_", "hand_arm_"}) {
          const Transform wanted = turn * X.at(part + std::string("1")),
                          found = X.at(part + std::to_string(k + 1));
          EXPECT_LT((wanted.p - found.p).norm(), 1e-14) << part << k;
          EXPECT_LT(wanted.R.angularDistance(found.R), 1e-14) << part << k;
        }
      }
    }
  }
}

TEST_F(CopiesOfParts, BringAlongAllThatNamesThem) {
  const FigureSpec figure = load_figure(write("star.yaml", star + R"(copies:
  - {from: arm_1, to: [arm_2, arm_3], along: [0, 3 cm, 1 mm], legs: [{side: left, row: 0}, {side: right, row: 7}]}
)"));
  const auto X = placed(figure);
  EXPECT_LT((X.at("hand_arm_3").p - X.at("hand_arm_1").p - Vec3(0, 0.06, 0.002)).norm(), 1e-15);
  const BodySpec& arm = *find_body(figure, "arm_3");
  EXPECT_TRUE(arm.cushion && arm.joint.limits && arm.collision.size() == 1);
  EXPECT_EQ(figure.actuators[0].joints.size(), 6u);
  ASSERT_EQ(figure.actuators.size(), 4u);
  EXPECT_EQ(figure.actuators[3].between[1].body, "hand_arm_3");
  EXPECT_LT((figure.actuators[3].between[0].at - Vec3(0.01, 0.06, 0.002)).norm(), 1e-15);
  ASSERT_EQ(figure.motor_programs.size(), 3u);
  EXPECT_EQ(figure.motor_programs[2].ramps[1].joint, "hand_arm_3");
  // A copy that the pose names keeps its own value.
  const PoseSpec& up = *find_pose(figure, "up");
  ASSERT_EQ(up.joints.size(), 3u);
  EXPECT_EQ(up.joints[1].name, "arm_2");
  EXPECT_EQ(up.joints[1].to, 0.7);
  EXPECT_EQ(up.joints[2].to, 0.1);
  EXPECT_EQ(find_pose(figure, "arm_3_only")->joints[0].name, "arm_3");
  ASSERT_EQ(figure.legs.size(), 3u);
  EXPECT_EQ(figure.legs[0].side, Side::middle);
  EXPECT_EQ(figure.legs[2].side, Side::right);
  EXPECT_EQ(figure.legs[2].row, 7);
  EXPECT_EQ(figure.legs[2].feet[0], "hand_arm_3");
  EXPECT_EQ((*figure.legs[2].pads)[0].body, "hand_arm_3");
  EXPECT_EQ(figure.legs[2].step, "arm_3_up");
}

// To everything after loading, a figure is the same as one that is written out.
TEST_F(CopiesOfParts, MakeTheFigureThatOneWouldWriteByHand) {
  const std::string leg = "shapes: [{sphere: 1 cm}]";
  const std::string actuators = "actuators: [{type: damper, joints: [\"leg*\"], damping: 1}]\n";
  const auto head = [&](const std::string& copies) {
    return "figure: f\n" + copies + "bodies:\n  - {name: trunk, " + leg + "}\n";
  };
  const FigureSpec copied = load_figure(write(
      "f.yaml", head("copies: [{from: leg08, count: 3, along: [1 cm, 0, 0]}]\n") +
                    "  - {name: leg08, parent: trunk, at: [1, 2, 3], " + leg + "}\n" + actuators));
  const FigureSpec written = load_figure(
      write("g.yaml", "figure: f\nbodies:\n  - {name: trunk, " + leg +
                          "}\n  - {name: leg08, parent: trunk, at: [1, 2, 3], " + leg +
                          "}\n  - {name: leg09, parent: trunk, at: [1.01, 2, 3], " + leg +
                          "}\n  - {name: leg10, parent: trunk, at: [1.02, 2, 3], " + leg + "}\n" +
                          actuators));
  EXPECT_EQ(text_of(copied), text_of(written));
}

TEST_F(CopiesOfParts, CarryEachOtherInARow) {
  const FigureSpec figure = load_figure(write("snake.yaml", R"(
figure: snake
copies:
  - {from: seg_1, count: 12, on: previous, along: [4 cm, 0, 0], around: {axis: [0, 0, 1], step: 10 deg}}
bodies:
  - {name: head, shapes: [{sphere: 2 cm}]}
  - {name: seg_1, parent: head, at: [3 cm, 0, 0], shapes: [{sphere: 1 cm}]}
  - {name: seg_1_fin, parent: seg_1, at: [0, 1 cm, 0], shapes: [{sphere: 3 mm}]}
)"));
  ASSERT_EQ(figure.bodies.size(), 25u);
  EXPECT_EQ(find_body(figure, "seg_12")->parent, "seg_11");
  EXPECT_EQ(find_body(figure, "seg_12_fin")->parent, "seg_12");
  EXPECT_EQ(find_body(figure, "seg_2")->parent, "seg_1");
  const auto X = placed(figure);
  Transform wanted = X.at("seg_1");
  for (int k = 2; k <= 12; ++k) {
    wanted =
        wanted * Transform{Quat(Eigen::AngleAxisd(10 * degree, Vec3::UnitZ())), Vec3(0.04, 0, 0)};
    const Transform& found = X.at("seg_" + std::to_string(k));
    EXPECT_LT((wanted.p - found.p).norm(), 1e-13);
    EXPECT_LT(wanted.R.angularDistance(found.R), 1e-13);
  }
}

// Chains are copied as the bodies that they make, and mirrored after that; `leg_1` is not in
// `leg_10`.
TEST_F(CopiesOfParts, AreMadeOfChainsBeforeTheMirror) {
  const FigureSpec figure = load_figure(write("centipede.yaml", R"(
figure: centipede
copies: [{from: left_1, count: 11, along: [-2 cm, 0, 0]}]
mirror: {from: left, to: right}
bodies: [{name: trunk, shapes: [{box: [30 cm, 2 cm, 1 cm]}]}]
chains:
  - {name: left_1, parent: trunk, at: [10 cm, 1 cm, 0], radius: 2 mm, leg: {side: left, row: 0}, links: [{a: 1 cm, alpha: 90 deg}, {a: 2 cm}]}
)"));
  EXPECT_EQ(figure.bodies.size(), 1 + 2 * 11 * 2u);
  ASSERT_EQ(figure.legs.size(), 22u);
  EXPECT_EQ(figure.legs[10].name, "left_11");
  EXPECT_EQ(figure.legs[10].row, 10);
  EXPECT_EQ(figure.legs[21].side, Side::right);
  const auto X = placed(figure);
  const Vec3 left = X.at("left_11_2").p, right = X.at("right_11_2").p;
  EXPECT_LT((left - Vec3(right.x(), -right.y(), right.z())).norm(), 1e-15);
  EXPECT_NEAR(left.x() - X.at("left_1_2").p.x(), -0.2, 1e-15);
}

TEST_F(CopiesOfParts, AreCopiedByLaterEntries) {
  const FigureSpec figure = load_figure(write("hands.yaml", R"(
figure: hands
copies:
  - {from: finger_1, count: 3, along: [0, 1 cm, 0]}
  - {from: arm_1, to: [arm_a, arm_b], around: {angles: [90 deg, 200 deg]}}
bodies:
  - {name: trunk, shapes: [{sphere: 5 cm}]}
  - {name: arm_1, parent: trunk, at: [5 cm, 0, 0], shapes: [{sphere: 1 cm}]}
  - {name: arm_1_finger_1, parent: arm_1, at: [2 cm, 0, 0], shapes: [{sphere: 3 mm}]}
)"));
  EXPECT_EQ(figure.bodies.size(), 1 + 3 * 4u);
  const auto X = placed(figure);
  const Quat R(Eigen::AngleAxisd(200 * degree, Vec3::UnitZ()));
  EXPECT_LT((X.at("arm_b_finger_3").p - R * X.at("arm_1_finger_3").p).norm(), 1e-14);
}

// However many copies there are, the author hears of the one line that is wrong.
TEST_F(CopiesOfParts, RepeatNoProblemOfTheOriginal) {
  write("star.yaml", R"(
figure: star
copies: [{from: arm_1, count: 6, around: {}}]
mirror: {from: left, to: right}
bodies:
  - {name: hub, shapes: [{sphere: 5 cm}]}
  - {name: left_arm_1, parent: hubb, joint: {axis: [0, 0, 0], limits: [1, -1]}, shapes: [{sphere: 1 cm}]}
legs: [{name: left_arm_1, side: left, row: 0, feet: left_arm_1, step: left_arm_1_stp}]
motor_programs: {left_arm_1_step: [{joint: left_arm_1x, to: 1}]}
)");
  EXPECT_EQ(
      problems(path("star.yaml")),
      R"(star.yaml:7:32: bodies[1].parent: found "hubb", expected a body of the figure (did you mean hub?)
star.yaml:7:52: bodies[1].joint.axis: found an axis of length 0, expected a direction
star.yaml:7:71: bodies[1].joint.limits: found [1 rad, -1 rad], expected the lower limit first, and less than the upper one
star.yaml:8:71: legs[0].step: found "left_arm_1_stp", expected a motor program (did you mean left_arm_1_step?)
star.yaml:9:44: motor_programs.left_arm_1_step[0].joint: found "left_arm_1x", expected the name of a body whose joint can move (did you mean left_arm_1?)
)");
}

}  // namespace
}  // namespace gambol::copies_test
