// The same shots with contact by springs and by impulses.

#include <gtest/gtest.h>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

ShotSpec shipped(const std::string& reference) { return load_shot(scene_file(reference)); }

// Mean speed over the ground between two times, m/s.
double speed(const std::string& reference, double from, double to) {
  Simulator s(shipped(reference).motion);
  const auto place = [&] { return Vec2(s.state().figures[0].q.head<2>()); };
  s.advance(from);
  const Vec2 begun = place();
  s.advance(to);
  return (place() - begun).norm() / (to - from);
}

TEST(ContactChoice, LetsTheDogTrotAsFastByBoth) {
  const double springs = speed("dog_trot.yaml", 4.5, 6);
  EXPECT_NEAR(springs, 2, 0.2);
  EXPECT_NEAR(speed("dog_trot.yaml@by_impulses", 4.5, 6), springs, 0.1 * springs);
}

TEST(ContactChoice, LetsTheRoachWalkAsFastByBoth) {
  const double springs = speed("roach_tripod.yaml", 0.3, 1);
  EXPECT_GT(springs, 0.04);
  EXPECT_NEAR(speed("roach_tripod.yaml@by_impulses", 0.3, 1), springs, 0.1 * springs);
}

// They fall onto each other, roll away and lie, with a fifth of the evaluations of the dynamics
// that springs need.
TEST(ContactChoice, BringsFortyPuffsToRestByImpulsesForLess) {
  const auto cost = [](const std::string& reference) {
    MotionSpec m = shipped(reference).motion;
    m.cues.clear();  // which would kick them
    Simulator s(m);
    s.advance(3);
    int moving = 0;  // nothing stops one that spins on a point
    for (const FigureState& f : s.state().figures) {
      moving += f.v.segment<3>(3).norm() > 5e-3;
      EXPECT_LT(f.v.segment<3>(3).norm(), 2e-2) << reference;
    }
    EXPECT_LE(moving, 3) << reference;
    return s.evaluations();
  };
  EXPECT_LT(5 * cost("puffs.yaml@by_impulses"), cost("puffs.yaml"));
}

}  // namespace
}  // namespace gambol::testing
