#include "farm/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <future>
#include <set>
#include <sstream>
#include <stdexcept>

#include "base/error.h"
#include "base/shown_text.h"
#include "farm/command.h"

namespace gambol {
namespace {

// sbatch itself retries for a while when the scheduler is busy.
constexpr double submit_seconds = 120;
// Commands wait when the scheduler does not answer; a busy one may need some seconds.
constexpr double ask_seconds = 10;

constexpr std::size_t most_shown = 400;  // bytes of what another program says

using Words = std::vector<std::string>;

int number(const std::string& text, int otherwise) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? value : otherwise;
}

// The value of `key` in `scontrol show config`, which prints one `key = value` per line; "" if
// there is none.
std::string setting(const std::string& config, const std::string& key) {
  std::istringstream lines(config);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, equals, value;
    words >> name >> equals >> value;
    if (name == key) return value;
  }
  return "";
}

std::string trouble_of(const char* program, const CommandResult& result) {
  if (!result.found) return fmt::format("{} is not installed here", program);
  if (result.out_of_time) return fmt::format("{} got no answer in time", program);
  if (result.too_long) return fmt::format("{} writes without end", program);
  const std::string said = result.err.substr(0, result.err.find('\n'));
  return said.empty() ? fmt::format("{} failed", program) : shown_text(said, most_shown);
}

std::string not_understood(const char* program, const std::invalid_argument& line) {
  return fmt::format("{} answers with what is no line of it: \"{}\"", program,
                     shown_text(line.what(), most_shown));
}

// Adds what the accounting knows of tasks that the scheduler has forgotten. It knows less than the
// scheduler: one that is not there, or cannot be understood, is no trouble.
void add_accounts(const CommandResult& account, SlurmAnswer& answer) {
  if (account.code != 0) return;
  std::set<std::pair<std::string, int>> known;
  for (const SlurmTask& task : answer.tasks) known.insert({task.job, task.first});
  try {
    for (SlurmTask& task : parse_sacct(account.out)) {
      const bool stale = task.lives() && answer.trouble.empty();
      if (!stale && !known.contains({task.job, task.first}))
        answer.tasks.push_back(std::move(task));
    }
  } catch (const std::invalid_argument&) {
  }
}

// The part of an answer that is about these jobs. Only the accounting leaves out a job's name, once
// it has ended.
void keep_only(const std::map<std::string, std::string>& jobs, std::vector<SlurmTask>& tasks) {
  std::erase_if(tasks, [&](const SlurmTask& task) {
    const auto asked = jobs.find(task.job);
    const bool is_nameless = task.name.empty() && !task.lives();
    return asked == jobs.end() || (!is_nameless && task.name != asked->second);
  });
}

std::string no_slurm(const char* program) {
  return fmt::format(
      "{} is not installed here: this machine is not part of a Slurm farm (docs/farm.md says how "
      "to set one up; gambol make does everything on this machine)",
      program);
}

}  // namespace

SlurmLimits slurm_limits(const std::string& partition) {
  SlurmLimits limits;
  const CommandResult asked = run_command({"scontrol", "show", "config"}, ask_seconds);
  if (asked.code != 0) {  // the other queries would fail too
    limits.trouble = trouble_of("scontrol", asked);
    return limits;
  }
  const std::string& config = asked.out;
  if (!is_job_number(setting(config, "MaxArraySize"))) {
    limits.trouble = "scontrol shows no MaxArraySize";
    return limits;
  }
  limits.array = std::max(2, number(setting(config, "MaxArraySize"), limits.array));
  limits.jobs = std::max(2, number(setting(config, "MaxJobCount"), limits.jobs));
  const std::string all =
      run_command({"squeue", "-h", "-r", "-t", "all", "-o", "."}, ask_seconds).out;
  limits.jobs =
      std::max(2, limits.jobs - static_cast<int>(std::count(all.begin(), all.end(), '\n')));
  limits.requeued = setting(config, "RequeueExit");
  Words nodes{"sinfo", "-h", "-o", "%P %D %t"};
  if (!partition.empty()) nodes.insert(nodes.end(), {"-p", partition});
  std::istringstream lines(run_command(nodes, ask_seconds).out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, state;
    int count = 0;
    words >> name >> count >> state;
    const bool wanted = !partition.empty() || name.ends_with('*');
    if (wanted && !state.starts_with("down") && !state.ends_with('*')) limits.workers += count;
  }
  return limits;
}

std::vector<std::string> sbatch_command(const BatchJob& job) {
  Words words{"sbatch", "--parsable", "--job-name=" + job.name, "--output=" + job.log,
              "--chdir=" + job.folder};
  if (job.tasks > 0) words.push_back(fmt::format("--array=0-{}", job.tasks - 1));
  std::string needed;
  if (!job.after.empty()) needed = fmt::format("afterok:{}", fmt::join(job.after, ":"));
  if (!job.after_any.empty())
    needed +=
        fmt::format("{}afterany:{}", needed.empty() ? "" : ",", fmt::join(job.after_any, ":"));
  if (!needed.empty()) {
    words.push_back("--dependency=" + needed);
    // Otherwise the job would wait for ever for a job that has failed.
    words.push_back("--kill-on-invalid-dep=yes");
  }
  if (!job.partition.empty()) words.push_back("--partition=" + job.partition);
  words.push_back(job.script);
  words.insert(words.end(), job.arguments.begin(), job.arguments.end());
  return words;
}

std::string submit_batch(const BatchJob& job) {
  const CommandResult result = run_command(sbatch_command(job), submit_seconds);
  if (!result.found) throw NoSlurm(ExitCode::failed, no_slurm("sbatch"));
  // "13" or "13;cluster"
  const std::string id = result.out.substr(0, result.out.find_first_of(";\n"));
  if (result.code == 0 && is_job_number(id)) return id;
  std::string said = result.err;
  while (said.ends_with('\n')) said.pop_back();
  said = shown_text(said, most_shown);
  if (result.out_of_time) said += "sbatch got no answer in time";
  if (result.code == 0) said += fmt::format("its number is \"{}\"", shown_text(id, most_shown));
  throw RunError(ExitCode::failed, fmt::format("the farm did not take {}: {}", job.script, said));
}

SlurmAnswer slurm_tasks(const std::map<std::string, std::string>& jobs) {
  SlurmAnswer answer;
  if (jobs.empty()) return answer;
  Words numbers;
  for (const auto& [id, name] : jobs) numbers.push_back(id);
  const std::string list = fmt::format("{}", fmt::join(numbers, ","));
  // The scheduler forgets jobs that ended some minutes ago; many farms have no accounting. Both are
  // asked at the same time, because either may be down and let the query wait.
  auto accounting = std::async(std::launch::async, [&list] {
    return run_command(
        {"sacct", "-n", "-P", "-X", "-j", list, "-o", "JobID,State,ExitCode,NodeList,JobName"},
        ask_seconds);
  });
  // squeue fails for a single job that it has forgotten, but not for two: the first is listed
  // twice.
  const CommandResult queue = run_command({"squeue", "-h", "-a", "-r", "-t", "all", "-j",
                                           list + "," + numbers.front(), "-o", "%F|%K|%T|%r|%N|%j"},
                                          ask_seconds);
  if (queue.code != 0)
    answer.trouble = trouble_of("squeue", queue);
  else
    try {
      answer.tasks = parse_squeue(queue.out);
    } catch (const std::invalid_argument& line) {
      answer.trouble = not_understood("squeue", line);
    }
  add_accounts(accounting.get(), answer);
  keep_only(jobs, answer.tasks);
  return answer;
}

SlurmNames slurm_names() {
  SlurmNames names;
  const CommandResult queue =
      run_command({"squeue", "-h", "-a", "-t", "all", "-o", "%F|%j"}, ask_seconds);
  if (queue.code != 0)
    names.trouble = trouble_of("squeue", queue);
  else
    try {
      names.numbers = parse_names(queue.out);
    } catch (const std::invalid_argument& line) {
      names.trouble = not_understood("squeue", line);
    }
  return names;
}

void cancel_jobs(const std::vector<std::string>& jobs) {
  Words words{"scancel"};
  words.insert(words.end(), jobs.begin(), jobs.end());
  const CommandResult result = run_command(words, submit_seconds);
  if (!result.found) throw RunError(ExitCode::failed, no_slurm("scancel"));
  if (result.code != 0)
    throw RunError(ExitCode::failed,
                   fmt::format("nothing was cancelled: {}", trouble_of("scancel", result)));
}

}  // namespace gambol
