// Remarks on figures that pass through each other.

#include "simulation/overlaps.h"

#include <gtest/gtest.h>

#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "support/files.h"

namespace gambol::overlaps_test {
namespace {

class OverlapNotes : public Files {
 protected:
  std::vector<OverlapNote> notes(const std::string& world, const std::string& figures) {
    write("ball.yaml", "figure: ball\nbodies: [{name: ball, shapes: [{sphere: 5 cm}]}]\n");
    // Two arms that fall towards each other, from a post that they touch.
    write("arms.yaml", R"(
figure: arms
copies: [{from: arm_1, count: 2, around: {axis: [0, 1, 0], step: 120 deg}}]
bodies:
  - {name: post, shapes: [{sphere: 5 cm}]}
  - {name: hip, parent: post, joint: {type: fixed}}
  - {name: hip_2, parent: hip, joint: {type: fixed}}
  - {name: arm_1, parent: hip, at: [2 cm, 0, 0], rotate: [y -30 deg], joint: {axis: [0, 1, 0]}, shapes: [{capsule: {radius: 1 cm, length: 20 cm}, at: [10 cm, 0, 0], rotate: [z 90 deg]}]}
  - {name: arm_1_hand, parent: arm_1, at: [20 cm, 0, 0], joint: {axis: [0, 1, 0]}, shapes: [{sphere: 3 cm}]}
)");
    const ShotSpec shot = load_shot(
        write("s.yaml", "shot: s\nfilm: {fps: 24, duration: 1 s}\nlook: {materials: {}}\nworld: {" +
                            world + "}\nfigures: [" + figures + "]\n"));
    const Poses poses = simulate(shot);
    return overlaps_of(shot.motion, poses);
  }
};

const std::string two_balls =
    "{name: a, file: ball.yaml, fixed_root: true}, {name: b, file: ball.yaml, at: [0, 0, 1 m]}";

TEST_F(OverlapNotes, NameTwoFiguresOnceAndWhen) {
  const auto found = notes("overlaps: noted", two_balls);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a, "a.ball");
  EXPECT_EQ(found[0].b, "b.ball");
  // It has fallen by 0.9 m after 0.428 s.
  EXPECT_NEAR(found[0].time, 0.44, 0.045);
  EXPECT_FALSE(found[0].own);
}

TEST_F(OverlapNotes, AreNotMadeWhereCollisionsAreAskedForOrOverlapsMeant) {
  EXPECT_TRUE(notes("collisions: {contact: {scale: none, strength: 0, rise: 0, stiffness: 2000}}",
                    two_balls)
                  .empty());
  EXPECT_TRUE(notes("overlaps: allowed", two_balls).empty());
  EXPECT_TRUE(notes("overlaps: noted", "{name: a, file: ball.yaml, fixed_root: true}").empty());
}

TEST_F(OverlapNotes, NameAFigureThatPassesThroughItself) {
  const std::string arms = "{name: arms, file: arms.yaml, fixed_root: true}";
  const auto found = notes("overlaps: noted", arms);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].own);
  EXPECT_NE(found[0].to_string(nullptr).find("self: [arms]"), std::string::npos);
  EXPECT_TRUE(notes("collisions: {self: [arms], contact: {scale: none, strength: 0, rise: 0, "
                    "stiffness: 2000}}",
                    arms)
                  .empty());
}

}  // namespace
}  // namespace gambol::overlaps_test
