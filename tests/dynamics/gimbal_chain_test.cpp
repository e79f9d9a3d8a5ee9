// Joints of two and three degrees of freedom against the chains of tiny links from which McKenna's
// PhD thesis (MIT 1994, seed 003, 6.2) builds them.

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

// `figure` with rotary joints in the place of every gimbal and universal joint: links of `mass` at
// the place of the joint, named like it with _1 and _2.
FigureSpec with_tiny_links(const FigureSpec& figure, double mass) {
  FigureSpec chains = figure;
  chains.bodies.clear();
  chains.actuators.clear();
  for (BodySpec body : figure.bodies) {
    const bool gimbal = body.joint.type == JointType::gimbal;
    if (gimbal || body.joint.type == JointType::universal) {
      EXPECT_TRUE(body.rotate.empty()) << body.name;
      std::vector<Vec3> axes{body.joint.axis, body.joint.axis2};
      if (gimbal) axes.push_back(body.joint.axis3);
      for (std::size_t k = 0; k + 1 < axes.size(); ++k) {
        constexpr double radius = 1e-3;
        BodySpec link;
        link.name = fmt::format("{}_{}", body.name, k + 1);
        link.parent = body.parent;
        link.at = body.at;
        link.joint.axis = axes[k];
        link.joint.mirrored = body.joint.mirrored;
        link.density = mass / (4 * 3.14159265358979 / 3 * radius * radius * radius);
        link.inertia = {ball_shape(radius)};
        chains.bodies.push_back(link);
        body.parent = link.name;
        body.at.setZero();
      }
      body.joint.axis = axes.back();
      body.joint.type = JointType::rotary;
    }
    chains.bodies.push_back(body);
  }
  return chains;
}

// For each degree of freedom of `whole`'s joints, in their order, that of `chains`.
std::vector<int> same_dofs(const Model& whole, const Model& chains) {
  std::vector<int> same;
  for (std::size_t i = 1; i < whole.bodies.size(); ++i) {
    const Body& body = whole.bodies[i];
    const int last = chains.bodies[chains.body_index(body.name)].v_start;
    for (int k = 0; k < body.nv; ++k)
      same.push_back(
          k + 1 == body.nv
              ? last
              : chains.bodies[chains.body_index(fmt::format("{}_{}", body.name, k + 1))].v_start);
  }
  return same;
}

// The largest difference of accelerations between the human and its chains of tiny links, as a
// share of the largest acceleration.
double difference(const FigureSpec& human, double mass, unsigned seed) {
  Draw draw(seed);
  const Model whole = make_model(human), chains = make_model(with_tiny_links(human, mass));
  EXPECT_EQ(whole.nv(), chains.nv());
  const std::vector<int> same = same_dofs(whole, chains);
  const Eigen::VectorXd q = random_q(draw, whole), v = draw.vector(whole.nv(), 2),
                        force = for_joints(draw, whole, 1);
  Eigen::VectorXd q2 = q, v2 = v;
  Workspace a(whole), b(chains);
  a.gravity = b.gravity = Vec3(0, 0, -9.81);
  a.force = b.force = force;
  for (std::size_t k = 0; k < same.size(); ++k) {
    const auto from = static_cast<int>(k) + root_dofs;
    q2[same[k] + root_positions - root_dofs] = q[from + root_positions - root_dofs];
    v2[same[k]] = v[from];
    b.force[same[k]] = force[from];
  }
  update_kinematics(whole, q, v, a);
  forward_dynamics(whole, a);
  update_kinematics(chains, q2, v2, b);
  forward_dynamics(chains, b);
  double worst = (a.vdot.head<6>() - b.vdot.head<6>()).cwiseAbs().maxCoeff();
  for (std::size_t k = 0; k < same.size(); ++k)
    worst = std::max(worst, std::abs(a.vdot[static_cast<int>(k) + root_dofs] - b.vdot[same[k]]));
  return worst / a.vdot.cwiseAbs().maxCoeff();
}

// Links of a milligram, a thousandth of the lightest bone on such a joint, change accelerations by
// millionths of the greatest, and in proportion to their mass: without mass they would change
// nothing.
TEST(GimbalChains, AccelerateLikeTheThesissTinyLinks) {
  const FigureSpec human = load_figure(GAMBOL_SOURCE_DIR "/figures/thesis_human.yaml");
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const double milligram = difference(human, 1e-6, seed), tenth = difference(human, 1e-7, seed);
    EXPECT_LT(milligram, 1e-5) << seed;  // 3e-6 at most

    EXPECT_NEAR(milligram / tenth, 10, 0.01) << seed;
    EXPECT_LT(difference(human, 1e-9, seed), 1e-8) << seed;
  }
}

}  // namespace
}  // namespace gambol::testing
