// Figures written by Denavit-Hartenberg parameters, against the product of matrices that the
// parameters mean.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "dynamics/articulated_body.h"
#include "support/figures.h"
#include "support/own_file.h"

namespace gambol::testing {
namespace {

struct Link {
  bool slides;
  double a, alpha, d, theta;
};

// i-1_T_i, as seed 004 writes it out.
Eigen::Matrix4d denavit_hartenberg(const Link& l) {
  const double ct = std::cos(l.theta), st = std::sin(l.theta);
  const double ca = std::cos(l.alpha), sa = std::sin(l.alpha);
  Eigen::Matrix4d T;
  T << ct, -ca * st, sa * st, l.a * ct,  //
      st, ca * ct, -sa * ct, l.a * st,   //
      0, sa, ca, l.d,                    //
      0, 0, 0, 1;
  return T;
}

std::vector<Link> random_links(Draw& draw, int n) {
  std::vector<Link> links;
  for (int i = 0; i < n; ++i) {
    Link l{draw.below(3) == 0, draw(-0.5, 0.5), draw(-3, 3), draw(-0.5, 0.5), draw(-3, 3)};
    if (draw.below(4) == 0) l.a = 0;
    if (draw.below(4) == 0) l.d = 0;
    links.push_back(l);
  }
  return links;
}

std::string chain_text(const std::string& name, const std::string& parent, const Vec3& at,
                       const std::vector<Link>& links) {
  std::string text = fmt::format(
      "  - name: {}\n    parent: {}\n    at: [{}, {}, {}]\n    rotate: [y 30 deg, x 0.4]\n"
      "    radius: 1 cm\n    leg: {{side: left, row: 0}}\n    links:\n",
      name, parent, at.x(), at.y(), at.z());
  for (const Link& l : links)
    text += fmt::format("      - {{type: {}, a: {}, alpha: {}, d: {}, theta: {}}}\n",
                        l.slides ? "prismatic" : "rotary", l.a, l.alpha, l.d, l.theta);
  return text;
}

Eigen::Matrix4d base(const Vec3& at) {
  Eigen::Matrix4d T = Eigen::Matrix4d::Identity();
  T.topLeftCorner<3, 3>() =
      (Eigen::AngleAxisd(0.4, Vec3::UnitX()) * Eigen::AngleAxisd(std::acos(-1) / 6, Vec3::UnitY()))
          .toRotationMatrix();
  T.topRightCorner<3, 1>() = at;
  return T;
}

FigureSpec load_text(const std::string& text) {
  const std::string file = own_file(".yaml");
  std::ofstream(file) << text;
  const FigureSpec figure = load_figure(file);
  std::filesystem::remove(file);
  return figure;
}

const std::string trunk =
    "figure: gambol_chains\nbodies: [{name: trunk, shapes: [{sphere: 10 cm}]}]\nchains:\n";
const std::string trunk_mirrored =
    "figure: gambol_chains\nmirror: {from: left, to: right}\n"
    "bodies: [{name: trunk, shapes: [{sphere: 10 cm}]}]\nchains:\n";

// Frame i-1 moved by joint i, for every i, and the tip: the origin of frame n.
class ChainKinematics {
 public:
  explicit ChainKinematics(const FigureSpec& figure)
      : figure_(figure), model_(make_model(figure)), work_(model_) {}

  void move(const Eigen::VectorXd& q) {
    update_kinematics(model_, q, Eigen::VectorXd::Zero(model_.nv()), work_);
  }
  const Model& model() const { return model_; }

  void expect_chain(const std::string& name, Eigen::Matrix4d T_W0, const std::vector<Link>& links,
                    const std::vector<double>& q) const {
    for (std::size_t i = 0; i < links.size(); ++i) {
      Link l = links[i];
      (l.slides ? l.d : l.theta) = q[i];
      const Link joint{l.slides, 0, 0, l.d, l.theta};
      Eigen::Matrix4d T_WB = T_W0 * denavit_hartenberg(joint);
      const int body = model_.body_index(fmt::format("{}_{}", name, i + 1));
      const Frame& X_WB = work_.bodies[body].X_WB;
      ASSERT_LT((X_WB.R - T_WB.topLeftCorner<3, 3>()).norm(), 1e-12) << name << " " << i;
      ASSERT_LT((X_WB.p - T_WB.topRightCorner<3, 1>()).norm(), 1e-12) << name << " " << i;
      T_W0 = T_W0 * denavit_hartenberg(l);
    }
    for (const LegSpec& leg : figure_.legs) {
      if (leg.name != name) continue;
      const Frame& X_WB = work_.bodies[model_.body_index(leg.feet[0])].X_WB;
      const Vec3 tip = X_WB.R * leg.tip + X_WB.p;
      ASSERT_LT((tip - T_W0.topRightCorner<3, 1>()).norm(), 1e-12) << name;
    }
  }

 private:
  const FigureSpec& figure_;
  Model model_;
  Workspace work_;
};

TEST(Chains, MoveAsTheProductOfTheirMatrices) {
  Draw draw(11);
  for (int trial = 0; trial < 40; ++trial) {
    const std::vector<Link> links = random_links(draw, 1 + draw.below(9));
    const Vec3 at(0.25, -0.5, 0.125);
    const FigureSpec figure = load_text(trunk + chain_text("arm", "trunk", at, links));
    ChainKinematics chain(figure);
    Eigen::VectorXd q = initial_q(chain.model(), {});
    ASSERT_EQ(chain.model().nv(), root_dofs + static_cast<int>(links.size()));
    std::vector<double> variables;
    for (const Link& l : links) variables.push_back(l.slides ? l.d : l.theta);
    chain.move(q);
    chain.expect_chain("arm", base(at), links, variables);  // at rest q is what was written
    for (std::size_t i = 0; i < links.size(); ++i)
      q[7 + static_cast<int>(i)] = variables[i] = draw(-2, 2);
    chain.move(q);
    chain.expect_chain("arm", base(at), links, variables);
  }
}

TEST(Chains, StandOnLinksOfOthers) {
  Draw draw(12);
  const std::vector<Link> spine = random_links(draw, 5), neck = random_links(draw, 4);
  // In either order in the file.
  for (const bool spine_first : {true, false}) {
    const std::string a = chain_text("spine", "trunk", {0.1, 0, 0}, spine);
    const std::string b = chain_text("neck", "spine_3", {0, 0.2, 0}, neck);
    const FigureSpec figure = load_text(trunk + (spine_first ? a + b : b + a));
    ChainKinematics chains(figure);
    const Model& model = chains.model();
    Eigen::VectorXd q = initial_q(model, {});
    std::vector<double> qs, qn;
    for (int i = 1; i <= 5; ++i)
      q[model.bodies[model.body_index(fmt::format("spine_{}", i))].q_start] =
          qs.emplace_back(draw(-2, 2));
    for (int i = 1; i <= 4; ++i)
      q[model.bodies[model.body_index(fmt::format("neck_{}", i))].q_start] =
          qn.emplace_back(draw(-2, 2));
    chains.move(q);
    chains.expect_chain("spine", base({0.1, 0, 0}), spine, qs);
    Eigen::Matrix4d T = base({0.1, 0, 0});
    for (int i = 0; i < 3; ++i) {
      Link l = spine[static_cast<std::size_t>(i)];
      (l.slides ? l.d : l.theta) = qs[static_cast<std::size_t>(i)];
      if (i == 2) l.a = l.alpha = 0;  // the body of the third link, not frame 3
      T = T * denavit_hartenberg(l);
    }
    chains.expect_chain("neck", T * base({0, 0.2, 0}), neck, qn);
  }
}

// Reflected in the x-z plane: equal positions of the joints, mirrored places of the links.
TEST(Chains, AreMirrored) {
  Draw draw(13);
  for (int trial = 0; trial < 10; ++trial) {
    const std::vector<Link> links = random_links(draw, 6);
    const FigureSpec figure =
        load_text(trunk_mirrored + chain_text("left_arm", "trunk", {0.1, 0.2, 0.3}, links));
    ASSERT_EQ(figure.legs.size(), 2u);
    EXPECT_EQ(figure.legs[1].name, "right_arm");
    EXPECT_EQ(figure.legs[1].side, Side::right);
    EXPECT_EQ(figure.legs[1].feet, std::vector<std::string>{"right_arm_6"});
    const Model model = make_model(figure);
    ASSERT_EQ(model.nv(), root_dofs + 12);
    Workspace work(model);
    Eigen::VectorXd q = initial_q(model, {});
    for (int i = 1; i <= 6; ++i) {
      const double value = draw(-2, 2);
      for (const char* side : {"left", "right"})
        q[model.bodies[model.body_index(fmt::format("{}_arm_{}", side, i))].q_start] = value;
    }
    update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
    const Mat3 M = Vec3(1, -1, 1).asDiagonal();
    for (int i = 1; i <= 6; ++i) {
      const Frame& left = work.bodies[model.body_index(fmt::format("left_arm_{}", i))].X_WB;
      const Frame& right = work.bodies[model.body_index(fmt::format("right_arm_{}", i))].X_WB;
      EXPECT_LT((M * left.p - right.p).norm(), 1e-13);
      EXPECT_LT((M * left.R * M - right.R).norm(), 1e-13);
    }
    const Frame& left = work.bodies[model.body_index("left_arm_6")].X_WB;
    const Frame& right = work.bodies[model.body_index("right_arm_6")].X_WB;
    EXPECT_LT(
        (M * (left.R * figure.legs[0].tip + left.p) - (right.R * figure.legs[1].tip + right.p))
            .norm(),
        1e-13);
  }
}

// Every link can be accelerated, those without length too.
TEST(Chains, HaveInertiaInEveryLink) {
  const FigureSpec figure = load_text(trunk + chain_text("arm", "trunk", Vec3::Zero(),
                                                         {{false, 0, 1.5, 0, 0},
                                                          {false, 0, -1.5, 0, 0.3},
                                                          {false, 0.3, 0, 0, 0.2},
                                                          {false, 0, 0, 0, 0}}));
  const Model model = make_model(figure);
  Workspace work(model);
  const Eigen::VectorXd q = initial_q(model, {});
  update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
  work.force.setConstant(0.1);
  forward_dynamics(model, work);
  EXPECT_TRUE(work.vdot.allFinite());
  for (const Body& body : model.bodies) EXPECT_GT(body.mass.mass, 0) << body.name;
}

}  // namespace
}  // namespace gambol::testing
