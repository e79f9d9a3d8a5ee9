// Acts that let a figure down to rest on more than its feet.

#include <gtest/gtest.h>

#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

TEST(RestingActs, AreThoseThatEndUnborneByLegs) {
  const ShotSpec dog = load_shot(GAMBOL_SOURCE_DIR "/scenes/dog/dog_acts.yaml");
  const ControllerKind& gait = dog.motion.figures[0].controllers[0].kind;
  for (const char* rests : {"sit", "lie", "lie_on_side"}) EXPECT_TRUE(gait.rests(rests)) << rests;
  for (const char* stands : {"stand_up", "get_up", "sit_to_trot", "nothing"})
    EXPECT_FALSE(gait.rests(stands)) << stands;
}

}  // namespace
}  // namespace gambol
