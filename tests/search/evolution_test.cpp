// Evolutions: the same for any number of threads and after they were killed, and what is refused.

#include "search/evolution/evolution.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "analysis/measures.h"
#include "figure/grow.h"
#include "search/creatures/genes.h"
#include "search/evolution/evolution_page.h"
#include "search/evolution/films.h"
#include "simulation/simulate.h"
#include "support/files.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* run_text = R"(evolution: small
arena: tried.yaml
creature: creature
look_back: 5
founders: 8
candidates: 24
ranges: {limbs: [1, 2], segments: [1, 2], freedom: [4, 10]}
measures:
  speed: {measure: body_lengths_per_second, from: 0.2 s}
  off: {measure: off_ground, from: 0.2 s}
  trunk: {measure: dragged, body: trunk, from: 0.2 s}
fitness: speed
niches:
  off: {from: 0, to: 1, cells: 4}
  trunk: {from: 0, to: 1, cells: 3}
ways:
  - {name: drag, bounds: {trunk: {min: 0.3}}}
  - {name: go, bounds: {trunk: {max: 0.3}}}
give_up: [creature tilted 90 deg]
)";

class Evolutions : public Files {
 protected:
  void SetUp() override {
    write("creature.yaml",
          "genome: creature\ntrunk: {length: 40 cm, front: 9 cm, back: 8 cm}\n"
          "drive: {harmonics: 2, stress: 40 N/cm2}\n"
          "limbs: {a: {segments: [{joint: universal, length: 20 cm, radius: 4 cm}]}}\n");
    write("tried.yaml",
          "shot: tried\nfilm: {fps: 25, duration: 0.6 s}\n"
          "world: {ground: {contact: {scale: none, strength: 0, stiffness: 2e4 N/m, "
          "damping: 400 N*s/m, friction: 0.9, friction_damping: 100 N*s/m}}}\n"
          "integrator: {method: implicit, step: 1 ms}\n"
          "look: {materials: {hide: {}, sock: {}, eye: {}, pupil: {}}}\n"
          "figures: [{name: creature, file: creature.yaml, "
          "skills: [{type: spectral, active: true, tick: 10 ms}]}]\n");
    file_ = write("run.yaml", run_text);
  }
  std::string out(const std::string& name) const { return folder_.string() + "/" + name; }
  void run(const std::string& name, int threads = 1) {
    Evolution evolution(file_, out(name));
    run_evolution(evolution, out(name), threads, [](const Evolution&) {});
    EXPECT_TRUE(evolution.finished());
  }
  // In any order: threads end in any order.
  std::vector<std::string> sorted_log(const std::string& name) const {
    std::ifstream in(out(name) + "/evaluations.jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  std::string complaint(const std::string& from, const std::string& to) {
    std::string text = run_text;
    text.replace(text.find(from), from.size(), to);
    try {
      Creatures(load_evolution(write("bad.yaml", text)));
    } catch (const InputError& error) {
      std::string what = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t i = what.find(prefix); i != what.npos; i = what.find(prefix))
        what.erase(i, prefix.size());
      return what;
    }
    return "none";
  }
  std::string file_;
};

TEST_F(Evolutions, GiveTheSameBitsForAnyNumberOfThreads) {
  run("one", 1);
  run("two", 2);
  run("five", 5);
  EXPECT_EQ(sorted_log("one").size(), 25u);
  EXPECT_EQ(sorted_log("one"), sorted_log("two"));
  EXPECT_EQ(sorted_log("one"), sorted_log("five"));
}

// Killed between any two bytes of its log, also where results are missing before others.
TEST_F(Evolutions, GoOnAfterTheyWereKilled) {
  run("whole");
  std::stringstream text;
  text << std::ifstream(out("whole") + "/evaluations.jsonl").rdbuf();
  const std::string bytes = text.str();
  for (std::size_t cut :
       {std::size_t{0}, bytes.size() / 3, bytes.size() / 2 + 7, bytes.size() - 1}) {
    fs::create_directories(out("cut"));
    std::ofstream(out("cut") + "/evaluations.jsonl") << bytes.substr(0, cut);
    run("cut", 2);
    EXPECT_EQ(sorted_log("cut"), sorted_log("whole")) << cut;
    fs::remove_all(out("cut"));
  }
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  fs::create_directories(out("gap"));
  std::ofstream gap(out("gap") + "/evaluations.jsonl");
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (i % 3 != 1) gap << lines[i] << '\n';
  gap.close();
  run("gap");
  EXPECT_EQ(sorted_log("gap"), sorted_log("whole"));
}

TEST_F(Evolutions, BreedFromResultsThatAreOldEnough) {
  Evolution evolution(file_, out("a"));
  run_evolution(evolution, out("a"), 1, [](const Evolution&) {});
  int children = 0, with_two = 0;
  for (int k = 0; k < evolution.run().candidates; ++k) {
    const auto& parents = evolution.parents()[static_cast<std::size_t>(k)];
    EXPECT_EQ(evolution.result(k).parents, parents);
    EXPECT_TRUE(k >= 8 || parents.empty()) << k;
    for (const int parent : parents) EXPECT_LE(parent, k - 5) << k;
    children += !parents.empty();
    with_two += parents.size() == 2;
  }
  EXPECT_GE(children, 12);
  EXPECT_GE(with_two, 1);
}

TEST_F(Evolutions, KeepTheFittestOfEachCell) {
  Evolution evolution(file_, out("a"));
  run_evolution(evolution, out("a"), 2, [](const Evolution&) {});
  std::map<std::vector<int>, double> best;
  for (int k = 0; k < evolution.run().candidates; ++k) {
    const Evaluation& e = evolution.result(k);
    if (!std::isfinite(e.cost)) continue;
    const auto cell = evolution.elites().cell_of(evolution.creatures().descriptors(e.trials[0]));
    const auto at = best.try_emplace(cell, -e.cost).first;
    at->second = std::max(at->second, -e.cost);
  }
  ASSERT_EQ(evolution.elites().cells().size(), best.size());
  for (const auto& [cell, elite] : evolution.elites().cells()) EXPECT_EQ(elite.fitness, best[cell]);
}

TEST(Elites, GiveWayToFitterOnesAndAfterTheirLifeToAny) {
  NicheSpec niche;
  niche.cells = 1;
  Elites elites({niche}, 5), lasting({niche});
  struct Offer {
    int candidate;
    double fitness;
    bool lives;
  };
  for (const auto& [candidate, fitness, lives] :
       {Offer{0, 3, true}, Offer{4, 2, false}, Offer{5, 2, true}, Offer{6, 2.5, true},
        Offer{10, 1, false}, Offer{11, 1, true}}) {
    EXPECT_EQ(elites.offer(candidate, fitness, {0.5}), lives) << candidate;
    EXPECT_EQ(lasting.offer(candidate, fitness, {0.5}), candidate == 0) << candidate;
  }
}

// Whatever is bred is a body within the ranges, and reads back from its text.
TEST_F(Evolutions, BreedWithinTheRanges) {
  const EvolutionSpec run = load_evolution(file_);
  const Creatures creatures(run);
  const Breeder breeder(run, creatures.start());
  Random random(7);
  std::set<std::size_t> limbs;
  std::vector<GenomeSpec> all;
  for (int i = 0; i < 20; ++i) all.push_back(breeder.founder(random));
  for (int i = 0; i < 200; ++i)
    all.push_back(breeder.child(all[all.size() - 20], &all[all.size() - 7], random));
  for (GenomeSpec& genome : all) {
    limbs.insert(genome.limbs.size());
    EXPECT_GE(degrees_of_freedom(genome), 4);
    EXPECT_LE(degrees_of_freedom(genome), 10);
    Findings findings;
    std::vector<Problem> problems;
    const GenomeSpec again =
        load_genome("g.yaml", parse_yaml(genome_text(genome), "g.yaml", problems), findings);
    EXPECT_TRUE(findings.problems.empty());
    EXPECT_EQ(genome_text(again), genome_text(genome));
    const auto within = [](Gene gene) {
      EXPECT_GE(gene.value, gene.least * (1 - 1e-4) - 1e-4);
      EXPECT_LE(gene.value, gene.most * (1 + 1e-4) + 1e-4);
    };
    each_gene(genome.trunk, run.ranges, within);
    for (LimbGenes& limb : genome.limbs) {
      each_gene(limb, run.ranges, within);
      for (SegmentGenes& segment : limb.segments) {
        EXPECT_EQ(segment.waves.size(), axes_of(segment.joint).size());
        for (WaveSpec& wave : segment.waves) each_gene(wave, run.ranges, within);
      }
    }
  }
  EXPECT_EQ(limbs, (std::set<std::size_t>{1, 2}));
}

TEST_F(Evolutions, LeaveABodyAloneThatIsFixed) {
  std::string text = run_text;
  text += "morphology: fixed\n";
  const EvolutionSpec run = load_evolution(write("fixed.yaml", text));
  const Breeder breeder(run, Creatures(run).start());
  Random random(3);
  const GenomeSpec a = breeder.founder(random), b = breeder.founder(random);
  const GenomeSpec c = breeder.child(a, &b, random);
  for (const GenomeSpec* genome : {&a, &b, &c}) {
    ASSERT_EQ(genome->limbs.size(), 1u);
    EXPECT_EQ(genome->limbs[0].name, "a");
    EXPECT_EQ(genome->limbs[0].segments[0].length, 0.2);
    EXPECT_EQ(genome->trunk.front, 0.09);
  }
  EXPECT_NE(genome_text(a), genome_text(b));
}

TEST_F(Evolutions, RefuseAStoreOfAnotherRunAndAChangedFile) {
  run("a");
  std::string text = run_text;
  text.replace(text.find("look_back: 5"), 12, "look_back: 6");
  write("run.yaml", text);
  EXPECT_THROW(Evolution(file_, out("a")), InputError);
  Evolution evolution(file_, out("b"));
  write("creature.yaml",
        "genome: creature\ntrunk: {length: 41 cm, front: 9 cm, back: 8 cm}\n"
        "limbs: {a: {segments: [{joint: universal, length: 20 cm, radius: 4 cm}]}}\n");
  EXPECT_THROW(require_unchanged(file_, evolution.inputs()), RunError);
}

TEST_F(Evolutions, WriteTheirBestAsShots) {
  Evolution evolution(file_, out("a"));
  run_evolution(evolution, out("a"), 2, [](const Evolution&) {});
  ASSERT_FALSE(evolution.best().empty());
  const auto& [way, best] = *evolution.best().begin();
  const GenomeSpec& genome = evolution.genomes()[static_cast<std::size_t>(best)];
  for (const auto& file : evolution.creatures().written(
           "small_" + way, genome, evolution.result(best).trials[0], "Best: of all.", out("a")))
    write("a/" + file.name + ".yaml", file.text);
  const ShotSpec shot = load_shot(out("a") + "/small_" + way + ".yaml");
  ASSERT_EQ(shot.expect.size(), 3u);
  const Trial& trial = evolution.result(best).trials[0];
  EXPECT_NEAR(*shot.expect[0].min, 0.9 * evolution.creatures().measured(trial, "speed"), 1e-3);
  EXPECT_EQ(shot.motion.figures[0].figure.bodies.size(),
            evolution.creatures().shot(genome).motion.figures[0].figure.bodies.size());
  const std::string page =
      evolution_page(evolution, {{way, gait_diagram(evolution.creatures(), genome, 0.3)}}, true);
  EXPECT_THAT(page, HasSubstr("finished"));
  EXPECT_THAT(page, HasSubstr(genome_text(genome).substr(0, 20)));
}

// Moves a film in the same way as the trial, and measures it with the same rows, whatever the run
// says of rates and of creatures that are slow.
TEST_F(Evolutions, FilmTheMotionThatTheyMeasured) {
  const std::string slow = "slow: {from: 0.1234 s, by: 0.2345 s, speed: 0.001}\n";
  for (const std::string& more : {slow, slow + "rate: 130 Hz\n"}) {
    const Creatures creatures(load_evolution(write("run.yaml", run_text + more)));
    const Trial trial = creatures.tried(creatures.start());
    ASSERT_EQ(trial.failure, "");
    for (const auto& file : creatures.written("film", creatures.start(), trial, "It.", out("a")))
      write("a/" + file.name + ".yaml", file.text);
    const ShotSpec film = load_shot(out("a") + "/film.yaml");
    const std::vector<Measurement> measured = measure(film, simulate(film));
    ASSERT_EQ(measured.size(), trial.measured.size());
    for (std::size_t i = 0; i < measured.size(); ++i)
      EXPECT_EQ(measured[i].value, trial.measured[i]) << title(measured[i]) << more;
  }
}

// A farm's task reads its candidates from a file, and gets the results of the process that bred
// them.
TEST_F(Evolutions, AreEvaluatedElsewhereToTheSameBits) {
  run("whole");
  Evolution evolution(file_, out("here"));
  std::vector<Bred> bred;
  while (const auto next = evolution.next()) bred.push_back(*next);
  ASSERT_EQ(bred.size(), 5u);
  const std::string file = write("bred.jsonl", bred_text(evolution.log_head(), bred));
  const std::vector<Bred> read = read_bred(file, evolution.inputs(), {1, 4});
  ASSERT_EQ(read.size(), 2u);
  const auto log = sorted_log("whole");
  for (const Bred& b : read) {
    const std::string line = line_of(evaluated(evolution.creatures(), b));
    EXPECT_TRUE(std::find(log.begin(), log.end(), line) != log.end()) << b.candidate;
    evolution.learn(*evaluation_of(line));
  }
  EXPECT_EQ(evolution.known(), 2);
  EXPECT_THROW(read_bred(file, evolution.inputs(), {1, 7}), InputError);
  EXPECT_THROW(read_bred(file, "others", {1}), InputError);
  Evaluation other = unevaluated(bred[0]);
  other.values[0] += " ";
  EXPECT_THROW(evolution.learn(other), RunError);
}

TEST_F(Evolutions, ReadOnWhatOthersWrite) {
  run("whole");
  std::ifstream in(out("whole") + "/evaluations.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  Evolution evolution(file_, out("b"));
  fs::create_directories(out("b"));
  std::ofstream log(out("b") + "/farm_1_0.jsonl");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    log << lines[i].substr(0, 30) << std::flush;
    evolution.learn_stored();
    log << lines[i].substr(30) << std::flush;
    evolution.learn_stored();
    EXPECT_EQ(evolution.known(), static_cast<int>(i));
  }
  EXPECT_FALSE(evolution.next());
  EXPECT_TRUE(evolution.finished());
}

TEST_F(Evolutions, WriteAnyCandidateAsAShot) {
  run("a");
  Evolution evolution(file_, out("a"));
  EXPECT_FALSE(evolution.next());
  int child = 23;
  while (evolution.parents()[static_cast<std::size_t>(child)].empty()) --child;
  const std::string line = std::to_string(child) + "^1";
  const std::vector<int> chosen = chosen_candidates(evolution, "3,ways,elites:2," + line);
  EXPECT_EQ(chosen[0], 3);
  EXPECT_EQ(chosen.back(), evolution.parents()[static_cast<std::size_t>(child)][0]);
  EXPECT_EQ(chosen.size(), 1 + evolution.best().size() + 2 + 1);
  const auto files = films_of(evolution, {3, child}, out("a"));
  ASSERT_EQ(files.size(), 5u);
  for (const auto& file : files) write("a/" + file.name + ".yaml", file.text);
  const ShotSpec cast = load_shot(out("a") + "/small_cast.yaml");
  EXPECT_EQ(cast.motion.figures.size(), 2u);
  const auto complaint = [&](const std::string& list) -> std::string {
    try {
      chosen_candidates(evolution, list);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint("24"),
            "found \"24\", expected one of the 24 candidates of which the results are known");
  EXPECT_EQ(complaint("3^9"),
            "found \"3^9\", expected at most 0 generations: then comes a founder");
  EXPECT_THAT(complaint("best"), HasSubstr("found \"best\", expected numbers of candidates, "));
}

TEST_F(Evolutions, FailCandidatesThatDoNotKeepWhatTheyMust) {
  write("run.yaml", std::string(run_text) + "must: {trunk: {max: 0.1}}\n");
  Evolution evolution(file_, out("a"));
  run_evolution(evolution, out("a"), 2, [](const Evolution&) {});
  int failed = 0;
  for (int k = 0; k < evolution.run().candidates; ++k) {
    const Evaluation& e = evolution.result(k);
    failed += e.trials[0].failure.starts_with("trunk is ");
    EXPECT_TRUE(std::isinf(e.cost) || evolution.creatures().measured(e.trials[0], "trunk") <= 0.1);
  }
  EXPECT_GT(failed, 0);
}

TEST_F(Evolutions, AreToldWhatIsWrong) {
  EXPECT_EQ(complaint("creature: creature", "creature: cretaure"),
            "bad.yaml:3:11: creature: found \"cretaure\", expected a figure of the arena (did you "
            "mean creature?)");
  EXPECT_EQ(complaint("founders: 8", "founders: 3"),
            "bad.yaml:5:11: founders: found 3, expected at least look_back, which is 5: nothing is "
            "known of others when they are bred");
  EXPECT_EQ(complaint("fitness: speed", "fitness: sped"),
            "bad.yaml:12:10: fitness: found \"sped\", expected a measure of this run (did you mean "
            "speed?)");
  EXPECT_EQ(complaint("candidates: 24", "candidates: 0"),
            "bad.yaml:6:13: candidates: found \"0\", expected a whole number from 1 to 100000000");
  EXPECT_EQ(
      complaint("trunk: {max: 0.3}", "trunk: {}"),
      "bad.yaml:18:32: ways[1].bounds.trunk.min: found no bound, expected `min`, `max` or both");
  EXPECT_EQ(complaint("give_up: [", "must: {spede: {max: 1}}\ngive_up: ["),
            "bad.yaml:19:8: must.spede: found \"spede\", expected a measure of this run (did you "
            "mean speed?)");
  EXPECT_EQ(complaint("body: trunk", "body: trnk"),
            "bad.yaml:11:10: measures.trunk.body: found \"trnk\", expected a body of \"creature\" "
            "(did you mean trunk?)");
  EXPECT_EQ(complaint("off: {from: 0, to: 1", "off: {from: 1, to: 1"),
            "bad.yaml:14:22: niches.off.to: found from 1 to 1, expected from < to");
  EXPECT_EQ(complaint("limbs: [1, 2]", "limbs: [3, 2]"),
            "bad.yaml:7:17: ranges.limbs: found 3 to 2, expected the least value first");
  EXPECT_EQ(complaint("ranges: {", "ranges: {out: [-80 deg, -80 deg], around: [30 deg, 30 deg], "),
            "bad.yaml:7:9: ranges: found no body among 10000 genomes that were drawn: the last has "
            "a_right_1 0.0571 m deep in a_left_1 at rest, expected ranges within which limbs find "
            "room");
  EXPECT_EQ(complaint("tilted", "titled"),
            "bad.yaml:19:10: give_up: found \"creature titled 90 deg\", expected SUBJECT broken, "
            "touches, above, below, tilted, slower or leans, such as `wire_3 broken`");
}

}  // namespace
}  // namespace gambol
