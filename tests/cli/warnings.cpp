// What `gambol check` and `gambol simulate` tell that used to pass in silence.

#include "command_line.h"

namespace gambol {
namespace {

class Told : public CommandLine {
 protected:
  Told() {
    for (const char* file : {"scenes/drop.yaml", "figures/brick.yaml"})
      write(file, "gambol: 3\n" + content(at(file)));
  }
  void add(const std::string& text) const {
    write("scenes/drop.yaml", content(at("scenes/drop.yaml")) + text);
  }
};

TEST_F(Told, WarningsNameTheirPlacesAndKeepNothingFromBeingSimulated) {
  add("cues:\n  - {name: idle, at: 10 ms, push: {body: body, force: [0, 0, 0], over: 1 ms}}\n"
      "  - {name: mark, at: 10 ms}\n");
  edit("scenes/drop.yaml", "ground: {}",
       "ground: {contact: {friction_model: damper, friction_damping: 0 N*s/m}}");
  const std::string
      idle = "scenes/drop.yaml:12:5: warning: cues[0].push: found a cue that does nothing",
      slip =
          "scenes/drop.yaml:5:21: warning: world.ground.contact.friction: found "
          "friction without effect";
  for (const char* verb : {"check", "simulate"}) {
    const Ran ran = gambol(std::string(verb) + " scenes/drop.yaml");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, testing::AllOf(HasSubstr(idle), HasSubstr(slip))) << verb;
    EXPECT_THAT(ran.err, Not(HasSubstr("cues[1]"))) << verb;  // it leaves a mark
  }
  EXPECT_THAT(gambol("check --format json scenes/drop.yaml").out, HasSubstr("\"warnings\": [\n"));
  EXPECT_THAT(gambol("check --format sarif scenes/drop.yaml").out,
              HasSubstr("\"level\": \"warning\""));
}

// What obstacles touch is recorded whether figures collide or not.
TEST_F(Told, ObstaclesNeedNoCollisions) {
  edit("scenes/drop.yaml", "ground: {}", "obstacles: {table: {box: [1 m, 1 m, 1 cm]}}");
  for (const char* collisions : {"", ", collisions: {figures: [brick], contact: {}}"}) {
    if (*collisions)
      edit("scenes/drop.yaml", "1 cm]}}", std::string("1 cm]}}\n  ") + (collisions + 2));
    const Ran ran = gambol("simulate scenes/drop.yaml");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(gambol("measure scenes/drop.yaml").code, 0);
  }
}

TEST_F(Told, GroundThatDoesNotFitIsWarnedOf) {
  EXPECT_EQ(gambol("check scenes/drop.yaml").err, "");  // what its size gives fits
  edit("scenes/drop.yaml", "ground: {}",
       "ground: {contact: {friction_model: damper, friction_damping: 1e-3 N*s/m}}");
  EXPECT_THAT(gambol("check scenes/drop.yaml").err,
              HasSubstr("scenes/drop.yaml:5:21: warning: world.ground.contact.friction_damping: "
                        "found 0.001 N*s/m: under brick of 0.002 kg friction reaches its limit "
                        "only when it slides by 4.6 m/s"));
  edit("scenes/drop.yaml", "friction_model: damper, friction_damping: 1e-3 N*s/m",
       "stiffness: 5 N/m, damping: 1 N*s/m");
  EXPECT_THAT(gambol("check scenes/drop.yaml").err, HasSubstr("which sinks in by"));
}

// A dog is knocked over, and nothing is expected.
TEST_F(Told, AFallIsToldThoughNoExpectationAsks) {
  const std::string knocked =
      "gambol: 3\nshot: knocked\nextends: dog_trot\nwithout: [expect]\n"
      "film: {duration: 2.5 s}\n"
      "cues: [{name: knock, at: 0.8 s, push: {body: chest, force: [0, 900 N, 0], over: 0.2 s}}]\n"
      "figures: [{name: dog";
  write("scenes/knocked.yaml", knocked + "}]\n");
  const Ran fell = gambol("simulate scenes/knocked.yaml");
  EXPECT_EQ(fell.code, 0) << fell.err;
  EXPECT_THAT(fell.err, testing::ContainsRegex("warning: dog fell at [0-9.]+ s .frame [0-9]+.*"
                                               "`falls: allowed` says that this is meant"));
  const Ran measured = gambol("measure scenes/knocked.yaml --json");
  EXPECT_THAT(measured.out, testing::ContainsRegex("\"falls\": .*\"figure\": \"dog\""));
  EXPECT_THAT(measured.err, HasSubstr("warning: dog fell")) << "of poses that are there";
  write("scenes/knocked.yaml", knocked + ", falls: allowed}]\n");
  EXPECT_EQ(gambol("measure scenes/knocked.yaml").err, "");
}

TEST_F(Told, AMistakeInASharedFileIsToldOnceForACommand) {
  edit("figures/brick.yaml", "density", "densty");
  write("scenes/again.yaml", "gambol: 3\nshot: again\nextends: drop.yaml\n");
  const Ran ran = gambol("check scenes");
  EXPECT_EQ(ran.code, 3);
  const std::string told = "figures/brick.yaml:3:1: densty:";
  EXPECT_NE(ran.err.find(told), ran.err.npos) << ran.err;
  EXPECT_EQ(ran.err.find(told), ran.err.rfind(told)) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("scenes/drop.yaml: only what is told above"));
  EXPECT_EQ(ran.out, "");
}

TEST_F(Told, ShotsOfOneNameInDifferentFoldersDoNotShareResults) {
  write("trials/drop.yaml", "gambol: 3\nshot: drop\nextends: ../scenes/drop.yaml\n");
  EXPECT_EQ(gambol("simulate scenes/drop.yaml").out, "out/drop/poses.h5\n");
  EXPECT_EQ(gambol("simulate trials/drop.yaml").out, "out/trials/drop/poses.h5\n");
}

}  // namespace
}  // namespace gambol
