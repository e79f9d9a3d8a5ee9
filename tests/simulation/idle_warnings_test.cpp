// Parts of a shot that do nothing, or hang limply, are told before the simulation.

#include <gmock/gmock.h>

#include "shot/shot_spec.h"
#include "simulation/warnings.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* arm =
    "gambol: 3\nfigure: arm\nlimits: guide\nbodies:\n"
    "  - {name: trunk, shapes: [{box: [10 cm, 10 cm, 10 cm]}]}\n"
    "  - {name: upper, parent: trunk, at: [0, 0, 5 cm], joint: {axis: [0, 1, 0]}, shapes: [{box: "
    "[2 cm, 2 cm, 8 cm]}]}\n"
    "  - {name: fore, parent: upper, at: [0, 0, 8 cm], joint: {axis: [0, 1, 0]}, shapes: [{box: "
    "[2 cm, 2 cm, 8 cm]}]}\n";

class IdleWarnings : public Files {
 protected:
  std::string of(const std::string& rest, const std::string& cast = "",
                 const std::string& figure = "") const {
    write("arm.yaml", arm + figure);
    std::string all;
    for (const Problem& warning :
         warnings_of(load_shot(write("s.yaml",
                                     "gambol: 3\nshot: s\nfilm: {duration: 1 s}\nfigures: [{name: "
                                     "arm, file: arm.yaml, at: [0, 0, 1]" +
                                         cast + "}]\n" + rest))))
      all += warning.to_string() + "\n";
    return all;
  }
};

TEST_F(IdleWarnings, TellOfObstaclesThatNothingCanTouch) {
  const std::string box = "world: {ground: {}, obstacles: {table: {box: [1 m, 1 m, 10 cm]";
  EXPECT_THAT(of(box + "}}}\n"), IsEmpty());
  EXPECT_THAT(of(box + ", at: [0, 0, -20 cm]}}}\n"),
              HasSubstr("world.obstacles.table: found an obstacle that nothing can touch: it lies "
                        "below the ground, expected a place above it"));
  EXPECT_THAT(of(box + ", at: [0, 0, -5 cm]}}}\n"), IsEmpty());
  write("ghost.yaml",
        "gambol: 3\nfigure: ghost\nbodies: [{name: g, collision: [], shapes: "
        "[{sphere: 1 cm}]}]\n");
  std::string all;
  for (const Problem& w : warnings_of(load_shot(
           write("g.yaml",
                 "gambol: 3\nshot: g\nfigures: [{name: g, file: ghost.yaml}]\n" + box + "}}}\n"))))
    all += w.to_string();
  EXPECT_THAT(all, HasSubstr("nothing can touch: no figure has collision shapes"));
}

TEST_F(IdleWarnings, TellOfFrictionThatNothingMeets) {
  EXPECT_THAT(of("world: {collisions: {figures: [arm], self: [], contact: {friction: 0.3, "
                 "stiffness: 1e4 N/m, "
                 "damping: 100 N*s/m}}}\n"),
              HasSubstr("world.collisions.contact: found friction that nothing meets: no two "
                        "bodies collide"));
  EXPECT_THAT(of("world: {ground: {}}\ncues: [{name: ice, at: 0.1 s, set: {friction: 0.02}}]\n"),
              IsEmpty());
}

TEST_F(IdleWarnings, TellOfJointsThatAMotionLeavesLimp) {
  const std::string moved = ", motions: {upper: [[0 s, 0 deg], [1 s, 40 deg]]}";
  EXPECT_THAT(of("", moved), AllOf(HasSubstr("figures[0]: found a motion that leaves fore limp"),
                                   HasSubstr("expected curves, springs or a skill, or `lock`")));
  EXPECT_THAT(of("", moved + ", lock: [fore]"), IsEmpty());
  EXPECT_THAT(of("", ""), IsEmpty()) << "nothing moves a ragdoll";
  EXPECT_THAT(
      of("", moved, "actuators: [{type: linear_spring, joints: [fore], stiffness: 5 N*m}]\n"),
      IsEmpty());
}

TEST_F(IdleWarnings, AskWhetherADurationIsInFrames) {
  write("arm.yaml", arm);
  const auto told = [&](const std::string& duration) {
    std::string all;
    for (const Problem& w : warnings_of(load_shot(
             write("d.yaml", "shot: d\nfigures: [{name: arm, file: arm.yaml}]\nfilm: {duration: " +
                                 duration + "}\n"))))
      all += w.to_string();
    return all;
  };
  EXPECT_THAT(told("144"), HasSubstr("film.duration: found 144, which is 144 s: 3456 frames, "
                                     "expected a unit: 144 s, or 144 f if frames were meant"));
  for (const char* meant : {"144 s", "144 f", "8", "2 min"}) EXPECT_THAT(told(meant), IsEmpty());
}

}  // namespace
}  // namespace gambol
