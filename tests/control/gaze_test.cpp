// Where the head of the human of figures/human looks.

#include "control/skills/gaze.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "control/standing_figure.h"

namespace gambol::testing {
namespace {

using namespace skills;

struct LookingHuman : StandingFigure {
  std::size_t head = 0;
  const GazeSpec& looks() const { return *spec.steady[head].looks; }

  LookingHuman() : StandingFigure("human/human_walk.yaml") {
    while (!spec.steady[head].looks) ++head;
  }
  // Its yaw at each tick until `end`, s, while that of the chest is `chest`(time).
  std::vector<double> yaws(double end, const std::function<double(double)>& chest) {
    const Gaze gaze(spec);
    GazeMemory memory;
    std::vector<double> all;
    for (time = 0; time < end; time += tick) {
      const Sense sensed = sense();
      const std::vector<double> carried(spec.steady.size(), chest(time));
      gaze.run({see(sensed), carried}, memory);
      all.push_back(memory.looks[head].yaw);
    }
    return all;
  }
};

TEST(Gaze, IsStillWhileTheChestSwings) {
  LookingHuman human;
  const std::vector<double> yaws =
      human.yaws(3, [](double t) { return 0.1 * std::sin(2 * M_PI * t); });
  for (const double yaw : yaws) EXPECT_NEAR(yaw, 0, 1e-3);
}

TEST(Gaze, GoesBeforeATurnAndNoFartherThanItReaches) {
  LookingHuman human;
  human.spec.heading = Curve(M_PI / 2);
  Goals& goals = human.goals;
  const double at = 2;
  goals.set = {{"heading", Ramp{at, at + 1e-3, 0, M_PI / 2}}};
  const std::vector<double> yaws = human.yaws(4, [](double) { return 0.0; });
  const auto yaw_at = [&](double t) { return yaws[static_cast<std::size_t>(t / tick)]; };
  EXPECT_NEAR(yaw_at(at - human.looks().ahead - 0.01), 0, 1e-9);
  EXPECT_GT(yaw_at(at), 0.5 * human.looks().within) << "before the figure turns";
  EXPECT_NEAR(yaws.back(), human.looks().within, 1e-3);
  EXPECT_LE(*std::max_element(yaws.begin(), yaws.end()), human.looks().within + 1e-9);
}

}  // namespace
}  // namespace gambol::testing
