#include "farm/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <future>
#include <set>
#include <sstream>

#include "base/error.h"
#include "farm/command.h"

namespace gambol {
namespace {

// sbatch itself retries for a while when the scheduler is busy.
constexpr double submit_seconds = 120;
// Commands wait when the scheduler does not answer; a busy one may need some seconds.
constexpr double ask_seconds = 10;

using Words = std::vector<std::string>;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

// The fields of a line, separated by bars; the last, a job's name, may contain bars.
Words fields_of(const std::string& line, std::size_t count) {
  Words fields;
  std::size_t begin = 0;
  for (std::size_t bar; fields.size() + 1 < count && (bar = line.find('|', begin)) != line.npos;
       begin = bar + 1)
    fields.push_back(line.substr(begin, bar - begin));
  fields.push_back(line.substr(begin));
  return fields;
}

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
  std::string said = result.err.substr(0, result.err.find('\n'));
  return said.empty() ? fmt::format("{} failed", program) : said;
}

// Parses "7", "3-9" or "3-9%2", as in "13_[3-9%2]"; several groups count as one range from the
// first index to the last.
void parse_indices(std::string text, SlurmTask& task) {
  std::erase(text, '[');
  std::erase(text, ']');
  text = text.substr(0, text.find('%'));
  if (text.empty() || text == "N/A") return;
  task.first = number(text, -1);
  const std::size_t last = text.find_last_of("-,");
  task.last = last == text.npos ? task.first : number(text.substr(last + 1), task.first);
}

bool is_one_of(const std::string& state, std::initializer_list<const char*> states) {
  return std::find(states.begin(), states.end(), state) != states.end();
}

std::string no_slurm(const char* program) {
  return fmt::format(
      "{} is not installed here: this machine is not part of a Slurm farm (docs/farm.md says how "
      "to set one up; gambol make does everything on this machine)",
      program);
}

}  // namespace

bool SlurmTask::waits() const {
  return is_one_of(
      state, {"PENDING", "REQUEUED", "REQUEUE_HOLD", "SPECIAL_EXIT", "SUSPENDED", "CONFIGURING"});
}

bool SlurmTask::runs() const { return is_one_of(state, {"RUNNING", "COMPLETING", "STAGE_OUT"}); }

bool SlurmTask::failed() const { return !lives() && state != "COMPLETED"; }

SlurmLimits slurm_limits(const std::string& partition) {
  SlurmLimits limits;
  const CommandResult asked = run_command({"scontrol", "show", "config"}, ask_seconds);
  if (asked.code != 0) {  // the other queries would fail too
    limits.trouble = trouble_of("scontrol", asked);
    return limits;
  }
  const std::string& config = asked.out;
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
  const bool is_number = !id.empty() && id.find_first_not_of("0123456789") == id.npos;
  if (result.code == 0 && is_number) return id;
  std::string said = result.err;
  while (said.ends_with('\n')) said.pop_back();
  if (result.out_of_time) said += "sbatch got no answer in time";
  throw RunError(ExitCode::failed, fmt::format("the farm did not take {}: {}", job.script, said));
}

std::vector<SlurmTask> parse_squeue(const std::string& text) {
  std::vector<SlurmTask> tasks;
  for (const std::string& line : split(text, '\n')) {
    const Words field = fields_of(line, 6);
    if (field.size() < 6) continue;
    SlurmTask task;
    task.job = field[0];
    parse_indices(field[1], task);
    task.state = field[2];
    task.reason = field[3] == "None" ? "" : field[3];
    task.node = field[4];
    task.name = field[5];
    tasks.push_back(task);
  }
  return tasks;
}

std::vector<SlurmTask> parse_sacct(const std::string& text) {
  std::vector<SlurmTask> tasks;
  for (const std::string& line : split(text, '\n')) {
    const Words field = fields_of(line, 5);
    if (field.size() < 5) continue;
    SlurmTask task;
    const std::size_t array = field[0].find('_');
    task.job = field[0].substr(0, array);
    if (array != field[0].npos) parse_indices(field[0].substr(array + 1), task);
    // "CANCELLED by 1000"
    task.state = field[1].substr(0, field[1].find(' '));
    if (task.failed()) task.reason = "exit " + field[2].substr(0, field[2].find(':'));
    if (field[3] != "None assigned") task.node = field[3];
    // The accounting uses this name for a job whose end it recorded before its beginning.
    if (field[4] != "allocation") task.name = field[4];
    tasks.push_back(task);
  }
  return tasks;
}

SlurmAnswer slurm_tasks(const std::vector<std::string>& jobs) {
  SlurmAnswer answer;
  if (jobs.empty()) return answer;
  const std::string list = fmt::format("{}", fmt::join(jobs, ","));
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
                                           list + "," + jobs.front(), "-o", "%F|%K|%T|%r|%N|%j"},
                                          ask_seconds);
  if (queue.code == 0)
    answer.tasks = parse_squeue(queue.out);
  else
    answer.trouble = trouble_of("squeue", queue);
  const CommandResult account = accounting.get();
  if (account.code != 0) return answer;
  std::set<std::pair<std::string, int>> known;
  for (const SlurmTask& task : answer.tasks) known.insert({task.job, task.first});
  for (SlurmTask& task : parse_sacct(account.out)) {
    const bool stale = task.lives() && answer.trouble.empty();
    if (!stale && !known.contains({task.job, task.first})) answer.tasks.push_back(std::move(task));
  }
  return answer;
}

SlurmNames slurm_names() {
  SlurmNames names;
  const CommandResult queue =
      run_command({"squeue", "-h", "-a", "-t", "all", "-o", "%F|%j"}, ask_seconds);
  if (queue.code != 0) names.trouble = trouble_of("squeue", queue);
  for (const std::string& line : split(queue.out, '\n'))
    if (const std::size_t bar = line.find('|'); bar != line.npos)
      names.numbers[line.substr(bar + 1)] = line.substr(0, bar);
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
