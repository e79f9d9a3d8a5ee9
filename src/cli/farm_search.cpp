#include "cli/farm_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/say.h"
#include "base/stop.h"
#include "cli/farm_shot.h"
#include "farm/lock.h"
#include "farm/slurm.h"
#include "farm/template.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int most_in_vain = 3;
// Seconds for which a network file system may show an old folder (docs/farm.md).
constexpr int most_stale = 70;

// Reads the store until it has everything, for at most `seconds`.
void learn_patiently(Search& search, int seconds) {
  for (int k = 0; k < seconds && !search.missing().empty(); ++k) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    heed_stop();
    search.learn_stored();
  }
}

// Candidates in parts of `chunk`, a line each.
std::string candidates_text(const std::vector<int>& missing, std::size_t chunk) {
  std::string text;
  for (std::size_t i = 0; i < missing.size(); i += chunk) {
    const std::size_t end = std::min(i + chunk, missing.size());
    text += fmt::format("{}\n", fmt::join(missing.begin() + static_cast<std::ptrdiff_t>(i),
                                          missing.begin() + static_cast<std::ptrdiff_t>(end), ","));
  }
  return text;
}

class FarmSearch {
 public:
  FarmSearch(Search& search, const OptimiseOptions& options, const std::string& folder)
      : search_(search),
        options_(options),
        folder_(fs::absolute(folder).lexically_normal().string()),
        limits_(slurm_limits(options.partition)) {
    if (!limits_.trouble.empty())
      throw RunError(ExitCode::failed, fmt::format("Slurm cannot be asked: {}", limits_.trouble));
  }

  // Evaluates what is missing of this generation. A job that evaluates something does not count as
  // one in vain.
  void evaluate() {
    for (int vain = 0; !search_.missing().empty();) {
      if (vain == most_in_vain)
        throw RunError(
            ExitCode::failed,
            fmt::format("{} jobs in a row evaluated none of {} candidates of generation "
                        "{}; their logs are in {}",
                        most_in_vain, search_.missing().size(), search_.generation(), logs()));
      search_.require_unchanged();  // every task would refuse, in its own log
      const std::size_t before = search_.missing().size();
      const std::string living = living_job();
      await(living.empty() ? submitted() : living);
      vain = search_.missing().size() < before ? 0 : vain + 1;
    }
  }

 private:
  std::string logs() const { return folder_ + "/farm/logs"; }

  // Of the k-th job of this generation. It tells whose job it is, also to a process that comes
  // after this one was killed.
  std::string job_name(int k) const {
    return fmt::format("{}.optimise.{}.{}.{}", search_.run().name,
                       Hasher().add(search_.inputs()).add(folder_).hex(), search_.generation(), k);
  }
  std::string work_of(int k) const {
    return fmt::format("{}/farm/{}.{}", folder_, search_.generation(), k);
  }
  int jobs_so_far() const {
    int k = 0;
    while (fs::exists(work_of(k))) ++k;
    return k;
  }

  // The job of this generation that a process which was killed has left; "" if there is none.
  std::string living_job() const {
    const SlurmNames names = slurm_names();
    if (!names.trouble.empty())
      throw RunError(ExitCode::failed, fmt::format("Slurm cannot be asked: {}", names.trouble));
    const auto found = names.numbers.find(job_name(jobs_so_far() - 1));
    if (found == names.numbers.end()) return "";
    const SlurmAnswer answer = slurm_tasks({found->second});
    return !answer.trouble.empty() || lives(answer) ? found->second : "";
  }

  static bool lives(const SlurmAnswer& answer) {
    return std::any_of(answer.tasks.begin(), answer.tasks.end(),
                       [](const SlurmTask& task) { return task.lives(); });
  }

  // Its folder is one that no earlier job reads.
  std::string submitted() {
    const int k = jobs_so_far();
    const std::string work = work_of(k);
    const std::size_t count = search_.missing().size();
    // Few tasks, so that each processor of a node has candidates; an array has an upper bound.
    const auto workers = static_cast<std::size_t>(std::max(1, limits_.workers));
    std::size_t chunk = options_.chunk > 0 ? static_cast<std::size_t>(options_.chunk)
                                           : (count + workers - 1) / workers;
    const auto most = static_cast<std::size_t>(std::min(limits_.array, limits_.jobs));
    chunk = std::max(chunk, (count + most - 1) / most);
    fs::create_directories(logs());
    write_file(work + "/candidates.txt", candidates_text(search_.missing(), chunk));
    std::string file;
    const std::string text = farm_template("optimise.sh", file);
    const char* data = std::getenv("GAMBOL_DATA");
    write_file(work + "/optimise.sh",
               fill_in(file, text,
                       {{"project", {fs::current_path().string()}},
                        {"data", {data ? data : ""}},
                        {"gambol", {this_program()}},
                        {"options", options_.global},
                        {"run", {options_.run}},
                        {"out", {options_.out}},
                        {"candidates", {work + "/candidates.txt"}},
                        {"generation", {std::to_string(search_.generation())}}},
                       Quoting::shell));
    BatchJob job;
    job.script = work + "/optimise.sh";
    job.name = job_name(k);
    job.folder = fs::current_path().string();
    job.partition = options_.partition;
    job.log = logs() + "/%A_%a.log";
    job.tasks = static_cast<int>((count + chunk - 1) / chunk);
    return submit_batch(job);
  }

  // Waits until the job has ended, or has evaluated everything.
  void await(const std::string& job) {
    Clock::duration pause = std::chrono::seconds(1);
    for (;;) {
      std::this_thread::sleep_for(pause);
      heed_stop();
      const SlurmAnswer answer = slurm_tasks({job});
      const bool going_on = !answer.trouble.empty() || lives(answer);
      const Clock::time_point before = Clock::now();
      search_.learn_stored();
      if (search_.missing().empty()) return;
      if (!going_on) return learn_patiently(search_, failed(answer) ? 1 : most_stale);
      // Reading a long store must not become all that this process does.
      pause = std::max<Clock::duration>(pause, 20 * (Clock::now() - before));
    }
  }

  static bool failed(const SlurmAnswer& answer) {
    return std::any_of(answer.tasks.begin(), answer.tasks.end(),
                       [](const SlurmTask& task) { return task.failed(); });
  }

  Search& search_;
  const OptimiseOptions& options_;
  std::string folder_;
  SlurmLimits limits_;
};

std::vector<int> parse_candidates(const std::string& text) {
  std::vector<int> candidates;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    int index = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (error != std::errc{} || end != word.data() + word.size() || index < 0)
      throw UsageError(
          fmt::format("--candidates: found \"{}\", expected numbers such as 0,1,5", text));
    candidates.push_back(index);
  }
  return candidates;
}

}  // namespace

void run_search_on_farm(Search& search, const OptimiseOptions& options, const std::string& folder,
                        const std::function<void(const SearchProgress&)>& tell) {
  const FarmLock lock(folder + "/farm");
  FarmSearch farm(search, options, folder);
  const StopSignals signals;
  while (search.next()) {
    farm.evaluate();
    search.tell();
    tell({search, false});
  }
  tell({search, true});
}

void run_search_task(Search& search, const OptimiseOptions& options, const std::string& folder) {
  const std::vector<int> wanted = parse_candidates(options.candidates);
  while (search.next() && search.generation() < options.generation) {
    learn_patiently(search, most_stale);
    if (!search.missing().empty())
      throw RunError(ExitCode::bad_input, fmt::format("generation {} is not complete in {}",
                                                      search.generation(), folder));
    search.tell();
  }
  evaluate_missing(search, folder + "/" + options.log + ".jsonl", options.threads, wanted);
}

}  // namespace gambol
