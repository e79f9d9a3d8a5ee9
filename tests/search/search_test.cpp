// Searches: what they find, that they find it again, and what they refuse.

#include "search/loops/search.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "search/loops/store.h"
#include "search/loops/trial.h"
#include "support/files.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// In any order: threads end in any order.
std::vector<std::string> sorted_log(const std::string& folder) {
  std::vector<std::string> lines = lines_of(folder + "/evaluations.jsonl");
  std::sort(lines.begin(), lines.end());
  return lines;
}

// A ball falls for 0.2 s from the height z. The mean of its height is z - g t^2 / 6.
class Searches : public Files {
 protected:
  void SetUp() override {
    write("ball.yaml",
          "figure: ball\ndensity: 1000\nbodies: [{name: ball, shapes: [{sphere: 1 cm}]}]\n");
    write("drop.yaml",
          "shot: drop\nfilm: {fps: 25, duration: 0.2 s}\nintegrator: {step: 1 ms}\n"
          "figures: [{name: ball, file: ball.yaml, at: [0, 0, 1 m]}]\n");
  }
  std::string run_file(const std::string& method, const std::string& more = "") {
    return write("find.yaml",
                 "search: find\nscenarios: [{name: drop, shot: drop.yaml}]\n"
                 "parameters: [{name: z, path: figures.ball.at.2, from: 50 cm, to: 2 m}]\n"
                 "objective: [{measure: height, min: 1 m, max: 1 m, square: true}]\n"
                 "method: " +
                     method + "\n" + more);
  }
  Search run(const std::string& file, const std::string& out, int threads = 1) {
    Search search(file, folder_.string() + "/" + out);
    run_search(search, folder_.string() + "/" + out, threads, [](const SearchProgress&) {});
    return search;
  }
  std::string complaint(const std::string& text) {
    try {
      Candidates(load_run(write("bad.yaml", text)));
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(Searches, FindWhatIsKnown) {
  const Search search = run(run_file("{type: cma_es, generations: 40}"), "a", 2);
  ASSERT_TRUE(search.best());
  const ParameterSpec& z = search.run().parameters[0];
  const double fall = 9.81 * 0.2 * 0.2 / 6;
  EXPECT_NEAR(*z.from + (*z.to - *z.from) * search.best()->x[0], 1 + fall, 2e-3);
  EXPECT_LT(search.best()->cost, 1e-3);  // mm^2
}

TEST_F(Searches, GiveTheSameBitsForAnyNumberOfThreads) {
  for (const char* method : {"{type: cma_es, generations: 6}", "{type: random, samples: 30}",
                             "{type: greedy, round: 4, evaluations: 24}"}) {
    const std::string file = run_file(method);
    run(file, "one", 1);
    run(file, "three", 3);
    EXPECT_EQ(sorted_log(folder_.string() + "/one"), sorted_log(folder_.string() + "/three"))
        << method;
    fs::remove_all(folder_.string() + "/one");
    fs::remove_all(folder_.string() + "/three");
  }
}

// Killed between any two bytes of its log.
TEST_F(Searches, GoOnAfterTheyWereKilled) {
  const std::string file = run_file("{type: cma_es, generations: 6}");
  run(file, "whole");
  std::stringstream text;
  text << std::ifstream(folder_.string() + "/whole/evaluations.jsonl").rdbuf();
  const std::string bytes = text.str();
  for (std::size_t cut : {std::size_t{0}, std::size_t{40}, bytes.size() / 3, bytes.size() / 2 + 7,
                          bytes.size() - 1}) {
    fs::create_directories(folder_.string() + "/cut");
    std::ofstream(folder_.string() + "/cut/evaluations.jsonl") << bytes.substr(0, cut);
    const Search again = run(file, "cut");
    EXPECT_EQ(sorted_log(folder_.string() + "/cut"), sorted_log(folder_.string() + "/whole"))
        << cut;
    fs::remove_all(folder_.string() + "/cut");
  }
}

TEST_F(Searches, CountAndNameCandidatesThatFail) {
  const std::string file = run_file("grid", "give_up: [ball.ball below 600 mm]\n");
  const Search search = run(file, "a");  // from 0.5, 0.875, 1.25, 1.625 and 2 m
  ASSERT_EQ(search.done().size(), 5u);
  EXPECT_TRUE(std::isinf(search.done()[0].cost));
  EXPECT_THAT(search.done()[0].trials[0].failure, HasSubstr("ball.ball below 600 mm at"));
  for (int i = 1; i < 5; ++i) EXPECT_TRUE(std::isfinite(search.done()[i].cost)) << i;
  ASSERT_TRUE(search.best());
  EXPECT_EQ(search.best()->candidate, 2);
}

TEST_F(Searches, CountValuesThatMakeNoShotAsFailures) {
  const std::string file =
      write("find.yaml",
            "search: find\nscenarios: [{name: drop, shot: drop.yaml}]\nparameters:\n"
            "  - {name: step, path: integrator.step, values: [1 ms, -1 ms, soon]}\n"
            "objective: [{measure: height}]\nmethod: grid\n");
  const Search search = run(file, "a");
  ASSERT_EQ(search.done().size(), 3u);
  EXPECT_TRUE(std::isfinite(search.done()[0].cost));
  EXPECT_THAT(search.done()[1].trials[0].failure, HasSubstr("integrator.step"));
  EXPECT_THAT(search.done()[2].trials[0].failure, HasSubstr("soon"));
}

TEST_F(Searches, EndWhenAShotChangesUnderThem) {
  const std::string file = run_file("{type: cma_es, generations: 9}");
  Search search(file, folder_.string() + "/a");
  try {
    run_search(search, folder_.string() + "/a", 1, [&](const SearchProgress& p) {
      if (p.search.generation() == 1)
        std::ofstream(folder_.string() + "/drop.yaml", std::ios::app) << "simulate_until: 0.3 s\n";
    });
    FAIL() << "the search went on";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has changed since the search began"));
  }
  EXPECT_THROW(Search(file, folder_.string() + "/a"), InputError) << "results of other inputs";
}

TEST_F(Searches, KnowTheFilesThatTheirValuesName) {
  write("other.yaml",
        "figure: other\ndensity: 1000\nbodies: [{name: ball, shapes: [{sphere: 2 cm}]}]\n");
  const std::string file =
      write("find.yaml",
            "search: find\nscenarios: [{name: drop, shot: drop.yaml}]\nparameters:\n"
            "  - {name: ball, path: figures.ball.file, values: [ball.yaml, other.yaml]}\n"
            "objective: [{measure: height}]\nmethod: grid\n");
  const std::string before = Candidates(load_run(file)).inputs();
  EXPECT_EQ(Candidates(load_run(file)).inputs(), before);
  write("other.yaml",
        "figure: other\ndensity: 1001\nbodies: [{name: ball, shapes: [{sphere: 2 cm}]}]\n");
  EXPECT_NE(Candidates(load_run(file)).inputs(), before);
}

// Only one process writes a log.
TEST_F(Searches, AreRunOnceAtATime) {
  const std::string file = run_file("{type: random, samples: 3}");
  Search search(file, folder_.string() + "/a");
  const EvaluationLog held(folder_.string() + "/a/evaluations.jsonl", search.log_head());
  EXPECT_THROW(run_search(search, folder_.string() + "/a", 1, [](const SearchProgress&) {}),
               RunError);
}

TEST_F(Searches, WriteTheBestCandidateAsAShot) {
  const Search search = run(run_file("{type: random, samples: 8}"), "out/find");
  ASSERT_TRUE(search.best());
  const auto files = search.candidates().written(search.best()->x, folder_.string() + "/out/find");
  ASSERT_EQ(files.size(), 1u);
  ShotSpec shot = load_shot(write("out/find/find_best.yaml", files[0].text));
  shot.expect.push_back(search.run().objective[0].measured);
  EXPECT_EQ(try_shot(search.run(), shot).cost, search.best()->cost);
}

TEST_F(Searches, PutValuesIntoFiguresTiedAndMirrored) {
  const std::string file =
      write("find.yaml",
            "search: find\nscenarios:\n  - {name: half, shot: walk.yaml, factors: {length: 0.5}}\n"
            "parameters:\n"
            "  - {name: length, figure: beast, path: [bodies.left.at.1, bodies.left.density],\n"
            "     mirrored: bodies.right.at.1, from: 1, to: 3, start: 2}\n"
            "objective: [{measure: height}]\nmethod: random\n");
  write("beast.yaml",
        "figure: beast\ndensity: 1000\nbodies:\n"
        "  - {name: trunk, shapes: [{sphere: 5 mm}]}\n"
        "  - {name: left, parent: trunk, density: 5, shapes: [{sphere: 5 mm}],\n"
        "     at: [0, 1, 0], joint: {axis: [1, 0, 0]}}\n"
        "  - {name: right, parent: trunk, shapes: [{sphere: 5 mm}],\n"
        "     at: [0, -1, 0], joint: {axis: [1, 0, 0]}}\n");
  write("walk.yaml",
        "shot: walk\nfilm: {fps: 25, duration: 0.2 s}\nfigures:\n"
        "  - {name: beast, file: beast.yaml}\n  - {name: other, file: beast.yaml}\n");
  RunSpec run = load_run(file);
  run.objective[0].measured.figure = "beast";
  const Candidates candidates(run);
  const ShotSpec shot = candidates.shot(candidates.start(), 0);
  const FigureSpec &beast = shot.motion.figures[0].figure, &other = shot.motion.figures[1].figure;
  EXPECT_EQ(beast.bodies[1].at.y(), 1);  // 2, halved in this scenario
  EXPECT_EQ(beast.bodies[2].at.y(), -1);
  EXPECT_EQ(*beast.bodies[1].density, 1);
  EXPECT_EQ(*other.bodies[1].density, 5) << "the other figure has the same file";
}

TEST_F(Searches, RefuseBadRunFiles) {
  const std::string head = "search: bad\nscenarios: [{name: s, shot: drop.yaml}]\n";
  const std::string good = "objective: [{measure: height}]\nmethod: random\n";
  const auto with = [&](const std::string& parameter) {
    return complaint(head + "parameters: [" + parameter + "]\n" + good);
  };
  EXPECT_EQ(with("{name: z, path: figures.ball.at.2, from: 1, to: 2}"), "none");
  EXPECT_THAT(with("{name: z, path: figures.bal.at.2, from: 1, to: 2}"),
              HasSubstr("bad.yaml:3:14: parameters.z: figures.bal.at.2: found \"bal\""));
  EXPECT_THAT(with("{name: z, path: figures.bal.at.2, from: 1, to: 2}"),
              HasSubstr("did you mean ball?"));
  EXPECT_THAT(with("{name: z, path: figures.ball.at.7, from: 1, to: 2}"), HasSubstr("\"7\""));
  EXPECT_THAT(with("{name: z, path: figures.ball.att, from: 1, to: 2}"), HasSubstr("\"att\""));
  EXPECT_THAT(with("{name: z, path: figures.ball.at.2, from: 2, to: 1}"), HasSubstr("from < to"));
  EXPECT_THAT(with("{name: z, path: figures.ball.at.2, from: 1 s, to: 2 m}"), HasSubstr("a time"));
  EXPECT_THAT(with("{name: z, path: figures.ball.at.2, from: 0, to: 1, scale: log}"),
              HasSubstr("more than 0"));
  EXPECT_THAT(with("{name: z, from: 0, to: 1}"), HasSubstr("where the value is put"));
  EXPECT_THAT(with("{name: z, path: figures.ball.at.2, from: 8 ms, to: 12 ms}"),
              HasSubstr("length"));
  EXPECT_THAT(with("{name: z, path: bodies.ball.density, figure: bell, from: 1, to: 2}"),
              HasSubstr("a figure of the shot drop"));
  const std::string parameter =
      "parameters: [{name: z, path: figures.ball.at.2, from: 1, to: 2}]\n";
  EXPECT_THAT(complaint(head + parameter + "objective: [{measure: hight}]\nmethod: random\n"),
              HasSubstr("hight"));
  EXPECT_THAT(
      complaint(head + parameter + "objective: [{measure: height, from: 3 s}]\nmethod: grid\n"),
      HasSubstr("which runs from 0 s to 0.2 s"));
  const auto term = [&](const std::string& text) {
    return complaint(head + parameter + "objective: [{measure: height, " + text +
                     "}]\nmethod: grid\n");
  };
  EXPECT_THAT(term("from: 0.1 s, to: 0.102 s"), HasSubstr("two rows or more"));
  EXPECT_THAT(term("from: 2 f"), HasSubstr("film frames"));
  EXPECT_THAT(term("min: 2 m, max: 1 m"), HasSubstr("min <= max"));
  EXPECT_THAT(term("pose: stand"), HasSubstr("a measure alone"));
  EXPECT_THAT(complaint(head + parameter + "objective: []\nmethod: random\n"),
              HasSubstr("at least one"));
  EXPECT_THAT(complaint(head + parameter + good + "give_up: [ball flies]\n"), HasSubstr("flies"));
  EXPECT_THAT(
      complaint("search: bad\nscenarios: [{name: s, shot: dorp.yaml}]\n" + parameter + good),
      HasSubstr("dorp.yaml"));
  EXPECT_THAT(complaint(head + "parameters: [{name: z, path: integrator.step, values: [1 ms]}]\n"
                               "objective: [{measure: height}]\nmethod: cma_es\n"),
              HasSubstr("a range"));
}

// Nothing that was made from a changed file enters the log.
TEST_F(Searches, KeepNothingMadeFromAChangedFile) {
  const std::string file = run_file("{type: random, samples: 40}");
  Search search(file, folder_.string() + "/a");
  ASSERT_TRUE(search.next());
  write("ball.yaml",
        "figure: ball\ndensity: 9000\nbodies: [{name: ball, shapes: [{sphere: 1 cm}]}]\n");
  EXPECT_THROW(
      evaluate_missing(search, folder_.string() + "/a/evaluations.jsonl", 1, search.missing()),
      RunError);
  EXPECT_EQ(lines_of(folder_.string() + "/a/evaluations.jsonl").size(), 1u) << "the head alone";
}

TEST_F(Searches, FindADamagedLog) {
  const std::string file = run_file("{type: random, samples: 6}");
  run(file, "a");
  const std::string log = folder_.string() + "/a/evaluations.jsonl";
  std::vector<std::string> lines = lines_of(log);
  lines[2][lines[2].find("cost") + 8] ^= 1;
  std::ofstream out(log);
  for (const std::string& line : lines) out << line << "\n";
  out.close();
  try {
    Search(file, folder_.string() + "/a");
    FAIL() << "read a damaged log";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a damaged line 3"));
  }
}

// A scenario that cannot make a bad candidate better is not simulated.
TEST_F(Searches, SkipScenariosOfHopelessCandidates) {
  write("high.yaml", "shot: high\nextends: drop.yaml\nfilm: {fps: 25}\n");
  const std::string file = write(
      "find.yaml",
      "search: find\nscenarios: [{name: drop, shot: drop.yaml}, {name: high, shot: high.yaml}]\n"
      "parameters: [{name: z, path: figures.ball.at.2, from: 50 cm, to: 2 m}]\n"
      "objective: [{measure: height, min: 1 m, max: 1 m, square: true}]\n"
      "combine: worst\nmethod: {type: cma_es, generations: 12}\n");
  const Search search = run(file, "a");
  long skipped = 0;
  for (const Evaluation& e : search.done()) skipped += e.trials[1].skipped;
  EXPECT_GT(skipped, 0);
  ASSERT_TRUE(search.best());
  EXPECT_FALSE(search.best()->trials[1].skipped);
}

// A candidate costs no reading of what no parameter varies: files that became unreadable meanwhile
// show that they are not read again.
TEST_F(Searches, ReadFiguresAndBeginningsOnce) {
  write("first.yaml", "shot: first\nextends: drop.yaml\n");
  write("later.yaml", "shot: later\nextends: drop.yaml\nstart_from: {shot: first.yaml}\n");
  const Candidates candidates(
      load_run(write("find.yaml",
                     "search: find\nscenarios: [{name: drop, shot: drop.yaml}, {name: later, shot: "
                     "later.yaml}]\n"
                     "parameters: [{name: t, path: film.duration, from: 0.1, to: 0.4}]\n"
                     "objective: [{measure: height}]\nmethod: random\n")));
  write("ball.yaml", "figure: [");
  write("first.yaml", "shot: [");
  const auto x = [](double at) { return Eigen::VectorXd::Constant(1, at); };
  for (std::size_t s = 0; s < 2; ++s) {
    EXPECT_NEAR(candidates.shot(x(0), s).film.duration, 0.1, 1e-9);
    EXPECT_NEAR(candidates.shot(x(1), s).film.duration, 0.4, 1e-9);
    EXPECT_EQ(candidates.shot(x(1), s).motion.figures.at(0).figure.bodies.size(), 1u);
  }
  ASSERT_TRUE(candidates.shot(x(1), 1).motion.start_from->from);
  EXPECT_EQ(candidates.shot(x(1), 1).motion.start_from->from->name, "first");
}

// A figure that has problems is read again for each scenario, and found to have them.
TEST_F(Searches, TellTheProblemsOfAFigureInAllScenarios) {
  write("bad_ball.yaml", "figure: bad_ball\nbodies: [{name: ball, shapes: [{spere: 1 cm}]}]\n");
  for (const char* const name : {"one", "two"})
    write(std::string(name) + ".yaml",
          "shot: " + std::string(name) +
              "\nextends: drop.yaml\nfigures: [{name: ball, file: bad_ball.yaml}]\n");
  const std::string told = complaint(
      "search: bad\nscenarios: [{name: one, shot: one.yaml}, {name: two, shot: two.yaml}]\n"
      "parameters: [{name: z, path: figures.ball.at.2, from: 50 cm, to: 2 m}]\n"
      "objective: [{measure: duty_factor, body: ball}]\nmethod: random\n");
  EXPECT_THAT(told, HasSubstr("did you mean sphere?"));
  EXPECT_THAT(told, ::testing::Not(HasSubstr("legs"))) << "of a figure that could not be read";
}

// Coros et al. 2011, section 4: pushes are tried only with what is better without.
TEST_F(Searches, TryOtherScenariosOnlyIfTheFirstIsBetter) {
  write("high.yaml", "shot: high\nextends: drop.yaml\nfilm: {fps: 25}\n");
  const std::string file = write(
      "find.yaml",
      "search: find\nscenarios: [{name: drop, shot: drop.yaml}, {name: high, shot: high.yaml}]\n"
      "parameters: [{name: z, path: figures.ball.at.2, from: 50 cm, to: 2 m}]\n"
      "objective: [{measure: height, min: 1 m, max: 1 m, square: true}]\n"
      "method: {type: greedy, first: 1, round: 4, evaluations: 60}\n");
  const Search search = run(file, "a");
  ASSERT_EQ(search.done().size(), 60u);
  double best = cost_of_failure, first = cost_of_failure;  // before this round
  long skipped = 0;
  for (std::size_t i = 0; i < 60; i += 4) {
    const double bar = first, floor = best;
    for (std::size_t j = i; j < i + 4; ++j) {
      const Evaluation& e = search.done()[j];
      EXPECT_EQ(e.trials[1].skipped, !(e.trials[0].cost < bar)) << j;
      if (e.trials[1].skipped) {
        EXPECT_GE(e.cost, floor) << "it must not become the best";
      }
      skipped += e.trials[1].skipped;
      if (e.cost < best) best = e.cost, first = e.trials[0].cost;
    }
  }
  EXPECT_GT(skipped, 10);
  EXPECT_LT(skipped, 60);
  EXPECT_EQ(search.best()->cost, best);
}

TEST_F(Searches, RefuseFirstScenariosThatLeaveNone) {
  const std::string file = run_file("{type: greedy, first: 1}");
  try {
    Candidates(load_run(file));
    FAIL() << "took it";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("fewer than there are scenarios"));
  }
}

TEST(Quantile, IsTheNearestRank) {
  RunSpec run;
  run.combine = Combine::quantile;
  run.scenarios.resize(25);
  std::vector<Trial> trials(25);
  for (int i = 0; i < 25; ++i) trials[i].cost = i + 1;
  for (const auto& [q, rank] : {std::pair{0.0, 1}, {0.28, 7}, {0.56, 14}, {0.9, 23}, {1.0, 25}}) {
    run.quantile = q;
    EXPECT_EQ(combined_cost(run, trials), rank) << q;
  }
}

TEST(Store, KeepsEveryBit) {
  Evaluation e;
  e.generation = 7;
  e.candidate = 3;
  e.x = Eigen::Vector3d(0.1, 1.0 / 3, 1e-300);
  e.values = {"0.10000000000000001", "3 cm", "[1, 2]"};
  e.cost = -1.0 / 7;
  e.trials = {{-1.0 / 7, {2.0 / 3, -0.0}, "", false},
              {cost_of_failure, {}, "it \"fell\"\nover: {at 1 s}", true}};
  const auto back = evaluation_of(line_of(e));
  ASSERT_TRUE(back);
  EXPECT_EQ(line_of(*back), line_of(e));
  EXPECT_EQ(back->x, e.x);
  EXPECT_EQ(back->values, e.values);
  EXPECT_EQ(back->cost, e.cost);
  EXPECT_EQ(back->trials[0].measured, e.trials[0].measured);
  EXPECT_EQ(back->trials[1].failure, e.trials[1].failure);
  EXPECT_TRUE(std::isinf(back->trials[1].cost));
  EXPECT_FALSE(evaluation_of(line_of(e).substr(1)));
}

}  // namespace
}  // namespace gambol
