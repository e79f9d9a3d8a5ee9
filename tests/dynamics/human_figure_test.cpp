// figures/thesis_human.yaml against what McKenna's PhD thesis (MIT 1994, "seed 003") prints of its
// human: Tables 3, 4, 9 and 10, and Fig. 40.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "dynamics/model.h"
#include "figure/figure_spec.h"

namespace gambol {
namespace {

// The left side and the middle, of Table 9 (axes and offset) and Table 10. Where the thesis chains
// links of a few grams to make a joint of several axes, a row stands for the chain: its axes from
// the parent outwards, the sum of its masses, and the centre of mass of its last link. The abdomen
// includes the neck, as in Table 10.
struct Row {
  const char* body;
  const char* parent;
  std::vector<Vec3> axes;
  Vec3 offset;         // m
  double mass;         // kg
  double distal_mass;  // kg
  double com;          // m from the joint
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      // clang-format off
    {"left_hand", "left_forearm", {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {0, 0, -0.258}, 0.408 + 9.85e-06 + 9.85e-06, 0.408, 0.0824},
    {"left_forearm", "left_humerus", {{0, 1, 0}}, {0, 0.0114, -0.328}, 1.08, 1.49, 0.112},
    {"left_humerus", "abdomen", {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {-0.01, 0.18, 0.185}, 1.9 + 0.00123 + 0.00123, 3.39, 0.143},
    {"left_toe5_2", "left_toe5_1", {{0, 1, 0}}, {0.00887, 0.000776, 0}, 0.00283, 0.00283, 0.007},
    {"left_toe5_1", "left_phal5", {{0, 1, 0}}, {0.0372, 0.00391, -0.0066}, 0.00153, 0.00436, 0.00445},
    {"left_phal5", "left_metat5", {{0, 0, 1}, {0, 1, 0}}, {0.0593, 0.0142, -0.0159}, 0.0116 + 2.96e-06, 0.016, 0.0185},
    {"left_metat5", "left_cuboid", {{0, 1, 0}}, {0.022, 0.014, -0.005}, 0.0239, 0.0399, 0.0304},
    {"left_toe4_2", "left_toe4_1", {{0, 1, 0}}, {0.0109, 0.00134, 0}, 0.00324, 0.00324, 0.008},
    {"left_toe4_1", "left_phal4", {{0, 1, 0}}, {0.0362, 0.00444, -0.00642}, 0.00189, 0.00512, 0.0055},
    {"left_phal4", "left_metat4", {{0, 0, 1}, {0, 1, 0}}, {0.0648, 0.0122, -0.0236}, 0.0133 + 2.96e-06, 0.0184, 0.0179},
    {"left_metat4", "left_cuboid", {{0, 1, 0}}, {0.027, 0.005, 0.003}, 0.0338, 0.0522, 0.0334},
    {"left_cuboid", "left_hindfoot", {{1, 0, 0}}, {0.007, 0.023, -0.01}, 0.0564, 0.149, 0.013},
    {"left_toe3_2", "left_toe3_1", {{0, 1, 0}}, {0.0129, 0.00158, 0}, 0.00392, 0.00392, 0.009},
    {"left_toe3_1", "left_phal3", {{0, 1, 0}}, {0.0396, 0.00486, -0.00349}, 0.00243, 0.00635, 0.0065},
    {"left_phal3", "left_metat3", {{0, 0, 1}, {0, 1, 0}}, {0.0788, 0.0138, -0.0367}, 0.0133 + 2.96e-06, 0.0196, 0.0185},
    {"left_metat3", "left_nav", {{0, 1, 0}}, {0.016, 0.024, 0.003}, 0.0472, 0.0668, 0.0414},
    {"left_toe2_2", "left_toe2_1", {{0, 1, 0}}, {0.0169, 0.00207, 0}, 0.00392, 0.00392, 0.009},
    {"left_toe2_1", "left_phal2", {{0, 1, 0}}, {0.0415, 0.0051, -0.00366}, 0.00318, 0.0071, 0.0085},
    {"left_phal2", "left_metat2", {{0, 0, 1}, {0, 1, 0}}, {0.089, 0.0102, -0.0396}, 0.0216 + 6.94e-06, 0.0287, 0.0188},
    {"left_metat2", "left_nav", {{0, 1, 0}}, {0.022, 0.014, 0.005}, 0.0794, 0.108, 0.0485},
    {"left_toe1", "left_phal1", {{0, 1, 0}}, {0.0476, 0.00585, 0}, 0.0212, 0.0212, 0.016},
    {"left_phal1", "left_metat1", {{0, 0, 1}, {0, 1, 0}}, {0.0865, -0.00159, -0.0281}, 0.0427 + 4.03e-05, 0.064, 0.0218},
    {"left_metat1", "left_nav", {{0, 1, 0}}, {0.025, -0.003, -0.005}, 0.113, 0.177, 0.0456},
    {"left_nav", "left_hindfoot", {{1, 0, 0}}, {0.016, -0.013, 0}, 0.0505, 0.402, 0.011},
    {"left_hindfoot", "left_talus", {{-0.70872, 0.300834, -0.63813}}, {0, 0, -0.022}, 0.23, 0.781, 0.0327},
    {"left_talus", "left_shank", {{-0.10451, 0.994353, -0.01843}}, {0.0075, -0.01, -0.434}, 0.204, 0.985, 0.0234},
    {"left_shank", "left_thigh", {{0, 1, 0}}, {0, 0, -0.432}, 3.15, 4.13, 0.188},
    {"left_thigh", "pelvis", {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.05, 0.1, -0.174}, 6.79 + 0.00985 + 0.00985, 10.9, 0.187},
    {"pelvis", "abdomen", {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {-0.02, 0, -0.149}, 11.1 + 9.85e-06 + 9.85e-06, 33, 0.145},
    {"head", "abdomen", {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {0, 0, 0.295}, 4.71 + 9.85e-06 + 9.85e-06, 4.71, 0.116},
      // clang-format on
  };
  return all;
}

class HumanFigure : public ::testing::Test {
 protected:
  static FigureSpec load() {
    return load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/thesis_human.yaml");
  }
  const Body& body(const std::string& name) const {
    return model.bodies.at(static_cast<std::size_t>(model.body_index(name)));
  }
  // In the axes of the root with all joints at 0, which are those of every body.
  Vec3 axis(const Body& b, std::size_t mode) const { return b.motion.modes.at(mode).axis; }
  static std::string mirrored(std::string name) {
    if (name.starts_with("left")) name.replace(0, 4, "right");
    return name;
  }

  const FigureSpec figure = load();
  const Model model = make_model(figure);
};

// As the thesis prints numbers: three significant digits.
std::string print(double x) { return fmt::format("{:.3g}", x); }

TEST_F(HumanFigure, HasTheDegreesOfFreedomOfTheThesis) {
  EXPECT_EQ(model.nv() - root_dofs, 84);
  EXPECT_EQ(model.nv(), 90);
  int foot = 0;  // below the shank, of one side
  for (const Dof& dof : model.dofs) {
    const std::string& name = model.bodies[dof.body].name;
    const std::set<std::string> above = {"left_thigh", "left_shank", "left_hand", "left_forearm",
                                         "left_humerus"};
    foot += name.starts_with("left_") && !above.count(name);
  }
  EXPECT_EQ(foot, 28);
}

TEST_F(HumanFigure, HasTheJointsOfTable9) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.body);
    const Body& b = body(row.body);
    EXPECT_EQ(model.bodies.at(static_cast<std::size_t>(b.parent)).name, row.parent);
    ASSERT_EQ(b.motion.modes.size(), row.axes.size());
    EXPECT_LT((b.X_PB.R - Mat3::Identity()).norm(), 1e-12);
    for (std::size_t m = 0; m < row.axes.size(); ++m)
      EXPECT_LT((axis(b, m) - row.axes[m]).norm(), 1e-5) << m;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(print(b.X_PB.p[i]), print(row.offset[i])) << i;
  }
}

// Table 9 writes the right side's axes as they are, so that they differ from ours in sign: with
// ours, equal positions are mirrored postures.
TEST_F(HumanFigure, HasTheMirroredJointsOnTheRight) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(mirrored(row.body));
    if (mirrored(row.body) == row.body) continue;
    const Body& b = body(mirrored(row.body));
    for (std::size_t m = 0; m < row.axes.size(); ++m) {
      const Vec3 a = row.axes[m];
      EXPECT_LT((axis(b, m) - Vec3(-a.x(), a.y(), -a.z())).norm(), 1e-5) << m;
    }
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(print(b.X_PB.p[i]), print(i == 1 ? 0.0 - row.offset[i] : row.offset[i])) << i;
  }
}

TEST_F(HumanFigure, HasTheMassesOfTable10) {
  for (const Row& row : rows()) {
    for (const std::string& name : {std::string(row.body), mirrored(row.body)}) {
      SCOPED_TRACE(name);
      EXPECT_EQ(print(body(name).mass.mass), print(row.mass));
      EXPECT_EQ(print(body(name).distal_mass), print(row.distal_mass));
    }
  }
  EXPECT_EQ(print(body("abdomen").mass.mass), "23.5");
  EXPECT_EQ(print(body("abdomen").distal_mass), "68");
}

TEST_F(HumanFigure, HasTheCentresOfMassOfTable10) {
  for (const Row& row : rows())
    EXPECT_EQ(print(body(row.body).mass.com.norm()), print(row.com)) << row.body;
  EXPECT_EQ(print(body("abdomen").mass.com.norm()), "0.0372");
}

// The mass of the shapes of a body that have this density of their own, kg.
double mass_at(const FigureSpec& figure, const std::string& name, double density) {
  double mass = 0;
  for (const BodySpec& b : figure.bodies)
    for (const ShapeSpec& s : b.inertia)
      if (b.name == name && s.density == density) mass += mass_properties(s.shape, density).mass;
  return mass;
}

TEST_F(HumanFigure, HasTheSegmentsOfTable3) {
  const double neck = mass_at(figure, "abdomen", 565), ten_grams = 0.0101;
  const auto mass = [&](const char* name) { return body(name).mass.mass; };
  EXPECT_NEAR(model.mass, 68.01, ten_grams);
  EXPECT_NEAR(mass("head"), 4.71, ten_grams);
  EXPECT_NEAR(neck, 0.70, ten_grams);
  EXPECT_NEAR(mass("abdomen") - neck + mass("pelvis"), 33.93, ten_grams);
  EXPECT_NEAR(mass("left_thigh"), 6.81, ten_grams);
  EXPECT_NEAR(mass("left_shank"), 3.15, ten_grams);
  EXPECT_NEAR(body("left_talus").distal_mass, 0.99, ten_grams);
  EXPECT_NEAR(mass("left_humerus"), 1.90, ten_grams);
  EXPECT_NEAR(mass("left_forearm"), 1.08, ten_grams);
  EXPECT_NEAR(mass("left_hand"), 0.41, ten_grams);
}

// Table 4 has 0.124 m for the head and 0.081 m for the hand, Table 10 has 0.116 and 0.0824; the
// figure follows Table 10.
TEST_F(HumanFigure, HasTheCentresOfMassOfTable4) {
  const auto along = [&](const char* name, double length) {
    return -body(name).mass.com.z() / length;
  };
  EXPECT_NEAR(along("left_thigh", 0.432), 0.433, 5e-4);
  EXPECT_NEAR(along("left_shank", 0.434), 0.433, 5e-4);
  EXPECT_NEAR(along("left_humerus", 0.328), 0.436, 5e-4);
  EXPECT_NEAR(along("left_forearm", 0.258), 0.434, 5e-4);
}

// Fig. 40: seen from above, the heads of the second and the fifth metatarsal lie on a line at 54
// degrees to the axis of the foot, which bisects the second and third metatarsals. All joints are
// at 0; in the posture of Table 11 the forefoot is turned, and the angle 1.4 degrees less.
TEST_F(HumanFigure, HasTheMetatarsalAngleOfFigure40) {
  const auto at = [&](const std::string& name) {
    Vec3 p = Vec3::Zero();
    for (int b = model.body_index(name); b > 0; b = model.bodies[b].parent)
      p += model.bodies[b].X_PB.p;
    return Vec2(p.x(), p.y());
  };
  const auto along = [&](const char* bone, const char* head) {
    return Vec2((at(head) - at(bone)).normalized());
  };
  for (const std::string side : {"left_", "right_"}) {
    const Vec2 axis = along((side + "metat2").c_str(), (side + "phal2").c_str()) +
                      along((side + "metat3").c_str(), (side + "phal3").c_str());
    const Vec2 line = at(side + "phal2") - at(side + "phal5");
    const double angle = std::acos(std::abs(axis.normalized().dot(line.normalized())));
    EXPECT_NEAR(angle * 180 / std::numbers::pi, 54, 1) << side;
  }
}

}  // namespace
}  // namespace gambol
