// A simulator goes back to what it has saved, and on from there as if nothing had happened.

#include "simulation/state/saved_state.h"

#include <gtest/gtest.h>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "simulation/state/state_visitors.h"
#include "support/figures.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

std::string bits(State state) {
  StateWriter writer;
  writer(state);
  return writer.bytes;
}

ShotSpec shot_of(const std::string& name) { return load_shot(scene_file(name)); }

// Every kind of controller, contact by springs and by impulses, cues with conditions, adaptive
// steps.
class SavedStates : public ::testing::TestWithParam<const char*> {};

TEST_P(SavedStates, AreGoneOnFromWithTheSameBits) {
  const ShotSpec shot = shot_of(GetParam());
  Simulator simulator(shot.motion);
  const double t = shot.motion.start + 0.06;
  simulator.advance(t);
  SavedState saved;
  simulator.save(saved);
  const std::string begun = bits(simulator.state());
  simulator.advance(t + 0.06);
  const std::string gone = bits(simulator.state());
  ASSERT_NE(gone, begun);
  for (int k = 0; k < 3; ++k) {
    simulator.restore(saved);
    EXPECT_EQ(bits(simulator.state()), begun);
    simulator.advance(t + 0.06);
    EXPECT_EQ(bits(simulator.state()), gone) << k;
  }
  // Another simulator of the same world, which has been nowhere yet.
  Simulator other(simulator.shared_world());
  other.restore(saved);
  other.advance(t + 0.06);
  EXPECT_EQ(bits(other.state()), gone);
}

INSTANTIATE_TEST_SUITE_P(Shots, SavedStates,
                         ::testing::Values("human_stand.yaml", "roach_tripod.yaml", "dog_trot.yaml",
                                           "puffs.yaml@by_impulses", "human_step.yaml",
                                           "roach_drop_jump.yaml", "poda_quadruped.yaml",
                                           "servo.yaml", "evolved_crawl.yaml"));

// At its start the figure is slow, as a cue that repeats asks; it falls faster and faster from then
// on. A new simulator's figures stand at the start, whatever state it is given.
TEST(SavedState, JudgesNoConditionByWhereTheFiguresWereBefore) {
  Draw draw(3);
  MotionSpec motion = free_motion(random_tree(draw, 2));
  motion.world.gravity = Vec3(0, 0, -9.81);
  CueSpec slow;
  slow.name = "slow";
  slow.when = motion.figures[0].name + " slower 0.1 m/s";
  slow.repeats = true;
  motion.cues = {slow};
  Simulator simulator(motion);
  simulator.advance(0.5);
  ASSERT_EQ(simulator.state().cues[0].times, 1);
  SavedState saved;
  simulator.save(saved);
  Simulator restored(simulator.shared_world()), gone_on(simulator.shared_world());
  restored.restore(saved);
  gone_on.go_on(simulator.state(), simulator.marks());
  for (Simulator* other : {&restored, &gone_on}) {
    other->advance(0.6);
    EXPECT_EQ(other->state().cues[0].times, 1);
  }
}

TEST(SavedState, DropsMarksOfWhatCameLater) {
  const ShotSpec shot = shot_of("roach_tripod.yaml@boxes");  // cues at 0, 0.03 and 0.1 s
  Simulator simulator(shot.motion);
  simulator.advance(0.05);
  SavedState saved;
  simulator.save(saved);
  ASSERT_EQ(simulator.marks().size(), 2u);
  for (int k = 0; k < 2; ++k) {
    simulator.advance(0.12);
    EXPECT_EQ(simulator.marks().size(), 3u);
    simulator.restore(saved);
    EXPECT_EQ(simulator.marks().size(), 2u);
  }
}

}  // namespace
}  // namespace gambol::testing
