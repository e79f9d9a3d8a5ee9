// The figures that are made of chains stand as their files say.

#include <gtest/gtest.h>

#include <map>

#include "dynamics/articulated_body.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

struct Standing {
  const char* name;
  double height;  // of the root, as the comment at the top of the file has it
  int joints, legs;
  double lightest, heaviest;  // kg: what an animal of that size weighs
};

const Standing all[] = {{"quadruped", 0.68, 63, 4, 40, 65},
                        {"biped", 0.93, 25, 2, 60, 80},
                        {"insect14", 0.03, 62, 14, 0.015, 0.05}};

class ChainFigures : public ::testing::TestWithParam<Standing> {
 protected:
  ChainFigures()
      : figure(
            load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/" + GetParam().name + ".yaml")),
        model(make_model(figure)),
        work(model) {
    const Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(0, 0, GetParam().height)});
    update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
  }
  Vec3 tip(const LegSpec& leg) const {
    const Frame& X_WB = work.bodies[model.body_index(leg.feet[0])].X_WB;
    return X_WB.R * leg.tip + X_WB.p;
  }

  FigureSpec figure;
  Model model;
  Workspace work;
};

TEST_P(ChainFigures, HaveTheJointsAndLegsThatTheySay) {
  EXPECT_EQ(model.nv(), root_dofs + GetParam().joints);
  EXPECT_EQ(static_cast<int>(figure.legs.size()), GetParam().legs);
  EXPECT_GT(model.mass, GetParam().lightest);
  EXPECT_LT(model.mass, GetParam().heaviest);
  for (const BodySpec& b : figure.bodies) {
    if (b.joint.type == JointType::fixed || b.parent.empty()) continue;
    EXPECT_TRUE(b.joint.limits) << b.name;
  }
}

TEST_P(ChainFigures, StandOnTheirTips) {
  std::map<std::pair<Side, int>, Vec3> places;
  for (const LegSpec& leg : figure.legs) {
    EXPECT_NEAR(tip(leg).z(), 0, 1e-3 * GetParam().height) << leg.name;
    places[{leg.side, leg.row}] = tip(leg);
  }
  EXPECT_EQ(places.size(), figure.legs.size());
  for (const auto& [place, p] : places) {
    if (place.first != Side::left) continue;
    EXPECT_GT(p.y(), 0);
    const Vec3 mirrored(p.x(), -p.y(), p.z());
    EXPECT_LT((places.at({Side::right, place.second}) - mirrored).norm(), 1e-12);
  }
}

// Nothing reaches noticeably into the ground, and the centre of mass is over the feet.
TEST_P(ChainFigures, StandOnTheGround) {
  const double slack = 5e-3 * GetParam().height;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    for (const ContactPoint& c : model.bodies[i].contacts) {
      const Frame& X_WB = work.bodies[i].X_WB;
      EXPECT_GT((X_WB.R * c.p_B + X_WB.p).z() - c.radius, -slack) << model.bodies[i].name;
    }
  Vec3 centre = Vec3::Zero();
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    centre += model.bodies[i].mass.mass *
              (work.bodies[i].X_WB.R * model.bodies[i].mass.com + work.bodies[i].X_WB.p);
  centre /= model.mass;
  double front = -1e9, back = 1e9;
  for (const LegSpec& leg : figure.legs) {
    front = std::max(front, tip(leg).x());
    const int foot = model.body_index(leg.feet[0]);
    for (const int i : {foot, model.bodies[foot].parent})  // the heel is behind the toes
      for (const ContactPoint& c : model.bodies[i].contacts)
        back = std::min(back, (work.bodies[i].X_WB.R * c.p_B + work.bodies[i].X_WB.p).x());
  }
  EXPECT_LT(centre.x(), front);
  EXPECT_GT(centre.x(), back);
  EXPECT_NEAR(centre.y(), 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, ChainFigures, ::testing::ValuesIn(all),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gambol::testing
