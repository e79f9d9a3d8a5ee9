// Versions of files, and `gambol migrate`.

#include "command_line.h"

namespace gambol {
namespace {

class Versions : public CommandLine {
 protected:
  // The files of a motion, as bytes: poses and the state at the end.
  std::string motion(const std::string& name) const {
    const Ran ran = gambol("simulate scenes/" + name);
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::string folder = name;
    if (const auto at = folder.find(".yaml"); at != folder.npos) folder.erase(at, 5);
    return content(at("out/" + folder + "/poses.h5")) + content(at("out/" + folder + "/end.state"));
  }
};

TEST_F(Versions, OldFilesAreToldOnceForACommand) {
  const Ran both = gambol("check scenes figures");
  EXPECT_EQ(both.code, 0) << both.err;
  const std::string note = "scenes/drop.yaml and 1 more: without `gambol: 3`";
  EXPECT_THAT(both.err, HasSubstr(note));
  EXPECT_EQ(both.err.find("gambol migrate"), both.err.rfind("gambol migrate"));
  const Ran json = gambol("check --format json scenes");
  EXPECT_THAT(json.out, StartsWith("{"));
  EXPECT_THAT(json.out, Not(HasSubstr("migrate")));
  for (const char* file : {"scenes/drop.yaml", "figures/brick.yaml"})
    write(file, "gambol: 3\n" + content(at(file)));
  const Ran now = gambol("check scenes figures");
  EXPECT_EQ(now.err, "");
}

TEST_F(Versions, ANewerFileIsRefusedAtItsPlace) {
  write("scenes/drop.yaml", "gambol: 4\n" + content(at("scenes/drop.yaml")));
  EXPECT_THAT(refused("simulate scenes/drop.yaml"),
              StartsWith("scenes/drop.yaml:1:9: gambol: found \"4\", expected at most 3"));
  EXPECT_THAT(refused("migrate scenes/drop.yaml"), HasSubstr("scenes/drop.yaml:1:9: gambol"));
}

TEST_F(Versions, AMigratedFileKeepsItsMotionAndItsComments) {
  write("scenes/drop.yaml",
        "# A film.\n"
        "shot: drop   # its name\n"
        "film: {fps: 24, duration: 0.25 s, playback: 1/4}\n"
        "world:\n"
        "  ground: {}   # level\n"
        "figures:\n"
        "  - {name: brick, file: ../figures/brick.yaml, at: [0, 0, 2 cm]}\n"
        "camera: {position: [10 cm, -10 cm, 5 cm], target: [0, 0, 1 cm]}\n"
        "takes:\n"
        "  soft: {world: {ground: {contact: {strength: 5 N/kg}}}}\n"
        "  linear:\n"
        "    world:\n"
        "      ground:\n"
        "        contact:   # no exponential\n"
        "          strength: 0\n"
        "          stiffness: 50 N/m   # alone\n"
        "  struck:\n"
        "    integrator: {method: implicit}\n"
        "    world: {contact: {type: impulse}}\n");
  std::vector<std::string> before;
  for (const char* shot : {"drop.yaml", "drop.yaml@soft", "drop.yaml@linear", "drop.yaml@struck"})
    before.push_back(motion(shot));
  EXPECT_EQ(gambol("migrate --check scenes figures").code, 3);
  EXPECT_THAT(content(at("scenes/drop.yaml")), Not(HasSubstr("gambol:")));
  const Ran ran = gambol("migrate scenes figures");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("scenes/drop.yaml: world.ground.contact.rise: 3000 /m\n"));
  const std::string text = content(at("scenes/drop.yaml"));
  EXPECT_THAT(text, StartsWith("# A film.\ngambol: 3\nshot: drop   # its name\n"));
  EXPECT_THAT(text, HasSubstr("  ground: {contact: {strength: 17.5 N/kg, rise: 3000 /m, "
                              "damping: 0 N*s/m, max_depth: 1 cm, friction_model: damper, "
                              "friction_damping: 0.05 N*s/m}}   # level\n"));
  EXPECT_THAT(text, HasSubstr("          stiffness: 50 N/m   # alone\n"));
  EXPECT_THAT(text, HasSubstr("without: [world.ground.contact]"));
  EXPECT_EQ(gambol("check scenes figures").err, "");
  std::size_t k = 0;
  for (const char* shot : {"drop.yaml", "drop.yaml@soft", "drop.yaml@linear", "drop.yaml@struck"})
    EXPECT_TRUE(motion(shot) == before[k++]) << shot;
  // Again: nothing is left to do.
  const Ran again = gambol("migrate scenes figures");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(content(at("scenes/drop.yaml")), text);
}

TEST_F(Versions, AShotKeepsTheGroundOfTheOldShotThatItExtends) {
  write("scenes/low.yaml",
        "gambol: 2\nshot: low\nextends: drop.yaml\nworld: {ground: {height: -1 mm}}\n");
  const std::string before = motion("low.yaml");
  ASSERT_EQ(gambol("migrate scenes figures").code, 0);
  EXPECT_TRUE(motion("low.yaml") == before);
  // Of its own ground, what is open follows from the brick's size.
  edit("scenes/low.yaml", "world:", "without: [world.ground]\nworld:");
  EXPECT_FALSE(motion("low.yaml") == before);
}

// `limits` of joints act today, and did not in version 1.
TEST_F(Versions, AMigratedFigureKeepsWhatItsLimitsMeant) {
  write(
      "figures/arm.yaml",
      "figure: arm   # of one bone\n"
      "bodies:\n"
      "  - {name: post, shapes: [{sphere: 1 cm}]}\n"
      "  - {name: bone, parent: post, joint: {axis: [0, 1, 0], limits: [-1, 0.2]}, shapes: [{box: "
      "[10 cm, 1 cm, 1 cm], at: [5 cm, 0, 0]}]}\n");
  write("figures/longer.yaml", "figure: longer\nextends: arm.yaml\ndensity: 2 g/cm3\n");
  write("scenes/arm.yaml",
        "gambol: 2\nshot: arm\nfilm: {duration: 0.5 s}\nfigures:\n"
        "  - {name: a, file: ../figures/arm.yaml, fixed_root: true}\n"
        "  - {name: b, file: ../figures/longer.yaml, at: [1 m, 0, 0], fixed_root: true}\n"
        "camera: {position: [1 m, -1 m, 0], target: [0, 0, 0]}\n");
  const std::string before = motion("arm.yaml");
  const Ran ran = gambol("migrate figures");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("figures/arm.yaml: limits: guide\n"));
  EXPECT_THAT(content(at("figures/arm.yaml")),
              StartsWith("gambol: 3\nfigure: arm   # of one bone\n"));
  // It has none, and what extends it may.
  EXPECT_THAT(content(at("figures/brick.yaml")), HasSubstr("limits: guide\n"));
  EXPECT_EQ(gambol("check scenes figures").code, 0);
  EXPECT_TRUE(motion("arm.yaml") == before);
  EXPECT_EQ(gambol("migrate figures").out, "");
  // Without the key they act.
  edit("figures/arm.yaml", "limits: guide", "");
  EXPECT_FALSE(motion("arm.yaml") == before);
}

// A figure without limits is the base of one that has some.
TEST_F(Versions, LimitsThatAnExtendingFigureAddsKeepTheirMeaning) {
  const std::string bone =
      "bodies: [{name: bone, parent: brick, joint: {axis: [0, 1, 0], limits: [-1, 0.2]}, shapes: "
      "[{box: [10 cm, 1 cm, 1 cm], at: [5 cm, 0, 0]}]}]\n";
  write("figures/base.yaml", "figure: base\nbodies: [{name: brick, shapes: [{sphere: 1 cm}]}]\n");
  write("figures/arm.yaml", "figure: arm\nextends: base.yaml\n" + bone);
  write("scenes/arm.yaml",
        "gambol: 2\nshot: arm\nfilm: {duration: 0.5 s}\nfigures:\n"
        "  - {name: a, file: ../figures/arm.yaml, fixed_root: true}\n"
        "camera: {position: [1 m, -1 m, 0], target: [0, 0, 0]}\n");
  const std::string before = motion("arm.yaml");
  ASSERT_EQ(gambol("migrate figures").code, 0);
  EXPECT_TRUE(motion("arm.yaml") == before);
  edit("figures/base.yaml", "limits: guide", "");
  EXPECT_FALSE(motion("arm.yaml") == before);
}

TEST_F(Versions, NothingIsWrittenWhereOneFileCannotBe) {
  const std::string before = content(at("scenes/drop.yaml"));
  write("scenes/bad.yaml", "shot: bad\nextends: gone.yaml\n");
  EXPECT_THAT(refused("migrate scenes"), HasSubstr("scenes/bad.yaml:2:10: extends"));
  EXPECT_EQ(content(at("scenes/drop.yaml")), before);
  write("scenes/bad.yaml", "services: {}\n");  // of another program
  const std::string other = content(at("scenes/bad.yaml"));
  EXPECT_EQ(gambol("migrate scenes").code, 0);
  EXPECT_EQ(content(at("scenes/bad.yaml")), other);
  EXPECT_THAT(content(at("scenes/drop.yaml")), StartsWith("gambol: 3\n"));
}

// It was compared with nothing.
TEST_F(Versions, WhatCheckRefusesIsToldAndLeftAlone) {
  edit("scenes/drop.yaml", "brick.yaml", "gone.yaml");
  write("scenes/broken.yaml", "shot: [");
  const std::string before = content(at("scenes/drop.yaml"));
  for (const char* verb : {"migrate scenes", "migrate --check scenes"}) {
    const std::string said = refused(verb);
    EXPECT_THAT(said, HasSubstr("scenes/drop.yaml:6:25: figures[0].file: found \"../figures/gone"));
    EXPECT_THAT(said, HasSubstr("scenes/broken.yaml:1:"));
  }
  EXPECT_EQ(content(at("scenes/drop.yaml")), before);
  // Of one that is of today, that is for check to say.
  fs::remove(at("scenes/broken.yaml"));
  write("scenes/drop.yaml", "gambol: 3\n" + before);
  EXPECT_EQ(gambol("migrate --check scenes").code, 0);
}

TEST_F(Versions, AMigratedFileKeepsItsModeAndALinkStaysOne) {
  const auto mode = [&](const std::string& path) { return fs::status(at(path)).permissions(); };
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(at("scenes/drop.yaml"), own);
  fs::create_directory(at("others"));
  fs::create_symlink("../scenes/drop.yaml", at("others/drop.yaml"));
  const Ran ran = gambol("migrate others/drop.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(content(at("scenes/drop.yaml")), StartsWith("gambol: 3\n"));
  EXPECT_EQ(mode("scenes/drop.yaml"), own);
  EXPECT_TRUE(fs::is_symlink(at("others/drop.yaml")));
}

}  // namespace
}  // namespace gambol
