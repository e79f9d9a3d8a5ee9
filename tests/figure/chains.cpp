// Chains of links by Denavit and Hartenberg: what bodies they become, and what is wrong with them.
// Where they stand: tests/dynamics/chains_test.cpp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "figure/figure_spec.h"
#include "figure/find.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class Chains : public Files {
 protected:
  static std::string text(const std::string& chains, const std::string& rest = "") {
    return "figure: f\n" + rest + "bodies: [{name: trunk, shapes: [{sphere: 10 cm}]}]\nchains:\n" +
           chains;
  }
  FigureSpec load(const std::string& chains, const std::string& rest = "") const {
    return load_figure(write("f.yaml", text(chains, rest)));
  }
  std::string of(const std::string& chains, const std::string& rest = "") const {
    return problems(write("f.yaml", text(chains, rest)));
  }
  std::string of_link(const std::string& link) const {
    return of("  - name: arm\n    parent: trunk\n    radius: 1 cm\n    links:\n      - {" + link +
              "}\n");
  }
};

TEST_F(Chains, BecomeBodiesAndLegs) {
  const FigureSpec f = load(
      "  - name: front_left\n"
      "    parent: trunk\n"
      "    radius: 2 cm\n"
      "    density: 500\n"
      "    material: fur\n"
      "    drive: hold\n"
      "    leg: {side: left, row: 0}\n"
      "    links:\n"
      "      - {alpha: 90 deg, limits: [-60 deg, 60 deg]}\n"
      "      - {type: prismatic, d: 30 cm, theta: 20 deg, name: piston, material: steel}\n"
      "      - {a: 20 cm, theta: 10 deg, density: 700}\n");
  ASSERT_EQ(f.bodies.size(), 4u);
  const BodySpec &hip = f.bodies[1], &piston = f.bodies[2], &foot = f.bodies[3];
  EXPECT_EQ(hip.name, "front_left_1");
  EXPECT_EQ(hip.parent, "trunk");
  EXPECT_EQ(hip.joint.drive, Drive::hold);
  EXPECT_EQ(hip.material, "fur");
  ASSERT_TRUE(hip.joint.limits);
  EXPECT_NEAR(hip.joint.limits->y(), std::acos(-1) / 3, 1e-15);
  EXPECT_EQ(piston.name, "piston");
  EXPECT_EQ(piston.joint.type, JointType::prismatic);
  EXPECT_EQ(piston.joint.initial_of(0), 0.3);
  EXPECT_EQ(piston.material, "steel");
  EXPECT_EQ(foot.parent, "piston");
  EXPECT_EQ(foot.density, 700);
  ASSERT_EQ(f.legs.size(), 1u);
  EXPECT_EQ(f.legs[0].name, "front_left");
  EXPECT_EQ(f.legs[0].feet, std::vector<std::string>{"front_left_3"});
  EXPECT_EQ(f.legs[0].upper_joint, "front_left_1");
  EXPECT_EQ(f.legs[0].tip, Vec3(0.2, 0, 0));
}

TEST_F(Chains, LinksAreCapsulesAlongTheirWay) {
  const FigureSpec f = load(
      "  - name: arm\n    parent: trunk\n    radius: 1 cm\n    links:\n"
      "      - {d: 30 cm, a: -20 cm, radius: 2 cm}\n"
      "      - {a: 20 cm, visible: []}\n"
      "      - {a: 20 cm, shapes: [{box: [1, 1, 1]}]}\n");
  const BodySpec& both = f.bodies[1];
  ASSERT_EQ(both.inertia.size(), 2u);
  EXPECT_EQ(both.collision.size(), 2u);
  EXPECT_EQ(both.visible.size(), 2u);
  // Their ends: from frame 0, 30 cm behind, to the origin, to 20 cm beside it.
  const auto end = [](const ShapeSpec& s, int sign) {
    return Vec3(s.shape.X_BS * Vec3(0, sign * s.shape.length / 2, 0));
  };
  const ShapeSpec &d = both.inertia[0], &a = both.inertia[1];
  EXPECT_EQ(d.shape.radius, 0.02);
  EXPECT_LT((end(d, 1) + end(d, -1) - Vec3(0, 0, -0.3)).norm(), 1e-15);
  EXPECT_NEAR((end(d, 1) - end(d, -1)).cwiseAbs().z(), 0.3, 1e-15);
  EXPECT_LT((end(a, 1) + end(a, -1) - Vec3(-0.2, 0, 0)).norm(), 1e-15);
  EXPECT_NEAR((end(a, 1) - end(a, -1)).cwiseAbs().x(), 0.2, 1e-15);
  EXPECT_TRUE(f.bodies[2].visible.empty());
  EXPECT_EQ(f.bodies[2].inertia[0].shape.radius, 0.01);
  EXPECT_EQ(f.bodies[3].inertia[0].shape.kind, ShapeKind::box);
  EXPECT_EQ(f.bodies[3].inertia.size(), 1u);
}

// A point where axes meet is shown by its neighbours already.
TEST_F(Chains, LinksWithoutLengthHaveInertiaOnly) {
  const FigureSpec f = load(
      "  - name: arm\n    parent: trunk\n    radius: 1 cm\n    links:\n"
      "      - {alpha: 90 deg}\n"
      "      - {alpha: 90 deg, radius: 3 cm}\n"
      "      - {a: 20 cm}\n"
      "      - {}\n");
  const auto count = [&](int i) {
    const BodySpec& b = f.bodies[static_cast<std::size_t>(i)];
    return std::array<std::size_t, 3>{b.inertia.size(), b.collision.size(), b.visible.size()};
  };
  EXPECT_EQ(count(1), (std::array<std::size_t, 3>{1, 0, 0}));
  EXPECT_EQ(count(2), (std::array<std::size_t, 3>{1, 0, 0}));
  EXPECT_EQ(count(3), (std::array<std::size_t, 3>{1, 1, 1}));
  EXPECT_EQ(count(4), (std::array<std::size_t, 3>{1, 1, 0}));
}

TEST_F(Chains, AreMirroredLikeBodies) {
  const FigureSpec f = load(
      "  - {name: left_leg, parent: trunk, radius: 1 cm, leg: {side: left, row: 2},\n"
      "     links: [{a: 5 cm, limits: [-20 deg, 40 deg], theta: 30 deg}]}\n",
      "mirror: {from: left, to: right}\n"
      "legs: [{name: left_extra, side: left, row: 1, feet: left_leg_1, tip: [1 cm, 2 cm, 3 "
      "cm]}]\n");
  const BodySpec *left = find_body(f, "left_leg_1"), *right = find_body(f, "right_leg_1");
  ASSERT_TRUE(left && right);
  EXPECT_EQ(*right->joint.limits, *left->joint.limits);
  EXPECT_EQ(right->joint.initial, left->joint.initial);
  ASSERT_EQ(f.legs.size(), 4u);
  EXPECT_EQ(f.legs[2].tip, Vec3(0.01, -0.02, 0.03));
  EXPECT_EQ(f.legs[3].name, "right_leg");
  EXPECT_EQ(f.legs[3].side, Side::right);
  EXPECT_EQ(f.legs[3].row, 2);
}

TEST_F(Chains, AreMirroredWhole) {
  EXPECT_EQ(
      of("  - {name: left_leg, parent: trunk, radius: 1 cm, links: [{a: 5 cm}, {name: foot, a: 1 "
         "cm}]}\n",
         "mirror: {from: left, to: right}\n"),
      "f.yaml:5:77: chains[0].links[1].name: found \"foot\", expected a name with \"left\" in "
      "it, as the chain is mirrored\n");
}

TEST_F(Chains, MayBeChangedByAnotherFigure) {
  load("  - {name: arm, parent: trunk, radius: 1 cm, links: [{name: hand, a: 5 cm}]}\n");
  const FigureSpec g =
      load_figure(write("g.yaml",
                        "figure: g\nextends: f.yaml\n"
                        "chains: [{name: arm, radius: 2 cm, links: [{name: hand, a: 7 cm}]}]\n"));
  EXPECT_EQ(find_body(g, "hand")->inertia[0].shape.radius, 0.02);
  EXPECT_EQ(find_body(g, "hand")->inertia[0].shape.length, 0.07);
}

TEST_F(Chains, ProblemsOfChains) {
  EXPECT_EQ(of("  - {name: arm, parent: trnk, radius: 1 cm, links: [{a: 1 cm}]}\n"),
            "f.yaml:4:25: chains[0].parent: found \"trnk\", expected a body of the figure (did you "
            "mean trunk?)\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, radius: 1 cm, links: []}\n"),
            "f.yaml:4:53: chains[0].links: found no links, expected at least one\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, radius: 1 cm}\n"),
            "f.yaml:4:5: chains[0].links: found nothing, expected this key: links by "
            "Denavit-Hartenberg parameters, starting from frame 0\n");
  EXPECT_EQ(of("  - {name: arm, radius: 1 cm, links: [{a: 1 cm}]}\n"),
            "f.yaml:4:5: chains[0].parent: found nothing, expected this key: the body that carries "
            "its frame 0\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, radius: 1 cm, links: [{}, {alpha: 90 deg}]}\n"),
            "f.yaml:4:53: chains[0].links: found links without length, expected an a or a d that "
            "is not 0\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, radius: 1 cm, links: [{type: prismatic}]}\n"), "");
  EXPECT_EQ(of("  - {name: arm, parent: arm_1, radius: 1 cm, links: [{a: 1 cm}]}\n"),
            "f.yaml:4:25: chains[0].parent: found a loop (arm_1 on arm_1), expected a tree: no "
            "body hangs on itself\n");
}

TEST_F(Chains, ProblemsOfNames) {
  EXPECT_EQ(
      of("  - {name: arm, parent: trunk, radius: 1 cm, links: [{a: 1 cm}]}\n"
         "  - {name: hand, parent: arm_1, radius: 1 cm, links: [{name: arm_1, a: 1 cm}]}\n"),
      "f.yaml:5:62: chains[1].links[0].name: found \"arm_1\" a second time (first on line 4), "
      "expected a name of its own\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, radius: 1 cm, links: [{a: 1 cm}]}\n"
               "  - {name: arm, parent: trunk, radius: 1 cm, links: [{a: 1 cm}]}\n"),
            "f.yaml:5:12: chains[1].name: found \"arm\" a second time (first on line 4), expected "
            "a name of its own\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, radius: 1 cm, leg: {side: left, row: 0}, links: "
               "[{a: 1 cm}]}\n",
               "legs: [{name: arm, side: left, row: 0, feet: trunk}]\n"),
            "f.yaml:5:12: chains[0].name: found \"arm\" a second time (first on line 2), expected "
            "a name of its own\n");
}

TEST_F(Chains, ProblemsOfLinks) {
  EXPECT_EQ(of("  - {name: arm, parent: trunk, links: [{a: 1 cm}]}\n"),
            "f.yaml:4:40: chains[0].links[0].radius: found nothing, expected a radius of the link "
            "or of its chain, or shapes\n");
  EXPECT_EQ(of("  - {name: arm, parent: trunk, links: [{a: 1 cm, shapes: [{sphere: 1 cm}]}]}\n"),
            "");
  EXPECT_THAT(of("  - {name: arm, parent: trunk, links: [{a: 1 cm, shapes: []}]}\n"),
              HasSubstr("chains[0].links[0].shapes: found no mass on this body"));
  EXPECT_THAT(of_link("a: 10 deg"), HasSubstr("links[0].a: found \"10 deg\" (angle)"));
  EXPECT_THAT(of_link("a: 1 cm, theta: 1 cm"), HasSubstr("links[0].theta: found \"1 cm\""));
  EXPECT_THAT(of_link("a: 1 cm, radius: 0"), HasSubstr("links[0].radius: found \"0\""));
  EXPECT_EQ(of_link("a: 1 cm, limits: [1 rad, -1 rad]"),
            "f.yaml:8:27: chains[0].links[0].limits: found [1 rad, -1 rad], expected "
            "the lower limit first, and less than the upper one\n");
  EXPECT_EQ(of_link("a: 1 cm, limits: [1 cm, 2 cm]"),
            "f.yaml:8:27: chains[0].links[0].limits: found a length (m), expected an angle (rad), "
            "as the joint is rotary\n");
  EXPECT_EQ(of_link("a: 1 cm, theta: 90 deg, limits: [-60 deg, 60 deg]"),
            "f.yaml:8:26: chains[0].links[0].theta: found 90 deg, expected a position within the "
            "limits [-60 deg, 60 deg]\n");
  EXPECT_EQ(of_link("type: prismatic, limits: [1 cm, 3 cm]"),
            "f.yaml:8:9: chains[0].links[0].d: found 0, expected a position within the limits "
            "[0.01 m, 0.03 m]\n");
  EXPECT_THAT(of_link("a: 1 cm, q: 3"), HasSubstr("links[0].q: found an unknown key"));
}

TEST_F(Chains, ProblemsOfLimitsOnBodies) {
  const auto with = [&](const std::string& joint) {
    return problems(write("f.yaml",
                          "figure: f\nbodies:\n  - {name: a, shapes: [{sphere: 1}]}\n"
                          "  - {name: b, parent: a, shapes: [{sphere: 1}], joint: {" +
                              joint + "}}\n"));
  };
  EXPECT_EQ(with("limits: [-1, 1], initial: 1"), "");
  EXPECT_THAT(with("limits: [-90 deg, 90 deg], initial: 2 rad"),
              HasSubstr("bodies[1].joint.initial: found 2 rad, expected a position within"));
  EXPECT_THAT(with("limits: [-1, 1], drive: follow, motion: [[0 s, 0], [1 s, 2]]"),
              HasSubstr("bodies[1].joint.motion: found"));
  EXPECT_THAT(with("limits: [1, 1]"), HasSubstr("joint.limits: found"));
  EXPECT_THAT(with("limits: 1"), HasSubstr("joint.limits: found \"1\", expected a list"));
}

// Only a gait of oscillators runs motor programs.
TEST_F(Chains, OscillatorsNeedMotorProgramsOfLegs) {
  write("f.yaml", text("  - {name: leg, parent: trunk, radius: 1 cm, leg: {side: left, row: 0}, "
                       "links: [{a: 1 cm}]}\n"));
  const auto shot = [&](const std::string& type) {
    return problems(write(
        "s.yaml", "shot: s\nfigures: [{name: f, file: f.yaml, skills: [{type: " + type + "}]}]\n"));
  };
  EXPECT_EQ(shot("script"), "");
  EXPECT_EQ(shot("oscillators, frequency: 1"),
            "s.yaml:2:44: figures[0].skills[0].type: found leg leg without step, expected "
            "every leg of the figure to have both motor programs\n");
}

}  // namespace
}  // namespace gambol
