// `gambol check` of many files at once, and what it says to programs.

#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "command_line.h"

namespace gambol {
namespace {

// Two files with one problem each, a good one, and one of another program.
class Checking : public CommandLine {
 protected:
  Checking() {
    write("scenes/a slip.yaml", "shot: a slip\nfigures: [{file: ../figures/brick.yaml, att: 3}]\n");
    write("figures/worse/odd.yaml", "figure: odd\nbodies: {\n");
    write("figures/compose.yaml", "services: {}\n");
  }
};

// JSON is YAML.
YAML::Node read(const std::string& json) { return YAML::Load(json); }

TEST_F(Checking, TakesManyFilesAndFolders) {
  const Ran good = gambol("check scenes/drop.yaml figures/brick.yaml tiny.yaml");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.out, "scenes/drop.yaml: ok\nfigures/brick.yaml: ok\ntiny.yaml: ok\n");
  const Ran all = gambol("check scenes figures/ gone.yaml");
  EXPECT_EQ(all.code, 3);
  EXPECT_EQ(all.out,
            "scenes/drop.yaml: ok\nfigures/brick.yaml: ok\n"
            "figures/compose.yaml: skipped: it begins with no kind of file that gambol knows\n");
  EXPECT_THAT(all.err, testing::AllOf(HasSubstr("scenes/a slip.yaml:2:41: figures[0].att: found"),
                                      HasSubstr("figures/worse/odd.yaml:"),
                                      HasSubstr("gone.yaml: no such file")));
  // Nor what searches have left among results.
  write("out/odd.yaml", "shot: [\n");
  write(".git/odd.yaml", "shot: [\n");
  EXPECT_THAT(gambol("check .").err, Not(HasSubstr("out/odd.yaml")));
  EXPECT_THAT(gambol("check .").err, Not(HasSubstr(".git")));
  fs::remove_all(at("out"));
  fs::create_directory(at("empty"));
  EXPECT_THAT(refused("check empty"), HasSubstr("empty: expected YAML files"));
}

// Each file may read from its own project, and from no other.
TEST_F(Checking, EveryFileIsConfinedToItsOwnProject) {
  write("other/figures/brick.yaml", figure);
  write("other/scenes/drop.yaml", shot);
  EXPECT_EQ(gambol("check scenes/drop.yaml other/scenes/drop.yaml").code, 0);
  edit("other/scenes/drop.yaml", "../figures/", "../../figures/");
  EXPECT_EQ(gambol("check scenes/drop.yaml other/scenes/drop.yaml").code, 3);
  EXPECT_EQ(gambol("check scenes other/scenes").code, 3);
  EXPECT_EQ(gambol("--allow-path figures check scenes/drop.yaml other/scenes/drop.yaml").code, 0);
}

TEST_F(Checking, TellsProgramsWhereWhatIsWrong) {
  const Ran ran = gambol("check --format json scenes figures");
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.err, "");
  const YAML::Node json = read(ran.out);
  ASSERT_EQ(json["files"].size(), 4u);
  EXPECT_EQ(json["skipped"][0].as<std::string>(), "figures/compose.yaml");
  const YAML::Node slip = json["files"][0];
  EXPECT_EQ(slip["file"].as<std::string>(), "scenes/a slip.yaml");
  EXPECT_FALSE(slip["ok"].as<bool>());
  EXPECT_TRUE(json["files"][1]["ok"].as<bool>());
  const auto of_the_key = [](const YAML::Node& problems) {
    for (const YAML::Node& problem : problems)
      if (problem["key"] && problem["key"].as<std::string>() == "figures[0].att") return problem;
    return YAML::Node();
  };
  const YAML::Node problem = of_the_key(slip["problems"]);
  ASSERT_TRUE(problem["found"]) << ran.out;
  EXPECT_EQ(problem["line"].as<int>(), 2);
  EXPECT_EQ(problem["column"].as<int>(), 41);
  EXPECT_THAT(problem["message"].as<std::string>(), StartsWith("scenes/a slip.yaml:2:41: "));
}

TEST_F(Checking, WritesSarif) {
  const Ran ran = gambol("check --format sarif scenes figures/brick.yaml");
  EXPECT_EQ(ran.code, 3);
  const YAML::Node sarif = read(ran.out);
  EXPECT_EQ(sarif["version"].as<std::string>(), "2.1.0");
  const YAML::Node run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"].as<std::string>(), "gambol");
  EXPECT_GE(run["results"].size(), 1u);
  for (const YAML::Node& result : run["results"]) {
    EXPECT_EQ(result["ruleId"].as<std::string>(),
              run["tool"]["driver"]["rules"][0]["id"].as<std::string>());
    const YAML::Node physical = result["locations"][0]["physicalLocation"];
    EXPECT_EQ(physical["artifactLocation"]["uri"].as<std::string>(), "scenes/a%20slip.yaml");
    EXPECT_GE(physical["region"]["startLine"].as<int>(), 1);
    EXPECT_THAT(result["message"]["text"].as<std::string>(), Not(HasSubstr("a slip.yaml:")));
  }
  const Ran good = gambol("check --format sarif figures/brick.yaml");
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(read(good.out)["runs"][0]["results"].size(), 0u);
}

}  // namespace
}  // namespace gambol
