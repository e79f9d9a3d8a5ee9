// Which figure is meant where none is named.

#include <gmock/gmock.h>

#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class MeantFigure : public Files {
 protected:
  MeantFigure() { write("ball.yaml", ball_figure); }
  // The walk of the roach, which names it nowhere below, beside other figures.
  std::string file(const std::string& others) const {
    return write("beside.yaml",
                 "gambol: 3\nshot: beside\nextends: " GAMBOL_SOURCE_DIR
                 "/scenes/roach/roach_tripod.yaml@boxes\nwithout: [expect, starts, cues, camera]\n"
                 "camera: {position: [0, -1, 1], follow: {body: abdomen}}\n"
                 "cues:\n"
                 "  - {name: walk, at: 0.1 s, start: gait}\n"
                 "  - {name: shove, at: 0.2 s, push: {body: abdomen, force: [1 mN, 0, 0], over: 1 "
                 "ms}}\n"
                 "  - {name: low, when: abdomen below 5 mm}\n"
                 "  - {name: limp, at: 0.3 s, springs: {joints: thorax, on: false}}\n"
                 "  - {name: held, at: 0.4 s, drive: {joints: thorax, to: hold}}\n"
                 "overlays: [{type: stepping}]\n"
                 "expect:\n"
                 "  - {measure: walking_speed}\n"
                 "  - {upright: 60 deg}\n"
                 "  - {event: {touch: abdomen, never: true}}\n"
                 "figures: [" +
                     others + "]\n");
  }
};

TEST_F(MeantFigure, IsTheOneThatWalksBesideProps) {
  const ShotSpec s =
      load_shot(file("{name: ball, file: ball.yaml}, {name: other, file: ball.yaml}"));
  ASSERT_EQ(s.motion.figures.size(), 3u);
  for (const ExpectSpec& e : s.expect) EXPECT_EQ(e.figure, "roach");
  EXPECT_EQ(s.camera.follow->figure, "roach");
  EXPECT_EQ(s.motion.cues[1].push->figure, "roach");
  EXPECT_EQ(s.motion.cues[3].springs->figure, "roach");
  EXPECT_EQ(s.motion.cues[4].drive->figure, "roach");
}

TEST_F(MeantFigure, IsNoneOfTwoThatWalk) {
  const std::string other = "{name: twin, file: " GAMBOL_SOURCE_DIR
                            "/figures/roach_walker.yaml, at: [1, 0, 2 cm], skills: [{type: "
                            "script, name: played, active: true}]}";
  EXPECT_THAT(problems(file(other)), HasSubstr("this key, as the shot has several figures"));
}

}  // namespace
}  // namespace gambol
