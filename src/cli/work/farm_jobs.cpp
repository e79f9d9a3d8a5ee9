#include "cli/work/farm_jobs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <thread>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/program.h"
#include "base/stop.h"
#include "base/text_file.h"
#include "cli/verbs.h"
#include "cli/work/farm_shot.h"
#include "farm/job.h"
#include "farm/template.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int most_in_vain = 3;

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

[[noreturn]] void cannot_ask(const std::string& trouble) {
  throw RunError(ExitCode::failed, fmt::format("Slurm cannot be asked: {}", trouble));
}

class FarmJobs {
 public:
  explicit FarmJobs(const FarmSearch& search)
      : search_(search),
        folder_(fs::absolute(search.folder).lexically_normal().string()),
        limits_(slurm_limits(search.partition)) {
    if (!limits_.trouble.empty()) cannot_ask(limits_.trouble);
    take_up();
  }

  void run() {
    Clock::duration pause = std::chrono::seconds(1);
    for (;;) {
      const std::vector<int> missing = not_given();
      if (missing.empty() && jobs_.empty()) return;
      if (missing.size() >= (jobs_.empty() ? 1 : chunk_of(missing.size()))) submit(missing);
      std::this_thread::sleep_for(pause);
      heed_stop();
      // Asked first: what a job that has ended has written is in the store.
      const SlurmAnswer answer = slurm_tasks(names());
      const Clock::time_point before = Clock::now();
      search_.learn();
      look_at_jobs(answer);
      search_.tell();
      // Reading a long store must not become all that this process does.
      pause = std::max<Clock::duration>(pause, 20 * (Clock::now() - before));
    }
  }

 private:
  struct Job {
    std::string number, name;
    std::vector<int> candidates;  // not yet known
    bool evaluates = false;       // some of them
    std::optional<Clock::time_point> ended;
  };

  // Of the k-th job. It tells whose job it is, also to a process that comes after this one was
  // killed.
  std::string job_name(int k) const {
    return fmt::format("{}.{}.{}.{}.{}", search_.name, search_.verb,
                       Hasher().add(search_.inputs).add(folder_).hex(), search_.label, k);
  }
  std::string work_of(int k) const {
    return fmt::format("{}/farm/{}.{}", folder_, search_.label, k);
  }
  std::string logs() const { return folder_ + "/farm/logs"; }

  std::map<std::string, std::string> names() const {
    std::map<std::string, std::string> all;
    for (const Job& job : jobs_) all[job.number] = job.name;
    return all;
  }

  // The jobs that a process which was killed has left.
  void take_up() {
    while (fs::exists(work_of(made_))) ++made_;
    if (made_ == 0) return;
    const SlurmNames names = slurm_names();
    if (!names.trouble.empty()) cannot_ask(names.trouble);
    for (int k = 0; k < made_; ++k) {
      const auto found = names.numbers.find(job_name(k));
      if (found == names.numbers.end()) continue;
      Job job{found->second, found->first, {}, false, {}};
      std::istringstream lines(file_text(work_of(k) + "/candidates.txt"));
      for (std::string line; std::getline(lines, line);)
        for (const int candidate : parse_candidates(line))
          if (!search_.knows(candidate)) job.candidates.push_back(candidate);
      const SlurmAnswer answer = slurm_tasks({{job.number, job.name}});
      if (!job.candidates.empty() && (!answer.trouble.empty() || lives(answer, job)))
        jobs_.push_back(std::move(job));
    }
  }

  std::vector<int> not_given() const {
    std::set<int> given;
    for (const Job& job : jobs_) given.insert(job.candidates.begin(), job.candidates.end());
    std::vector<int> missing;
    for (const int candidate : search_.wanted())
      if (!given.contains(candidate)) missing.push_back(candidate);
    return missing;
  }

  // Few tasks, so that each processor of a node has candidates; an array has an upper bound.
  std::size_t chunk_of(std::size_t count) const {
    constexpr std::size_t tasks_each = 4;
    const auto workers = static_cast<std::size_t>(std::max(1, limits_.workers));
    std::size_t chunk = (count + workers - 1) / workers;
    if (search_.at_once > 0)
      chunk = static_cast<std::size_t>(search_.at_once) / (tasks_each * workers);
    if (search_.chunk > 0) chunk = static_cast<std::size_t>(search_.chunk);
    const auto most = static_cast<std::size_t>(std::min(limits_.array, limits_.jobs));
    return std::max({chunk, std::size_t{1}, (count + most - 1) / most});
  }

  // Its folder is one that no earlier job reads.
  void submit(const std::vector<int>& candidates) {
    if (vain_ == most_in_vain)
      throw RunError(ExitCode::failed,
                     fmt::format("{} jobs in a row evaluated none of {} candidates{}; their logs "
                                 "are in {}",
                                 most_in_vain, candidates.size(), of_label(), logs()));
    search_.require_unchanged();  // every task would refuse, in its own log
    const std::string work = work_of(made_);
    const std::size_t chunk = chunk_of(candidates.size());
    fs::create_directories(logs());
    if (search_.prepare) search_.prepare(work, candidates);
    write_file(work + "/candidates.txt", candidates_text(candidates, chunk));
    write_script(work);
    BatchJob job;
    job.script = work + "/search.sh";
    job.name = job_name(made_++);
    job.folder = fs::current_path().string();
    job.partition = search_.partition;
    job.log = logs() + "/%A_%a.log";
    job.tasks = static_cast<int>((candidates.size() + chunk - 1) / chunk);
    jobs_.push_back({submit_batch(job), job.name, candidates, false, {}});
  }

  std::string of_label() const {
    return search_.label.find_first_not_of("0123456789") == std::string::npos
               ? " of generation " + search_.label
               : "";
  }

  void write_script(const std::string& work) const {
    std::string file;
    const std::string text = farm_template("search.sh", file);
    const char* data = std::getenv("GAMBOL_DATA");
    std::vector<std::string> task = search_.task;
    for (std::string& word : task)
      if (const std::size_t at = word.find("@work@"); at != word.npos) word.replace(at, 6, work);
    write_file(work + "/search.sh", fill_in(file, text,
                                            {{"project", {fs::current_path().string()}},
                                             {"data", {data ? data : ""}},
                                             {"gambol", {main_program()}},
                                             {"options", search_.global},
                                             {"verb", {search_.verb}},
                                             {"run", {search_.run}},
                                             {"out", {search_.out}},
                                             {"candidates", {work + "/candidates.txt"}},
                                             {"task", task}},
                                            Quoting::shell));
  }

  // Forgets the jobs that have evaluated everything, and those that have ended without.
  void look_at_jobs(const SlurmAnswer& answer) {
    for (Job& job : jobs_) {
      const std::size_t before = job.candidates.size();
      std::erase_if(job.candidates, [&](int candidate) { return search_.knows(candidate); });
      job.evaluates = job.evaluates || job.candidates.size() < before;
      if (!job.ended && answer.trouble.empty() && !lives(answer, job)) job.ended = Clock::now();
    }
    std::erase_if(jobs_, [&](const Job& job) {
      const std::chrono::seconds patience(failed(answer, job) ? 1 : most_stale);
      const bool over = job.ended && Clock::now() - *job.ended >= patience;
      if (!over && !job.candidates.empty()) return false;
      vain_ = job.evaluates ? 0 : vain_ + 1;
      return true;
    });
  }

  template <class Is>
  static bool any(const SlurmAnswer& answer, const Job& job, const Is& is) {
    return std::any_of(answer.tasks.begin(), answer.tasks.end(),
                       [&](const SlurmTask& task) { return task.job == job.number && is(task); });
  }
  static bool lives(const SlurmAnswer& answer, const Job& job) {
    return any(answer, job, [](const SlurmTask& task) { return task.lives(); });
  }
  static bool failed(const SlurmAnswer& answer, const Job& job) {
    return any(answer, job, [](const SlurmTask& task) { return task.failed(); });
  }

  const FarmSearch& search_;
  std::string folder_;
  SlurmLimits limits_;
  std::vector<Job> jobs_;
  int made_ = 0, vain_ = 0;
};

}  // namespace

void evaluate_on_farm(const FarmSearch& search) {
  if (!search.wanted().empty()) FarmJobs(search).run();
}

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

}  // namespace gambol
