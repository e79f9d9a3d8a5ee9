#include "shot/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "base/say.h"
#include "cli/check_report.h"
#include "cli/confine.h"
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
#include "simulation/overlaps.h"
#include "simulation/world.h"

namespace gambol {
namespace {

// Remarks on shots that are no problems. Several threads add to them.
class Remarks {
 public:
  void add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    all_.insert(text);
  }
  const std::set<std::string>& all() const { return all_; }

 private:
  std::mutex mutex_;
  std::set<std::string> all_;
};

std::vector<Problem> problems_of_beginning(const ShotSpec& shot, Remarks& remarks) {
  std::vector<Problem> problems = problems_of_measures(shot);
  for (const Problem& problem : problems_of_starts(shot)) problems.push_back(problem);
  try {
    const World can_begin(shot.motion);
    for (const OverlapNote& note : overlaps_at_start(can_begin))
      remarks.add(fmt::format("{}: {}", shot.name, note.to_string(nullptr)));
  } catch (const InputError& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  return problems;
}

// The problems of a sequence's shots, where these are loaded, and of its sound.
std::vector<Problem> problems_of_sequence(const std::string& path, Remarks& remarks) {
  const SequenceSpec sequence = load_sequence(path);
  std::vector<Problem> problems;
  std::set<std::string> seen;
  for (const PartSpec& part : sequence.parts)
    if (part.loaded && seen.insert(part.reference).second)
      for (const Problem& problem : problems_of_beginning(*part.loaded, remarks))
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

// As check_file() wants it; `remarks` must outlive it.
MoreProblems judging(Remarks& remarks) {
  return [&remarks](const ShotSpec& shot) { return problems_of_beginning(shot, remarks); };
}

std::vector<Problem> problems_of(const std::string& path, Remarks& remarks) {
  std::vector<Problem> problems = check_file(path, judging(remarks));
  if (!problems.empty()) return problems;
  if (is_sequence(path)) return problems_of_sequence(path, remarks);
  if (is_run(path)) return problems_of_candidates(path);
  if (is_evolution(path)) return problems_of_creatures(path);
  return problems;
}

// All YAML files below a folder, in order of their names.
std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path results = project_of(folder + "/any").results;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path path = entry->path().lexically_normal();
    // Searches write shots among results.
    if (entry->is_directory(error) &&
        (path.filename().string().starts_with(".") || fs::equivalent(path, results, error)))
      entry.disable_recursion_pending();
    else if (entry->is_regular_file(error) && path.extension() == ".yaml")
      files.push_back(path.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// All takes that match a pattern.
std::vector<CheckedFile> checked_takes(const std::string& pattern, Remarks& remarks) {
  const std::vector<std::string> shots = shots_named(pattern);
  const ShotTakes takes(parse_shot_reference(pattern).file);
  std::map<std::string, std::size_t> numbers;
  for (const std::string& name : takes.names()) numbers.emplace(name, numbers.size());
  std::vector<CheckedFile> checked;
  for (const std::string& path : shots) {
    const std::size_t number = numbers.at(parse_shot_reference(path).take);
    checked.push_back({path, check_take(takes, number, judging(remarks))});
  }
  return checked;
}

// One word of the command line. Each file may name files of its own project.
std::vector<CheckedFile> checked(const std::string& word, const std::vector<std::string>& allowed,
                                 Remarks& remarks) {
  std::error_code error;
  if (!std::filesystem::is_directory(word, error)) {
    confine(word, allowed);
    return means_many(word) ? checked_takes(word, remarks)
                            : std::vector<CheckedFile>{{word, problems_of(word, remarks)}};
  }
  std::vector<CheckedFile> all;
  for (const std::string& file : files_below(word)) {
    CheckedFile& last = all.emplace_back(CheckedFile{file, {}});
    try {
      confine(file, allowed);
      last.ours = !kind_of_file(file).empty();
      if (last.ours) last.problems = problems_of(file, remarks);
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

void print_text(const std::vector<CheckedFile>& files) {
  for (const CheckedFile& file : files) {
    for (const Problem& problem : file.problems) say("{}\n", problem.to_string());
    if (!file.ours)
      fmt::print("{}: skipped: it begins with no kind of file that gambol knows\n", file.name);
    else if (file.problems.empty())
      fmt::print("{}: ok\n", file.name);
  }
}

}  // namespace

ExitCode check_verb(const CheckOptions& options) {
  ExitCode code = ExitCode::ok;
  std::vector<CheckedFile> all;
  Remarks remarks;
  for (const std::string& word : options.files) {
    std::vector<CheckedFile> files;
    try {
      files = checked(word, options.allowed, remarks);
    } catch (const InputError& error) {
      files = {{word, error.problems()}};
    }
    for (const CheckedFile& file : files)
      if (!file.problems.empty()) code = ExitCode::bad_input;
    if (options.format == "text") print_text(files);
    all.insert(all.end(), files.begin(), files.end());
  }
  for (const std::string& remark : remarks.all()) say("note: {}\n", remark);
  if (options.format == "json") fmt::print("{}", check_report_json(all));
  if (options.format == "sarif") fmt::print("{}", check_report_sarif(all));
  return code;
}

}  // namespace gambol
