#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

// A trunk with two arms that hang 10 cm apart from hinges about x, each of two bars of 20 cm.
struct TwoArms : MadeUp {
  TwoArms() : MadeUp(0, 1, 100) {
    FigureSpec& f = figure();
    f.density = 1000;
    add("trunk", "", Vec3::Zero());
    for (const double side : {1.0, -1.0}) {
      const std::string name = side > 0 ? "left" : "right";
      add(name + "_upper", "trunk", Vec3(0, 0.05 * side, 0));
      add(name + "_lower", name + "_upper", Vec3(0, 0, -0.2));
    }
  }
  void add(const std::string& name, const std::string& parent, const Vec3& at) {
    BodySpec& b = figure().bodies.emplace_back();
    b.name = name;
    b.parent = parent;
    b.at = at;
    b.joint.axis = Vec3::UnitX();
    ShapeSpec bar;
    bar.shape.kind = ShapeKind::capsule;
    bar.shape.radius = 0.02;
    bar.shape.length = parent.empty() ? 0.1 : 0.2;
    if (!parent.empty())
      bar.shape.X_BS = {Quat(Eigen::AngleAxisd(pi / 2, Vec3::UnitX())), Vec3(0, 0, -0.1)};
    b.inertia = {bar};
  }
  // The left upper arm swings inwards by 0.8 rad and back.
  void swing() {
    with("q",
         {"x", "y", "z", "qw", "qx", "qy", "qz", "left_upper", "left_lower", "right_upper",
          "right_lower"},
         [](double t, std::size_t c) {
           return c == 3 ? 1.0 : c == 7 ? -0.4 * (1 - std::cos(2 * pi * t)) : 0.0;
         });
  }
  Measurement overlap(const std::string& body = "", double to = 1) {
    ExpectSpec e;
    e.measure = "self_overlap";
    e.figure = "bug";
    e.body = body;
    e.to = to;
    return measured(e);
  }
};

TEST(SelfOverlap, IsNoneAtRestAndDeepWhereArmsCross) {
  TwoArms arms;
  arms.swing();
  EXPECT_NEAR(arms.overlap("", 0.05).value, 0, 1e-9);
  // At 0.8 rad the axes cross: as deep as both radii.
  EXPECT_NEAR(arms.overlap().value, 40, 0.2);
  EXPECT_NEAR(arms.overlap("right_lower").value, 40, 0.2);
  EXPECT_NEAR(arms.overlap("*_upper").value, 40, 30);
  EXPECT_NEAR(arms.overlap("right_*").value, 0, 1e-9);
}

TEST(SelfOverlap, CountsNothingThatTheFigureIsWrittenWith) {
  TwoArms arms;
  arms.figure().bodies[1].inertia[0].shape.radius = 0.09;  // a fat arm that holds the other's axis
  arms.with("q",
            {"x", "y", "z", "qw", "qx", "qy", "qz", "left_upper", "left_lower", "right_upper",
             "right_lower"},
            [](double, std::size_t c) { return c == 3 ? 1.0 : 0.0; });
  EXPECT_NEAR(arms.overlap().value, 0, 1e-9);
}

}  // namespace
}  // namespace gambol::testing
