#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "figure/figure_spec.h"
#include "figure/find.h"
#include "figure/joint_motion.h"
#include "geometry/mesh.h"
#include "support/files.h"

namespace gambol {
namespace {

const char* const two_legged = R"(
figure: biped
mirror: {from: left, to: right}
bodies:
  - {name: trunk, shapes: [{box: [10 cm, 6 cm, 3 cm]}]}
  - name: left_thigh
    parent: trunk
    at: [1 cm, 3 cm, -1 cm]
    rotate: [x -45 deg, y 20 deg, z 10 deg]
    joint: {axis: [1, 2, 3], initial: 0.3}
    shapes: [{box: [1 cm, 4 cm, 1 cm], at: [1 mm, 2 cm, 3 mm], rotate: [z 30 deg, x 5 deg]}]
  - name: left_shin
    parent: left_thigh
    at: [0, 4 cm, 0]
    rotate: [x -60 deg]
    joint: {axis: [0.2, 1, -0.5], axis_in: parent, initial: -0.7}
    shapes: [{box: [1 cm, 4 cm, 1 cm], at: [0, 2 cm, 0]}]
  - name: left_toe
    parent: left_shin
    at: [0, 4 cm, 0]
    joint: {type: prismatic, axis: [1, 1, 0.3], initial: 1 cm}
    shapes: [{sphere: 5 mm}]
actuators:
  - {type: damper, joints: [left_thigh, "*_shin"], damping: 1 N*m*s}
motor_programs:
  left_step: [{joint: left_thigh, to: 0.2}]
legs:
  - {name: left, side: left, row: 0, feet: left_toe, pads: [{body: left_toe, at: [1 mm, 2 mm, 3 mm], within: 1 cm}], upper_joint: left_thigh, step: left_step, stance: left_step}
)";

// World poses from joint positions, straight from the meaning of the spec.
std::map<std::string, Transform> poses(const FigureSpec& figure,
                                       const std::map<std::string, double>& q) {
  std::map<std::string, Transform> X_WB;
  for (const BodySpec& body : figure.bodies) {
    Transform X_PB{rotation_of(body.rotate), body.at};
    const auto found = q.find(body.name);
    const double position = found == q.end() ? body.joint.initial_of(0) : found->second;
    // The coordinates of a joint of several degrees of freedom differ from each other.
    const double x[6] = {position,       0.7 * position, -0.4 * position,
                         0.2 * position, 0.5 * position, -0.9 * position};
    if (!body.parent.empty())
      X_PB = X_PB * moved_by(motion_of(body.joint, X_PB.R.toRotationMatrix()), x);
    X_WB[body.name] = body.parent.empty() ? X_PB : X_WB.at(body.parent) * X_PB;
  }
  return X_WB;
}

const Mat3 M = Vec3(1, -1, 1).asDiagonal();

void expect_mirrored(const Transform& left, const Transform& right, const std::string& what) {
  EXPECT_LT((M * left.p - right.p).norm(), 1e-14) << what;
  const Mat3 R = M * left.R.toRotationMatrix() * M;
  EXPECT_LT((R - right.R.toRotationMatrix()).norm(), 1e-14) << what;
}

using Mirror = Files;

TEST_F(Mirror, EqualJointPositionsAreMirroredPostures) {
  const FigureSpec figure = load_figure(write("biped.yaml", two_legged));
  ASSERT_EQ(figure.bodies.size(), 7u);
  for (const double a : {0.0, 0.4, -1.3}) {
    std::map<std::string, double> q;
    for (const char* side : {"left_", "right_"}) {
      q[side + std::string("thigh")] = a;
      q[side + std::string("shin")] = 0.5 - a;
      q[side + std::string("toe")] = 0.01 * a;
    }
    const auto X_WB = poses(figure, q);
    for (const std::string part : {"thigh", "shin", "toe"})
      expect_mirrored(X_WB.at("left_" + part), X_WB.at("right_" + part), part);
  }
}

TEST_F(Mirror, EqualPositionsOfJointsOfAnyTypeAreMirroredPostures) {
  for (const auto& [type, value] : names_of<JointType>) {
    for (const char* frame : {"body", "parent"}) {
      const std::string extra = value == JointType::screw       ? ", pitch: 3 cm"
                                : value == JointType::universal ? ", axis2: [0.1, 1, -0.4]"
                                : value == JointType::gimbal
                                    ? ", axis2: [0.1, 1, -0.4], axis3: [1, 0.3, 0.2]"
                                    : "";
      const FigureSpec figure = load_figure(
          write("a.yaml",
                "figure: a\nmirror: {from: left, to: right}\nbodies:\n"
                "  - {name: root, shapes: [{sphere: 1 cm}]}\n"
                "  - {name: left, parent: root, at: [1 cm, 2 cm, 3 cm], rotate: [x 20 deg, z 70 "
                "deg], joint: {axis: [0.3, -0.5, 1], axis_in: " +
                    std::string(frame) + ", type: " + std::string(type) + extra +
                    "}, shapes: [{sphere: 1 cm}]}\n"));
      const auto X_WB = poses(figure, {{"left", 0.7}, {"right", 0.7}});
      expect_mirrored(X_WB.at("left"), X_WB.at("right"), std::string(type) + " in " + frame);
      if (value != JointType::fixed) {
        const auto still = poses(figure, {});
        EXPECT_GT((X_WB.at("left").p - still.at("left").p).norm() +
                      X_WB.at("left").R.angularDistance(still.at("left").R),
                  0.1)
            << type;
      }
    }
  }
}

TEST_F(Mirror, ShapesAreReflectedInTheirBodies) {
  const FigureSpec figure = load_figure(write("biped.yaml", two_legged));
  const Transform left = find_body(figure, "left_thigh")->visible[0].shape.X_BS;
  const Transform right = find_body(figure, "right_thigh")->visible[0].shape.X_BS;
  expect_mirrored(left, right, "shape");
}

// The frame of an image is right-handed again, so what differs along an axis has to change ends.
TEST_F(Mirror, ShapesOfEveryKindAreSeenAndWeighReflected) {
  write("m.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.2 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  for (const std::string shape :
       {"capsule: {radius: 3 cm, length: 9 cm, end_radius: 1 cm}",
        "cylinder: {radius: 3 cm, length: 9 cm, end_radius: 1 cm, depth: 2 cm, shift: [1 cm, 2 "
        "cm]}",
        "cone: {radius: 3 cm, length: 9 cm}",
        "frustum: {base: [3 cm, 5 cm], top: [1 cm, 6 cm], height: 4 cm, shift: [1 cm, 2 cm]}",
        "ellipsoid: [1 cm, 2 cm, 3 cm]", "mesh: m.obj", "box: [1 cm, 2 cm, 3 cm]",
        "height_field: {heights: [[0, 1 cm, 0], [0, 0, 2 cm]], spacing: 1 cm, thickness: 1 cm}"}) {
    const FigureSpec figure = load_figure(
        write("a.yaml",
              "figure: a\nmirror: {from: left, to: right}\nbodies:\n"
              "  - {name: trunk, shapes: [{sphere: 10 cm}]}\n"
              "  - {name: left, parent: trunk, shapes: [{" +
                  shape + ", at: [1 cm, 2 cm, 3 cm], rotate: [x 20 deg, z 70 deg]}]}\n"));
    const Shape &left = find_body(figure, "left")->inertia[0].shape,
                &right = find_body(figure, "right")->inertia[0].shape;
    const MassProperties l = mass_properties(left, 1000), r = mass_properties(right, 1000);
    EXPECT_NEAR(l.mass, r.mass, 1e-12 * l.mass) << shape;
    EXPECT_LT((M * l.com - r.com).norm(), 1e-15) << shape;
    EXPECT_LT((M * l.I_cm * M - r.I_cm).norm(), 1e-12 * l.I_cm.norm()) << shape;
    Eigen::AlignedBox3d seen_left, seen_right;
    for (const Vec3& p : surface_mesh(left).positions) seen_left.extend(Vec3(M * p));
    for (const Vec3& p : surface_mesh(right).positions) seen_right.extend(p);
    EXPECT_LT((seen_left.min() - seen_right.min()).norm(), 1e-12) << shape;
    EXPECT_LT((seen_left.max() - seen_right.max()).norm(), 1e-12) << shape;
    EXPECT_GT(mass_properties(surface_mesh(right), 1).mass, 0) << shape;
  }
}

TEST_F(Mirror, NamesAreMirroredWhereverTheyAppear) {
  const FigureSpec figure = load_figure(write("biped.yaml", two_legged));
  EXPECT_THAT(figure.actuators[0].joints, testing::UnorderedElementsAre("left_thigh", "right_thigh",
                                                                        "left_shin", "right_shin"));
  EXPECT_EQ(figure.motor_programs[1].name, "right_step");
  EXPECT_EQ(figure.motor_programs[1].ramps[0].joint, "right_thigh");
  EXPECT_EQ(figure.motor_programs[1].ramps[0].to, 0.2);
  const LegSpec& leg = figure.legs[1];
  EXPECT_EQ(leg.name, "right");
  EXPECT_EQ(leg.side, Side::right);
  EXPECT_EQ(leg.feet, std::vector<std::string>{"right_toe"});
  ASSERT_TRUE(leg.pads && leg.pads->size() == 1);
  EXPECT_EQ(leg.pads->front().body, "right_toe");
  EXPECT_EQ(leg.pads->front().at, Vec3(1e-3, -2e-3, 3e-3));
  EXPECT_EQ(leg.upper_joint, "right_thigh");
  EXPECT_EQ(leg.step, "right_step");
}

TEST_F(Mirror, AnImageThatIsWrittenTooIsAnError) {
  EXPECT_EQ(problems(write("a.yaml",
                           "figure: a\nmirror: {from: left, to: right}\nbodies:\n"
                           "  - {name: left, shapes: [{sphere: 1}]}\n"
                           "  - {name: right, parent: left, shapes: [{sphere: 1}]}\n")),
            "a.yaml:4:12: bodies[0].name: found \"left\", whose mirror image \"right\" is written "
            "too, expected one of the two\n");
}

TEST_F(Mirror, CopiesSpringsThatTouchOneSide) {
  const FigureSpec f = load_figure(write("f.yaml", R"(
figure: f
mirror: {from: left, to: right}
bodies:
  - {name: trunk, shapes: [{sphere: 1 cm}]}
  - {name: tail, parent: trunk, shapes: [{sphere: 1 cm}]}
  - {name: left_leg, parent: trunk, shapes: [{sphere: 1 cm}]}
actuators:
  - {type: damper, between: [{body: trunk, at: [1 m, 2 m, 3 m]}, {body: left_leg, at: [4 m, 5 m, 6 m]}], damping: 1}
  - {type: damper, between: [trunk, tail], damping: 2}
)"));
  ASSERT_EQ(f.actuators.size(), 3U);
  const ActuatorSpec& image = f.actuators[2];
  EXPECT_EQ(image.damping, 1);
  EXPECT_EQ(image.between[0].body, "trunk");
  EXPECT_EQ(image.between[0].at, Vec3(1, -2, 3));
  EXPECT_EQ(image.between[1].body, "right_leg");
  EXPECT_EQ(image.between[1].at, Vec3(4, -5, 6));
}

TEST_F(Mirror, ItMustTouchSomething) {
  EXPECT_EQ(problems(write("a.yaml",
                           "figure: a\nmirror: {from: links, to: rechts}\n"
                           "bodies: [{name: left, shapes: [{sphere: 1}]}]\n")),
            "a.yaml:2:16: mirror.from: found \"links\", expected a part of the name of a body\n");
}

TEST_F(Mirror, TheRoachComesOutWholeAndSymmetric) {
  const FigureSpec roach = load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/roach.yaml");
  EXPECT_EQ(roach.bodies.size(), 33u);
  EXPECT_EQ(roach.legs.size(), 6u);
  const auto X_WB = poses(roach, {});
  int pairs = 0;
  for (const auto& [name, X] : X_WB) {
    const std::size_t at = name.find("left");
    if (at == name.npos) continue;
    std::string image = name;
    image.replace(at, 4, "right");
    // The thorax is symmetric only with the head's roll at 0, which it is.
    expect_mirrored(X, X_WB.at(image), name);
    ++pairs;
  }
  EXPECT_EQ(pairs, 15);
}

}  // namespace
}  // namespace gambol
