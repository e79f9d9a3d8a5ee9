// Projects of one's own: gambol new, names instead of paths, and where results lie.

#include "command_line.h"

namespace gambol {
namespace {

class Projects : public CommandLine {};

// Every template is a project whose files are good and whose shot comes up to what it expects.
TEST_F(Projects, BeginFromATemplate) {
  for (const char* name : {"walker", "led", "ragdoll", "human", "dog", "diagram"}) {
    const std::string project = std::string("a ") + name;
    const Ran made = gambol("new '" + project + "' --template " + name);
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("cd 'a " + std::string(name) + "'\n"));
    EXPECT_THAT(content(at(project + "/README.md")), HasSubstr("# a " + std::string(name)));
    EXPECT_THAT(content(at(project + "/README.md")), Not(HasSubstr("@")));
    const Ran checked = gambol("check .", "", at(project).string());
    EXPECT_EQ(checked.code, 0) << checked.err;
    const Ran ran = gambol("simulate '" + project + "'/scenes/*.yaml");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, StartsWith(project + "/out/"));  // in the project, wherever one is
  }
}

TEST_F(Projects, BeginInNewFoldersOnly) {
  EXPECT_THAT(gambol("new scenes").err, HasSubstr("found scenes, which is there"));
  EXPECT_THAT(gambol("new tiny.yaml").err, HasSubstr("found tiny.yaml, which is there"));
  EXPECT_THAT(gambol("new mine --template wolker").err,
              HasSubstr("expected diagram, dog, human, led, ragdoll or walker"));
  EXPECT_FALSE(fs::exists(at("mine")));
  fs::create_directory(at("mine"));
  EXPECT_EQ(gambol("new mine/").code, 0);  // as shells write it
  fs::create_directory(at("here"));
  EXPECT_EQ(gambol("new .", "", at("here").string()).code, 0);
  EXPECT_THAT(content(at("here/gambol.yaml")), HasSubstr("project: \"here\""));
  EXPECT_EQ(gambol("new name_in_quotes").code, 0);
  EXPECT_THAT(content(at("name_in_quotes/README.md")), StartsWith("# name_in_quotes\n"));
  EXPECT_EQ(gambol("new 'a@b'").code, 3);
  EXPECT_EQ(gambol("new mine").code, 3);
  const std::string schema = "mine/.vscode/gambol.shot.json", before = content(at(schema));
  fs::remove(at(schema));
  EXPECT_EQ(gambol("new mine --schemas").code, 0);
  EXPECT_EQ(content(at(schema)), before);
  EXPECT_EQ(gambol("new scenes --schemas").code, 3);
  EXPECT_EQ(gambol("new /proc/mine").code, 5);
}

// Own files first, then those that come with gambol.
TEST_F(Projects, NamesStandForFiles) {
  write("scenes/named.yaml",
        "shot: named\nextends: pendulum\nfilm: {duration: 0.1 s}\nwithout: [expect]\n");
  EXPECT_EQ(gambol("check scenes/named.yaml").code, 0) << gambol("check scenes/named.yaml").err;
  edit("scenes/drop.yaml", "../figures/brick.yaml", "brick");
  EXPECT_EQ(gambol("check scenes/drop.yaml").code, 0);
  edit("scenes/drop.yaml", "camera:", "look: blueprint\ncamera:");
  EXPECT_EQ(gambol("check scenes/drop.yaml").code, 0) << gambol("check scenes/drop.yaml").err;
  // What is named as what it builds on means gambol's.
  write("figures/unit_cube.yaml", "figure: unit_cube\nextends: unit_cube\n");
  EXPECT_EQ(gambol("check figures/unit_cube.yaml").code, 0)
      << gambol("check figures/unit_cube.yaml").err;
  write("scenes/pendulum.yaml", "shot: pendulum\nextends: pendulum\nfilm: {duration: 1 s}\n");
  fs::create_directory(at("scenes/two_links"));
  EXPECT_EQ(gambol("check scenes/pendulum.yaml").code, 0)
      << gambol("check scenes/pendulum.yaml").err;
  fs::remove(at("scenes/pendulum.yaml"));
  write("figures/stone.yaml", "figure: stone\nextends: brick\n");
  edit("scenes/drop.yaml", "file: brick", "file: stone");
  EXPECT_EQ(gambol("check scenes/drop.yaml").code, 0) << gambol("check scenes/drop.yaml").err;
  edit("scenes/drop.yaml", "blueprint", "blueprnt");
  edit("scenes/drop.yaml", "file: stone", "file: brik");
  EXPECT_THAT(
      refused("check scenes/drop.yaml"),
      testing::AllOf(HasSubstr("expected a look file: its path, or the name of one in render/looks "
                               "(did you mean blueprint?)"),
                     HasSubstr("expected a figure file: its path, or the name of one in figures "
                               "(did you mean brick?)")));
  write("scenes/named.yaml", "shot: named\nextends: pendulm\n");
  EXPECT_THAT(refused("check scenes/named.yaml"), HasSubstr("did you mean pendulum?"));
}

TEST_F(Projects, SayWhereTheirFilesLie) {
  write("gambol.yaml", "project: mine\nfigures: [cast]\npresets: [.]\nresults: films\n");
  write("cast/box.yaml", std::string("figure: box") + (std::string(figure).substr(13)));
  edit("scenes/drop.yaml", "../figures/brick.yaml", "box");
  const Ran ran =
      gambol("render '" + at("scenes/drop.yaml").string() + "' --preset tiny --frames 1", "", "/");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::exists(at("films/drop/tiny/drop.0001.png")));
  EXPECT_FALSE(fs::exists(at("out")));
}

// A stranger's project opens no folder outside itself.
TEST_F(Projects, StayInTheirFolder) {
  for (const char* wrong : {"figures: [../secret]", "looks: [/etc]", "results: ../out",
                            "results: ''", "presets: [a/../../b]"}) {
    write("gambol.yaml", std::string("project: mine\n") + wrong + "\n");
    EXPECT_THAT(gambol("simulate scenes/drop.yaml").err,
                HasSubstr("expected a folder below the project's"))
        << wrong;
  }
  // Nor does a link lead out of it.
  write("secret", "password: x\n");
  fs::create_directory(at("elsewhere"));
  fs::remove(at("gambol.yaml"));
  fs::create_directories(at("inner/scenes"));
  write("inner/scenes/drop.yaml", shot);
  edit("inner/scenes/drop.yaml", "../figures", "figures");
  write("inner/scenes/figures/brick.yaml", figure);
  fs::create_symlink(at("secret"), at("inner/gambol.yaml"));
  fs::create_directories(at("inner/render/presets"));
  fs::create_symlink(at("secret"), at("inner/render/presets/draft.yaml"));
  fs::create_symlink(at("elsewhere"), at("inner/out"));
  for (const char* verb : {"check inner/scenes/drop.yaml", "simulate inner/scenes/drop.yaml",
                           "render inner/scenes/drop.yaml --preset draft --out inner/there"})
    EXPECT_THAT(gambol(verb).err, Not(HasSubstr("password"))) << verb;
  EXPECT_TRUE(fs::is_empty(at("elsewhere")));
  write("gambol.yaml", "project: mine\nreslts: films\n");
  EXPECT_THAT(gambol("simulate scenes/drop.yaml").err, HasSubstr("did you mean results?"));
  EXPECT_FALSE(fs::exists(at("out")));
}

// What a project opens besides, it says.
TEST_F(Projects, OpenOtherFoldersAloud) {
  write("gambol.yaml", "project: all\nallow: [..]\n");
  EXPECT_THAT(gambol("check scenes/drop.yaml").err,
              HasSubstr("expected a folder that the project does not lie in"));
  fs::remove(at("gambol.yaml"));
  write("elsewhere/brick.yaml", figure);
  write("own/scenes/drop.yaml", shot);
  edit("own/scenes/drop.yaml", "../figures", "../../elsewhere");
  write("own/gambol.yaml", "project: own\n");
  EXPECT_THAT(refused("check own/scenes/drop.yaml"), HasSubstr("leads elsewhere"));
  write("own/gambol.yaml", "project: own\nallow: [../elsewhere]\n");
  const Ran opened = gambol("check own/scenes/drop.yaml");
  EXPECT_EQ(opened.code, 0) << opened.err;
  EXPECT_THAT(opened.err, HasSubstr("gambol.yaml lets shots read "));
}

TEST_F(Projects, ShotsOfOneNameInTwoFoldersDoNotShareResults) {
  write("scenes/act_2/drop.yaml", shot);
  edit("scenes/act_2/drop.yaml", "../figures", "../../figures");
  edit("scenes/act_2/drop.yaml", "2 cm]", "3 cm]");
  EXPECT_EQ(gambol("simulate scenes/drop.yaml").out, "out/drop/poses.h5\n");
  EXPECT_EQ(gambol("simulate scenes/act_2/drop.yaml").out, "out/act_2/drop/poses.h5\n");
  EXPECT_EQ(gambol("render scenes/act_2/drop.yaml --preset tiny.yaml --frames 1").code, 0);
  EXPECT_TRUE(fs::exists(at("out/act_2/drop/tiny/drop.0001.png")));
  EXPECT_TRUE(fs::exists(at("out/act_2/drop/end.state")));
}

}  // namespace
}  // namespace gambol
