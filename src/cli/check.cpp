#include "shot/check.h"

#include <fmt/format.h>

#include "cli/motion.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

std::vector<Problem> problems_of_beginning(const ShotSpec& shot) {
  std::vector<Problem> problems = unknown_measures(shot);
  try {
    Simulator can_begin(shot.motion);
  } catch (const InputError& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  return problems;
}

// A file that is sound but is no shot expects nothing, and there is no beginning to simulate.
std::vector<Problem> problems_of(const std::string& path) {
  std::vector<Problem> problems = check_file(path);
  if (!problems.empty()) return problems;
  ShotSpec shot;
  try {
    shot = load_shot(path);
  } catch (const InputError&) {
    return {};
  }
  problems = problems_of_beginning(shot);
  for (const std::string& take : shot.takes.names)
    for (Problem problem : problems_of_beginning(load_shot(path + "@" + take))) {
      problem.key = fmt::format("takes.{}: {}", take, problem.key);
      problems.push_back(problem);
    }
  return problems;
}

}  // namespace

ExitCode check_verb(const std::string& file) {
  ExitCode code = ExitCode::ok;
  for (const std::string& path : shots_named(file)) {
    const std::vector<Problem> problems = problems_of(path);
    for (const Problem& problem : problems) fmt::print(stderr, "{}\n", problem.to_string());
    if (problems.empty())
      fmt::print("{}: ok\n", path);
    else
      code = ExitCode::bad_input;
  }
  return code;
}

}  // namespace gambol
