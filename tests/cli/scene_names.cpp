// Shots in subfolders of scenes/: whoever names one need not know the subfolder.

#include "command_line.h"

namespace gambol {
namespace {

class SceneNames : public CommandLine {
 protected:
  // Puts a shot that falls from another height into a subfolder.
  void put(const std::string& folder, const std::string& name, const std::string& height) {
    const std::string path = "scenes/" + folder + "/" + name + ".yaml";
    std::string up = "../";
    for (const char c : folder) up += c == '/' ? "../" : "";
    write(path, content(at("scenes/drop.yaml")));
    edit(path, "shot: drop", "shot: " + name);
    edit(path, "../figures", up + "../figures");
    edit(path, "2 cm]", height + "]");
    edit(path, "camera:", "takes: {low: {film: {duration: 0.1 s}}}\ncamera:");
  }
  SceneNames() { put("acts/first", "fall", "3 cm"); }
};

TEST_F(SceneNames, AreFoundOnTheCommandLine) {
  const std::string poses = "out/acts/first/fall";
  for (const char* word :
       {"scenes/acts/first/fall.yaml", "scenes/fall.yaml", "scenes/fall", "fall"})
    EXPECT_EQ(gambol(std::string("simulate ") + word).out, poses + "/poses.h5\n") << word;
  for (const char* word : {"scenes/fall.yaml@low", "fall@low"})
    EXPECT_EQ(gambol(std::string("simulate ") + word).out, poses + "@low/poses.h5\n") << word;
  EXPECT_EQ(gambol("check fall 'fall@*' scenes/fall.yaml").out,
            "scenes/acts/first/fall.yaml: ok\nscenes/acts/first/fall.yaml@low: ok\n"
            "scenes/acts/first/fall.yaml: ok\n");
  EXPECT_EQ(gambol("measure fall").code, 0);
  EXPECT_EQ(gambol("check ../scenes/fall.yaml", "", at("figures").string()).out,
            "../scenes/acts/first/fall.yaml: ok\n");
  EXPECT_EQ(gambol("check fall.yaml", "", at("scenes").string()).code, 0);
  EXPECT_EQ(gambol("check fall", "", at("figures").string()).code, 0);  // of the project around it
  EXPECT_THAT(gambol("complete simulate fa").out, HasSubstr("fall\n"));
  EXPECT_EQ(gambol("complete simulate fall@").out, "fall@low\n");
}

// The shots that ship are found so from any project.
TEST_F(SceneNames, AreThoseOfGambolToo) {
  EXPECT_THAT(gambol("check pendulum").out, HasSubstr("scenes/studies/pendulum.yaml: ok\n"));
  EXPECT_EQ(gambol("simulate verify_spring").out, "out/studies/verify_spring/poses.h5\n");
}

TEST_F(SceneNames, AreFoundInFiles) {
  write("scenes/other/higher.yaml",
        "gambol: 3\nshot: higher\nextends: ../fall.yaml@low\nfigures: [{name: brick, at: [0, 0, 5 "
        "cm]}]\n");
  write("scenes/named.yaml", "gambol: 3\nshot: named\nextends: fall\n");
  write("scenes/path.yaml", "gambol: 3\nshot: path\nextends: fall.yaml\n");
  write("scenes/on.yaml", "gambol: 3\nshot: on\nextends: fall\nstart_from: fall.yaml@low\n");
  write("scenes/reel.yaml",
        "gambol: 3\nsequence: reel\nparts: [{shot: fall}, {shot: higher.yaml}]\n");
  write(
      "searches/heights.yaml",
      "gambol: 3\nsearch: heights\nseed: 1\nmethod: {type: random, samples: 2}\nscenarios: [{name: "
      "fall, shot: ../scenes/fall.yaml@low}]\nparameters: [{name: z, path: film.duration, from: "
      "0.1 s, to: 0.2 s}]\nobjective: [{measure: height}]\n");
  const Ran ran = gambol(
      "check scenes/named.yaml scenes/path.yaml scenes/on.yaml higher reel searches/heights.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

// Of several of one name none is chosen; a file where a path leads is meant alone.
TEST_F(SceneNames, OfSeveralShotsAreRefused) {
  put("acts/second", "fall", "4 cm");
  const std::string several =
      "several have this name: scenes/acts/first/fall.yaml and scenes/acts/second/fall.yaml\n";
  for (const char* verb : {"check", "simulate", "make"}) {
    EXPECT_EQ(
        refused(std::string(verb) + " scenes/fall.yaml"),
        "scenes/fall.yaml: expected a shot file (there is none at scenes/fall.yaml); " + several);
    EXPECT_EQ(refused(std::string(verb) + " fall"),
              "fall: expected the path of a shot file: " + several);
  }
  write("scenes/named.yaml", "gambol: 3\nshot: named\nextends: fall\n");
  EXPECT_EQ(refused("check scenes/named.yaml"),
            "scenes/named.yaml:3:10: extends: found \"fall\", expected the path of a shot file: " +
                several);
  write("scenes/on.yaml", "gambol: 3\nshot: on\nextends: drop\nstart_from: fall.yaml\n");
  EXPECT_EQ(refused("check scenes/on.yaml"),
            "scenes/on.yaml:4:13: start_from: found \"fall.yaml\", expected a shot file (there is "
            "none at scenes/fall.yaml); " +
                several);
  EXPECT_EQ(gambol("check scenes/acts/first/fall.yaml").code, 0);
  write("scenes/fall.yaml", "gambol: 3\nshot: fall\nextends: acts/second/fall.yaml\n");
  EXPECT_EQ(gambol("check scenes/fall.yaml").out, "scenes/fall.yaml: ok\n");
  EXPECT_EQ(gambol("check fall scenes/named.yaml").code, 0);
}

TEST_F(SceneNames, OfNoShotSuggestTheNearest) {
  EXPECT_EQ(
      refused("make scenes/fal.yaml"),
      "scenes/fal.yaml: expected a shot file (there is none at scenes/fal.yaml); did you mean "
      "scenes/acts/first/fall.yaml?\n");
  EXPECT_EQ(refused("check fal"),
            "fal: expected a shot file: its path, or the name of one in scenes (did you mean fall?)"
            "\n");
  write("scenes/named.yaml", "gambol: 3\nshot: named\nextends: ../scenes/fal.yaml\n");
  EXPECT_EQ(refused("check scenes/named.yaml"),
            "scenes/named.yaml:3:10: extends: found \"../scenes/fal.yaml\", expected a shot file "
            "(there is none at scenes/fal.yaml); did you mean scenes/acts/first/fall.yaml?\n");
  // Other folders have no such subfolders, and what is like nothing gets the plain message.
  write("searches/fast/run.yaml", "");
  EXPECT_EQ(refused("check searches/run.yaml"), "searches/run.yaml: no such file\n");
  EXPECT_EQ(refused("check scenes/unheard_of.yaml"), "scenes/unheard_of.yaml: no such file\n");
}

// A link may lead anywhere: nothing is looked for behind one.
TEST_F(SceneNames, AreNotLookedForBehindLinks) {
  fs::rename(at("scenes/acts"), at("elsewhere"));
  fs::create_directory_symlink("../elsewhere", at("scenes/acts"));
  EXPECT_EQ(refused("check scenes/fall.yaml"), "scenes/fall.yaml: no such file\n");
}

}  // namespace
}  // namespace gambol
