#include "dynamics/quad.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec tree(const std::vector<int>& parents) {
  FigureSpec figure;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const std::string parent = parents[i] < 0 ? "" : fmt::format("b{}", parents[i]);
    figure.bodies.push_back(
        box_body(fmt::format("b{}", i), parent, Vec3(0.1, 0, 0), Vec3(0.1, 0.1, 0.1)));
  }
  return figure;
}

TEST(Quads, HoldEveryBodyOnceAfterItsParent) {
  Draw draw(21);
  for (int trial = 0; trial < 100; ++trial) {
    const Model model = make_model(random_tree(draw, 1 + trial));
    std::set<int> seen;
    for (std::size_t k = 0; k < model.quads.size(); ++k) {
      const Quad& quad = model.quads[k];
      for (int lane = 0; lane < lanes; ++lane) {
        if (quad.body[lane] < 0) {
          EXPECT_EQ(quad.mass[lane], 0);
          for (const QuadMode& mode : quad.modes) EXPECT_EQ(mode.has_dof[lane], 0);
          continue;
        }
        EXPECT_TRUE(seen.insert(quad.body[lane]).second);
        const Body& body = model.bodies[quad.body[lane]];
        if (body.parent < 0) continue;
        const int above = quad.parent_quad[lane];
        ASSERT_LT(above, static_cast<int>(k));
        EXPECT_EQ(model.quads[above].body[quad.parent_lane[lane]], model.bodies[body.parent].host);
        if (quad.above >= 0) {
          EXPECT_EQ(above, quad.above);
          EXPECT_EQ(quad.parent_lane[lane], lane);
        }
      }
    }
    EXPECT_EQ(seen.size() + model.welds.size(), model.bodies.size());
    ASSERT_EQ(model.quads[0].body[0], 0);
  }
}

// A root with legs of equal length, numbered link by link.
Model legged(int legs, int links) {
  std::vector<int> parents{-1};
  for (int k = 0; k < legs * links; ++k) parents.push_back(k < legs ? 0 : k - legs + 1);
  return make_model(tree(parents));
}

TEST(Quads, KeepLegsInTheirLanes) {
  const Model model = legged(8, 3);
  ASSERT_EQ(model.quads.size(), 7u);
  for (std::size_t k = 3; k < 7; ++k) EXPECT_EQ(model.quads[k].above, static_cast<int>(k) - 2);
}

TEST(Quads, AreFilledByLegsThatTakeTurns) {
  // Two quads are of the links on the root: 79 remain. Each leg leaves its lane once at most.
  const Model model = legged(5, 17);
  ASSERT_EQ(model.quads.size(), 1u + 2 + 20);
  const auto stays = [](const Quad& quad) { return quad.above >= 0; };
  EXPECT_GE(std::ranges::count_if(model.quads, stays), 20 - 4);
}

TEST(Quads, CloseGapsThatLanesWouldLeave) {
  // Eight links on the root; one in each of the two quads carries one more.
  const Model model = make_model(tree({-1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 8}));
  EXPECT_EQ(model.quads.size(), 4u);
}

}  // namespace
}  // namespace gambol::testing
