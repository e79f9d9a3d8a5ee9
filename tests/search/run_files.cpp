// What run files put into shots: of our own searches, and values of every form.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "search/candidates.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(OurSearches, CanBeMade) {
  int runs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GAMBOL_SOURCE_DIR "/searches")) {
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    std::string found;
    for (const Problem& problem : check_file(path)) found += problem.to_string() + '\n';
    EXPECT_EQ(found, "");
    if (!found.empty() || kind_of_file(path) != "search") continue;
    ++runs;
    try {
      const Candidates candidates(load_run(path));
      EXPECT_EQ(candidates.run().name, entry.path().stem().string());
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what();
    }
  }
  EXPECT_GT(runs, 15);
}

class RunFiles : public Files {
 protected:
  RunFiles() {
    write("ball.yaml", ball_figure);
    write("drop.yaml",
          "shot: drop\n"
          "film: {fps: 24, duration: 2 s}\n"
          "world: {gravity: [0, 0, -5], ground: {contact: {friction: 0.3, rise: 1000}}}\n"
          "figures: [{name: ball, file: ball.yaml, at: [0, 0, 1]}]\n"
          "cues:\n"
          "  - {name: a, at: 0.1 s, push: {body: ball, force: [1 N, 0, 0], over: 20 ms}}\n"
          "takes:\n"
          "  low: {figures: [{name: ball, at: [0, 0, 0.5]}]}\n"
          "  lower: {figures: [{name: ball, at: [0, 0, 0.4]}]}\n"
          "  high: {figures: [{name: ball, at: [0, 0, 2]}]}\n"
          "integrator: {step: 1 ms}\n"
          "camera: {position: [1, 0, 0], target: [0, 0, 0], focal_length: 30 mm}\n");
  }

  std::string run(const std::string& scenario, const std::string& parameter) const {
    return write("run.yaml", "search: run\nscenarios: [{name: s, shot: " + scenario +
                                 "}]\nparameters: [" + parameter +
                                 "]\nobjective: [{measure: height}]\nmethod: grid\n");
  }

  // The shot of a search with one parameter, for the place x.
  ShotSpec shot(const std::string& parameter, double x) const {
    const Candidates candidates(load_run(run("drop.yaml", parameter)));
    return candidates.shot(Eigen::VectorXd::Constant(1, x), 0);
  }

  // What is wrong with the parameters, without the run file's folder.
  std::string complaint(const std::string& parameters) const {
    const std::string file = run("drop.yaml", parameters);
    try {
      const Candidates can_be_made(load_run(file));
    } catch (const InputError& error) {
      std::string what = error.what();
      const std::string folder = file.substr(0, file.rfind('/') + 1);
      for (std::size_t i = what.find(folder); i != what.npos; i = what.find(folder))
        what.erase(i, folder.size());
      return what;
    }
    return "";
  }

  std::vector<std::string> scenarios(const std::string& shot) const {
    std::vector<std::string> names;
    for (const ScenarioSpec& s :
         load_run(run(shot, "{name: h, path: figures.ball.at.2, from: 0, to: 1}")).scenarios)
      names.push_back(s.name);
    return names;
  }
};

TEST_F(RunFiles, APathGetsAMultipleAndAConstant) {
  const ShotSpec s = shot(
      "{name: h, path: figures.ball.at.0, from: 0 m, to: 10 cm, mirrored: figures.ball.at.1, "
      "scaled: [{path: figures.ball.at.2, by: 3, plus: 1 m}, {path: cues.a.at, by: 2 s/m}]}",
      0.5);
  EXPECT_DOUBLE_EQ(s.motion.figures[0].at.x(), 0.05);
  EXPECT_DOUBLE_EQ(s.motion.figures[0].at.y(), -0.05);
  EXPECT_DOUBLE_EQ(s.motion.figures[0].at.z(), 1.15);
  EXPECT_DOUBLE_EQ(*s.motion.cues[0].at, 0.1);
}

TEST_F(RunFiles, ANumberMayStandInAText) {
  const std::string height =
      "{name: h, from: 0 m, to: 1 m, scaled: [{path: cues.b.when, by: 0.5, plus: 0.1, text: "
      "\"ball.ball below {} m\"}]}";
  write("drop.yaml",
        "shot: drop\nfilm: {fps: 24, duration: 2 s}\n"
        "figures: [{name: ball, file: ball.yaml, at: [0, 0, 1]}]\n"
        "cues:\n  - {name: b, when: ball.ball below 5 cm}\n");
  EXPECT_EQ(shot(height, 0.5).motion.cues[0].when, "ball.ball below 0.34999999999999998 m");
  for (const char* text : {"ball.ball below 5 m", "ball.ball below {} + {} s"}) {
    run("drop.yaml",
        std::string("{name: h, from: 0, to: 1, scaled: [{path: cues.b.when, text: \"") + text +
            "\"}]}");
    EXPECT_THAT(problems(path("run.yaml")), HasSubstr("expected one {} where the number stands"));
  }
}

TEST_F(RunFiles, AValueMayBeAListOrAMapping) {
  const std::string force =
      "{name: f, path: cues.a.push.force, values: [\"[0, 2 N, 0]\", \"[0, 0, 3 N]\"]}";
  EXPECT_EQ(shot(force, 0).motion.cues[0].push->force, Eigen::Vector3d(0, 2, 0));
  EXPECT_EQ(shot(force, 1).motion.cues[0].push->force, Eigen::Vector3d(0, 0, 3));
  const std::string contact =
      "{name: c, path: world.ground.contact, values: [\"{friction: 0.6}\"]}";
  const auto ground = shot(contact, 0).motion.world.ground;
  EXPECT_EQ(ground->contact.friction.at(0), 0.6);
  EXPECT_EQ(ground->contact.rise, 3000);  // the default: the mapping is replaced
}

TEST_F(RunFiles, ATildeLeavesAKeyOut) {
  const std::string rise = "{name: r, path: world.ground.contact.rise, values: [\"~\", 500]}";
  EXPECT_EQ(shot(rise, 0).motion.world.ground->contact.rise, 3000);
  EXPECT_EQ(shot(rise, 1).motion.world.ground->contact.rise, 500);
  // The best candidate, written as a file, leaves it out too.
  const Candidates candidates(load_run(run("drop.yaml", rise)));
  for (const auto& [x, expected] : {std::pair(0.0, 3000.0), std::pair(1.0, 500.0)}) {
    const auto files = candidates.written(Eigen::VectorXd::Constant(1, x), folder_.string());
    ASSERT_EQ(files.size(), 1u);
    const ShotSpec best = load_shot(write(files[0].name + ".yaml", files[0].text));
    EXPECT_EQ(best.motion.world.ground->contact.rise, expected) << files[0].text;
    EXPECT_EQ(best.motion.world.ground->contact.friction.at(0), 0.3);
  }
}

TEST_F(RunFiles, APatternMeansAScenarioForEachTake) {
  EXPECT_THAT(scenarios("drop.yaml"), ElementsAre("s"));
  EXPECT_THAT(scenarios("drop.yaml@low"), ElementsAre("s"));
  EXPECT_THAT(scenarios("drop.yaml@low*"), ElementsAre("s_low", "s_lower"));
  EXPECT_THAT(scenarios("drop.yaml@*"), ElementsAre("s_low", "s_lower", "s_high"));
  const Candidates candidates(
      load_run(run("drop.yaml@*", "{name: x, path: figures.ball.at.0, from: 0, to: 1}")));
  EXPECT_EQ(candidates.shot(candidates.start(), 2).motion.figures[0].at.z(), 2);
}

TEST_F(RunFiles, WhatIsWrongIsTold) {
  run("drop.yaml@none*", "{name: x, path: figures.ball.at.0, from: 0, to: 1}");
  EXPECT_EQ(problems(path("run.yaml")),
            "run.yaml:2:29: scenarios[0].shot: found \"drop.yaml@none*\", expected a pattern that "
            "matches a take: low, lower or high\n");
  write("plain.yaml", "shot: plain\nextends: drop.yaml\n");
  run("plain.yaml@*", "{name: x, path: figures.ball.at.0, from: 0, to: 1}");
  EXPECT_THAT(problems(path("run.yaml")),
              HasSubstr("expected a pattern that matches a take (there is none)"));
  run("drop.yaml", "{name: f, path: cues.a.push.force, values: [\"[0, 2 N\"]}");
  EXPECT_THAT(problems(path("run.yaml")), HasSubstr("values: found \"[0, 2 N\", expected"));
  run("drop.yaml", "{name: f, values: [1, 2], scaled: [{path: figures.ball.at.0, by: 2}]}");
  EXPECT_THAT(problems(path("run.yaml")),
              HasSubstr("found `scaled` beside `values`, expected one of them"));
}

// However the path says it; otherwise one of them would seem to count and not do so.
TEST_F(RunFiles, TwoValuesForOnePathAreTold) {
  const std::string height = "{name: h, path: figures.ball.at.2, from: 1, to: 2}";
  for (const char* again : {"figures.ball.at.2", "figures.0.at.2", "figures.ball.at"}) {
    const std::string values =
        std::string(again).ends_with("at") ? "values: [\"[0, 0, 1]\"]" : "from: 1, to: 2";
    EXPECT_EQ(complaint(height + fmt::format(", {{name: x, path: {}, {}}}", again, values)),
              fmt::format("run.yaml:3:{}: parameters.x: {}: found a path to which the parameter h "
                          "puts a value already, expected a path of its own",
                          14 + height.size() + 2, again));
  }
  EXPECT_THAT(complaint("{name: h, path: figures.ball.at.2, mirrored: figures.ball.at.2, from: 1, "
                        "to: 2}"),
              HasSubstr("to which this parameter puts a value already"));
  // A list that is there, and then one of its numbers.
  EXPECT_EQ(complaint("{name: x, path: figures.ball.at, values: [\"[0, 0, 1]\"]}, " + height), "");
  EXPECT_EQ(complaint("{name: a, path: figures.ball.at.1, from: 1, to: 2}, " + height), "");
  // In two files.
  EXPECT_EQ(complaint("{name: a, path: density, figure: ball, from: 1, to: 2}, " + height), "");
}

TEST_F(RunFiles, APathOnWhichNoMotionDependsIsTold) {
  for (const char* idle :
       {"path: extends, values: [/etc/hostname]", "path: about, values: [\"a\\nseed: 4\", \"}{\"]",
        "path: camera.focal_length, from: 20 mm, to: 30 mm",
        "path: takes.low, values: [\"{seed: 3}\"]", "path: about, figure: ball, values: [a, b]",
        "path: extends, figure: ball, values: [other.yaml]"}) {
    const std::string path = std::string(idle).substr(6, std::string(idle).find(',') - 6);
    EXPECT_EQ(
        complaint(fmt::format("{{name: x, {}}}", idle)),
        fmt::format("run.yaml:3:14: parameters.x: {}: found a path on which nothing of the "
                    "motion depends, expected a path to something that the measures depend on",
                    path));
  }
  // It names what the motion depends on.
  write("other.yaml", std::string(ball_figure) + "density: 2000\n");
  EXPECT_EQ(complaint("{name: x, path: figures.ball.file, values: [ball.yaml, other.yaml]}"), "");
}

// Without a step nothing moves.
TEST_F(RunFiles, AStepThatGoesBeyondTheEndMakesNoCandidate) {
  const std::string file =
      write("run.yaml",
            "search: run\nscenarios: [{name: s, shot: drop.yaml}]\nparameters: [{name: step, path: "
            "integrator.step, values: [1 ms, 0.1 s, 3 s]}]\nobjective: [{measure: height}]\n"
            "until: 20 ms\nmethod: grid\n");
  const Candidates candidates(load_run(file));
  const auto complaint = [&](double x) -> std::string {
    try {
      candidates.shot(Eigen::VectorXd::Constant(1, x), 0);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint(0), "");
  EXPECT_THAT(complaint(0.5), HasSubstr(":1:1: until: found 0.02 s, expected at least "
                                        "integrator.step, 0.1 s"));
  EXPECT_THAT(complaint(1), HasSubstr("integrator.step: found 3 s, expected at most what is "
                                      "simulated, 2 s"));
}

}  // namespace
}  // namespace gambol
