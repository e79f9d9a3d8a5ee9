#include "farm/ask.h"

#include <algorithm>
#include <map>
#include <set>

namespace gambol {
namespace {

// Finds the numbers of jobs without one by their names. Returns why the scheduler could not be
// asked, or "".
std::string find_numbers(const std::vector<Submission*>& submissions) {
  std::vector<FarmJob*> lost;
  for (Submission* submission : submissions)
    for (FarmJob& job : submission->jobs)
      if (job.id.empty()) lost.push_back(&job);
  if (lost.empty()) return "";
  const SlurmNames names = slurm_names();
  for (FarmJob* job : lost)
    if (const auto found = names.numbers.find(job->name); found != names.numbers.end())
      job->id = found->second;
  return names.trouble;
}

// Whether the answer has tasks of the job, and `is` holds for all of them.
template <class Is>
bool all_tasks(const SlurmAnswer& answer, const std::string& job, Is is) {
  bool any = false;
  for (const SlurmTask& task : answer.tasks) {
    if (task.job != job) continue;
    if (!is(task)) return false;
    any = true;
  }
  return any;
}

}  // namespace

SlurmAnswer ask_slurm(const std::vector<Submission*>& submissions) {
  const std::string trouble = find_numbers(submissions);
  std::map<std::string, std::string> jobs;
  for (const Submission* submission : submissions)
    for (const FarmJob& job : submission->jobs)
      if (!job.id.empty()) jobs[job.id] = job.name;
  SlurmAnswer answer = slurm_tasks(jobs);
  if (answer.trouble.empty()) answer.trouble = trouble;
  return answer;
}

std::vector<std::string> living_jobs(const SlurmAnswer& answer) {
  std::set<std::string> jobs;
  for (const SlurmTask& task : answer.tasks)
    if (task.lives()) jobs.insert(task.job);
  return {jobs.begin(), jobs.end()};
}

std::vector<Submission*> pointers_to(std::vector<Submission>& submissions) {
  std::vector<Submission*> pointers;
  for (Submission& submission : submissions) pointers.push_back(&submission);
  return pointers;
}

std::vector<std::string> living_jobs(const std::vector<Submission>& submissions, JobStage stage,
                                     const SlurmAnswer& answer) {
  std::vector<std::string> jobs;
  for (const Submission& submission : submissions)
    for (const std::string& job : submission.ids(stage))
      if (lives(answer, job)) jobs.push_back(job);
  return jobs;
}

bool lives(const SlurmAnswer& answer, const std::string& job) {
  return std::any_of(answer.tasks.begin(), answer.tasks.end(),
                     [&](const SlurmTask& task) { return task.job == job && task.lives(); });
}

bool has_ended(const SlurmAnswer& answer, const std::string& job) {
  return all_tasks(answer, job, [](const SlurmTask& task) { return !task.lives(); });
}

bool has_succeeded(const SlurmAnswer& answer, const std::string& job) {
  return all_tasks(answer, job, [](const SlurmTask& task) { return task.state == "COMPLETED"; });
}

}  // namespace gambol
