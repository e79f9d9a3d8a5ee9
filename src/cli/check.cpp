#include "shot/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/say.h"
#include "cli/motion.h"
#include "cli/sequence_files.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "search/candidates.h"
#include "search/evolution/creature.h"
#include "search/starts.h"
#include "shot/sequence_spec.h"
#include "shot/shot_reference.h"
#include "shot/shot_takes.h"
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

// The problems of an evolution's measures in its shot.
std::vector<Problem> problems_of_creatures(const std::string& path) try {
  const Creatures can_be_made(load_evolution(path));
  return {};
} catch (const InputError& error) {
  return error.problems();
}

std::vector<Problem> problems_of(const std::string& path) {
  std::vector<Problem> problems = check_file(path, problems_of_beginning);
  if (!problems.empty()) return problems;
  if (is_sequence(path)) return problems_of_sequence(path);
  if (is_run(path)) return problems_of_candidates(path);
  if (is_evolution(path)) return problems_of_creatures(path);
  return problems;
}

ExitCode report(const std::string& path, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) say("{}\n", problem.to_string());
  if (problems.empty()) fmt::print("{}: ok\n", path);
  return problems.empty() ? ExitCode::ok : ExitCode::bad_input;
}

}  // namespace

ExitCode check_verb(const std::string& file) {
  if (!means_many(file)) return report(file, problems_of(file));
  ExitCode code = ExitCode::ok;
  const std::vector<std::string> shots = shots_named(file);
  const ShotTakes takes(parse_shot_reference(file).file);
  std::map<std::string, std::size_t> numbers;
  for (const std::string& name : takes.names()) numbers.emplace(name, numbers.size());
  for (const std::string& path : shots) {
    const std::size_t number = numbers.at(parse_shot_reference(path).take);
    code = std::max(code, report(path, check_take(takes, number, problems_of_beginning)));
  }
  return code;
}

}  // namespace gambol
