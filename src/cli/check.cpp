#include "shot/check.h"

#include <fmt/format.h>

#include <set>

#include "base/say.h"
#include "cli/motion.h"
#include "cli/sequence_files.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "search/candidates.h"
#include "search/starts.h"
#include "shot/sequence_spec.h"
#include "simulation/world.h"

namespace gambol {
namespace {

std::vector<Problem> problems_of_beginning(const ShotSpec& shot) {
  std::vector<Problem> problems = problems_of_measures(shot);
  for (const Problem& problem : problems_of_starts(shot)) problems.push_back(problem);
  try {
    const World can_begin(shot.motion);
  } catch (const InputError& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  return problems;
}

// The problems of a sequence's shots, where these are loaded, and of its sound.
std::vector<Problem> problems_of_sequence(const std::string& path) {
  const SequenceSpec sequence = load_sequence(path);
  std::vector<Problem> problems;
  std::set<std::string> seen;
  for (const PartSpec& part : sequence.parts)
    if (part.loaded && seen.insert(part.reference).second)
      for (const Problem& problem : problems_of_beginning(*part.loaded))
        problems.push_back(problem);
  try {
    sound_of(sequence);
  } catch (const InputError& error) {
    for (Problem problem : error.problems()) {
      problem.found = sequence.audio->file + ": " + problem.found;
      problem.key = "audio.file";
      problem.place = sequence.audio->place;
      problems.push_back(problem);
    }
  }
  return problems;
}

// The problems of a search's parameters and objective in its shots.
std::vector<Problem> problems_of_candidates(const std::string& path) try {
  const Candidates can_be_made(load_run(path));
  return {};
} catch (const InputError& error) {
  return error.problems();
}

// A valid file that is not a shot has no expectations and no initial state to check.
std::vector<Problem> problems_of(const std::string& path) {
  std::vector<Problem> problems = check_file(path);
  if (!problems.empty()) return problems;
  if (is_sequence(path)) return problems_of_sequence(path);
  if (is_run(path)) return problems_of_candidates(path);
  ShotSpec shot;
  try {
    shot = load_shot(path);
  } catch (const InputError&) {
    return {};
  }
  problems = problems_of_beginning(shot);
  std::set<std::string> said;  // problems of the shot itself, which every take has too
  for (const Problem& problem : problems) said.insert(problem.to_string());
  for (const std::string& take : shot.takes.names)
    for (Problem problem : problems_of_beginning(load_shot(path + "@" + take))) {
      if (said.contains(problem.to_string())) continue;
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
    for (const Problem& problem : problems) say("{}\n", problem.to_string());
    if (problems.empty())
      fmt::print("{}: ok\n", path);
    else
      code = ExitCode::bad_input;
  }
  return code;
}

}  // namespace gambol
