// Run files of searches, and the logs that searches write.

#include <filesystem>

#include "fuzz/target.h"
#include "search/candidates.h"
#include "search/loops/store.h"

namespace gambol::fuzz {
namespace {

const std::string small_run =
    "search: input\nscenarios: [{name: s, shot: ../scenes/roach/roach_tripod.yaml}]\n"
    "parameters:\n  - {name: z, path: figures.roach.at.2, mirrored: figures.roach.at.0, from: 1 "
    "cm, to: 2 cm}\n"
    "  - {name: m, figure: roach, path: bodies.1.density, values: [1000, 1 g/cm3, x]}\n"
    "objective: [{measure: tilt, max: 3 deg, weight: 2, square: true}]\n"
    "combine: quantile\ngive_up: [roach tilted 60 deg]\nmethod: {type: random, samples: 3}\n";

std::string some_log() {
  const std::string path = project() + "/log/evaluations.jsonl";
  std::filesystem::remove(path);
  EvaluationLog log(path, {"s", std::string(32, 'a'), {"p", "q"}, {"one", "two"}, {"tilt, deg"}});
  Evaluation e;
  e.x = Eigen::Vector2d(0.25, 1);
  e.trials = {{1, {0.5, -1e300}, "", false}, {cost_of_failure, {}, "fell", true}};
  log.append(e);
  e.candidate = 1;
  log.append(e);
  return content_of(path);
}

}  // namespace

const Target run_file = {"run_file",
                         [](const std::string& input) {
                           const std::string path = put("searches/input.yaml", input);
                           may_refuse([&] {
                             const Candidates candidates(load_run(path));
                             candidates.written(candidates.start(), project() + "/out");
                           });
                         },
                         [] {
                           // Those of few scenarios: each one is a shot that is loaded.
                           std::vector<std::string> texts{small_run};
                           for (const char* name : {"pace", "flip_fall", "restick"})
                             texts.push_back(content_of(project() + "/searches/" + name + ".yaml"));
                           return texts;
                         },
                         300};

const Target evaluations = {
    "evaluations",
    [](const std::string& input) {
      std::filesystem::remove_all(project() + "/log");
      put("log/evaluations.jsonl", input);
      may_refuse([&] { StoreReader(project() + "/log", std::string(32, 'a')).news(); });
    },
    [] { return std::vector<std::string>{some_log()}; }, 1000};

}  // namespace gambol::fuzz
