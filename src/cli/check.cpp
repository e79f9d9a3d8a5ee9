#include "shot/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "base/say.h"
#include "cli/check_files.h"
#include "cli/check_report.h"
#include "cli/confine.h"
#include "cli/motion.h"
#include "cli/sequence_files.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "cli/yaml_files.h"
#include "search/candidates.h"
#include "search/creatures/creature.h"
#include "search/starts.h"
#include "shot/sequence_spec.h"
#include "shot/shot_reference.h"
#include "shot/shot_takes.h"
#include "simulation/overlaps.h"
#include "simulation/start_problems.h"
#include "simulation/warnings.h"
#include "simulation/world.h"

namespace gambol {
namespace {

// What checked shots may not mean, of all takes; each once. Takes are checked in parallel.
class Warnings {
 public:
  void add(const ShotSpec& shot) {
    for (const Problem& warning : warnings_of(shot)) add(warning);
  }
  void add(const Problem& warning) {
    const std::scoped_lock lock(mutex_);
    all_.emplace(warning.to_string(), warning);
  }
  // Returns them, in the order of their texts, and forgets them.
  std::vector<Problem> take() {
    std::vector<Problem> taken;
    for (auto& [text, warning] : all_) taken.push_back(std::move(warning));
    all_.clear();
    return taken;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Problem> all_;
};

// Figures that overlap at the start, at the place of the second one.
void warn_of_overlaps(const ShotSpec& shot, const World& world, Warnings& warnings) {
  for (const OverlapNote& note : overlaps_at_start(world))
    for (std::size_t i = 0; i < shot.motion.figures.size(); ++i)
      if (const CastSpec& cast = shot.motion.figures[i]; note.b.starts_with(cast.name + "."))
        warnings.add(
            Problem{cast.place, fmt::format("figures[{}]", i), "", note.to_string(nullptr)});
}

std::vector<Problem> problems_of_beginning(const ShotSpec& shot,
                                           const std::shared_ptr<const LoadedParts>& parts,
                                           Warnings& warnings) {
  std::vector<Problem> problems = problems_of_measures(shot);
  for (const Problem& problem : problems_of_starts(shot, parts)) problems.push_back(problem);
  try {
    const World can_begin(motion_to_check(shot.motion));
    warn_of_overlaps(shot, can_begin, warnings);
  } catch (const InputError& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  return problems;
}

// The problems of a sequence, of its shots and of its sound.
std::vector<Problem> problems_of_sequence(const std::string& path, const MoreProblems& more) {
  const SequenceSpec sequence = load_sequence(path);
  std::vector<Problem> problems;
  std::set<std::string> seen;
  for (const PartSpec& part : sequence.parts)
    if (part.loaded && seen.insert(part.reference).second)
      for (const Problem& problem : more(*part.loaded, nullptr)) problems.push_back(problem);
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

// The problems of a search, and of its parameters and objective in its shots.
std::vector<Problem> problems_of_candidates(const std::string& path) {
  const Candidates can_be_made(load_run(path));
  return {};
}

// The problems of an evolution, and of its measures in its shot.
std::vector<Problem> problems_of_creatures(const std::string& path) {
  const Creatures can_be_made(load_evolution(path));
  return {};
}

std::vector<Problem> problems_of(const std::string& path, const MoreProblems& more) try {
  const bool is_take = !parse_shot_reference(path).take.empty();
  const std::string kind = is_take ? "" : kind_of_file(path);
  if (kind == "sequence") return problems_of_sequence(path, more);
  if (kind == "search") return problems_of_candidates(path);
  if (kind == "evolution") return problems_of_creatures(path);
  return check_file(path, more);
} catch (const InputError& error) {
  return error.problems();
}

// All takes that match a pattern.
std::vector<CheckedFile> checked_takes(const std::string& pattern, const MoreProblems& more,
                                       Warnings& warnings) {
  const std::vector<std::string> shots = shots_named(pattern);
  const ShotTakes takes(parse_shot_reference(pattern).file);
  std::map<std::string, std::size_t> numbers;
  for (const std::string& name : takes.names()) numbers.emplace(name, numbers.size());
  std::vector<CheckedFile> checked;
  for (const std::string& path : shots) {
    const std::size_t number = numbers.at(parse_shot_reference(path).take);
    std::vector<Problem> problems = check_take(takes, number, more);
    checked.push_back({path, std::move(problems), warnings.take()});
  }
  return checked;
}

// One word of the command line. Each file may name files of its own project.
std::vector<CheckedFile> checked(const std::string& word, const std::vector<std::string>& allowed) {
  std::error_code error;
  Warnings warnings;
  const MoreProblems more = [&](const ShotSpec& shot,
                                const std::shared_ptr<const LoadedParts>& parts) {
    std::vector<Problem> problems = problems_of_beginning(shot, parts, warnings);
    if (problems.empty()) warnings.add(shot);
    return problems;
  };
  if (!std::filesystem::is_directory(word, error)) {
    const std::string file = confine_word(word, allowed);
    if (means_many(file)) return checked_takes(file, more, warnings);
    std::vector<Problem> problems = problems_of(file, more);
    return {{file, std::move(problems), warnings.take()}};
  }
  std::vector<CheckedFile> all;
  const FoundFiles found = files_below(word);
  for (const Problem& unread : found.unread) all.push_back({unread.place.file, {unread}, {}});
  for (const std::string& link : found.linked)
    all.push_back({link, {}, {}, "a link to a folder elsewhere"});
  for (const std::string& file : found.files) {
    CheckedFile& last = all.emplace_back(CheckedFile{file, {}, {}});
    try {
      confine(file, allowed);
      if (kind_of_file(file).empty())
        last.skipped = "it begins with no kind of file that gambol knows";
      else
        last.problems = problems_of(file, more);
      last.warnings = warnings.take();
    } catch (const InputError& problem) {
      last.problems = problem.problems();
    }
  }
  if (all.empty()) {
    Problem none;
    none.place.file = word;
    none.expected = "expected YAML files in this folder or below";
    throw InputError(none);
  }
  return all;
}

// `told`: what was told of files before; a mistake in a file that many name is told once.
void print_text(const std::vector<CheckedFile>& files, std::set<std::string>& told) {
  for (const CheckedFile& file : files) {
    std::size_t fresh = 0;
    const auto tell = [&](const Problem& problem) {
      if (!told.insert(problem.to_string()).second) return;
      say("{}\n", problem.to_string());
      ++fresh;
    };
    for (const Problem& problem : file.problems) tell(problem);
    if (!file.problems.empty() && fresh == 0) say("{}: only what is told above\n", file.name);
    for (const Problem& warning : file.warnings) tell(as_warning(warning));
    if (!file.skipped.empty())
      fmt::print("{}: skipped: {}\n", file.name, file.skipped);
    else if (file.problems.empty())
      fmt::print("{}: ok\n", file.name);
  }
}

}  // namespace

std::vector<Problem> problems_of_file(const std::string& file) {
  Warnings unheard;
  return problems_of(file,
                     [&](const ShotSpec& shot, const std::shared_ptr<const LoadedParts>& parts) {
                       return problems_of_beginning(shot, parts, unheard);
                     });
}

ExitCode check_verb(const CheckOptions& options) {
  ExitCode code = ExitCode::ok;
  std::vector<CheckedFile> all;
  std::set<std::string> told;
  for (const std::string& word : options.files) {
    std::vector<CheckedFile> files;
    try {
      files = checked(word, options.allowed);
    } catch (const InputError& error) {
      files = {{word, error.problems(), {}}};
    }
    for (const CheckedFile& file : files)
      if (!file.problems.empty()) code = ExitCode::bad_input;
    if (options.format == "text") print_text(files, told);
    all.insert(all.end(), files.begin(), files.end());
  }
  if (code == ExitCode::ok) tell_of_old_files();
  if (options.format == "json") fmt::print("{}", check_report_json(all));
  if (options.format == "sarif") fmt::print("{}", check_report_sarif(all));
  return code;
}

}  // namespace gambol
