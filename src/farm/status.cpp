#include "farm/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/shown_text.h"
#include "farm/chunks.h"

namespace gambol {
namespace {

using TaskKey = std::pair<std::string, int>;  // job, index; -1: not an array

// The last line of a log, safe to print; "" if there is none.
std::string last_line(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return "";
  std::ifstream log(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = log ? static_cast<std::streamoff>(log.tellg()) : 0;
  constexpr std::streamoff most = 1000;
  std::string text(static_cast<std::size_t>(std::clamp<std::streamoff>(size, 0, most)), '\0');
  if (text.empty() || !log.seekg(-std::streamoff(text.size()), std::ios::end) ||
      !log.read(text.data(), std::ssize(text)))
    return "";
  text.erase(text.find_last_not_of("\r\n ") + 1);
  return shown_text(text.substr(text.find_last_of("\r\n") + 1), most);
}

class Assembly {
 public:
  explicit Assembly(const StatusInputs& inputs) : in_(inputs) {
    for (const SlurmTask& task : in_.slurm.tasks)
      for (int i = task.first; i <= std::max(task.first, task.last); ++i)
        tasks_[{task.job, i}] = &task;
    for (std::size_t s = 0; s < in_.submissions.size(); ++s)
      for (const std::vector<int>& chunk : in_.submissions[s].chunks)
        for (const int frame : chunk) last_[frame] = s;
  }

  FarmStatus status() {
    s_.frames = in_.frames;
    s_.trouble = in_.slurm.trouble;
    s_.poses = in_.poses;
    s_.poses_damage = in_.poses_damage;
    s_.movie = in_.whole ? in_.movie_path : "";
    s_.movie_there = in_.movie;
    s_.edited = in_.edited;
    judge_frames();
    list_jobs();
    list_failures();
    repeat_progress();
    sum_up_records();
    s_.sequence = sequence();
    s_.stage = stage();
    return std::move(s_);
  }

 private:
  const SlurmTask* task(const FarmJob& job, int index) const {
    const auto found = tasks_.find({job.id, index});
    return found == tasks_.end() ? nullptr : found->second;
  }

  // Calls `what` with every render job, the index of each of its tasks, and the task's frames.
  template <class What>
  void for_each_task(What what) const {
    for (const Submission& submission : in_.submissions)
      for (const FarmJob& job : submission.jobs) {
        if (job.stage != JobStage::render) continue;
        for (int i = 0; i < job.tasks; ++i) {
          const auto line = static_cast<std::size_t>(job.first_line - 1 + i);
          if (line < submission.chunks.size()) what(submission, job, i, submission.chunks[line]);
        }
      }
  }

  void judge_frames() {
    std::map<int, std::size_t> place;
    s_.states.assign(in_.frames.size(), FrameState::missing);
    for (std::size_t i = 0; i < in_.frames.size(); ++i) {
      place[in_.frames[i]] = i;
      if (in_.on_disk[i].damaged) s_.states[i] = FrameState::damaged;
      if (in_.on_disk[i].stale) s_.states[i] = FrameState::stale;
      if (in_.on_disk[i].there) s_.states[i] = FrameState::done;
    }
    for_each_task([&](const Submission& submission, const FarmJob& job, int index,
                      const std::vector<int>& frames) {
      const SlurmTask* t = task(job, index);
      if (!t) return;
      if (t->runs()) ++s_.workers;
      bool first = true;
      for (const int frame : frames) {
        const auto found = place.find(frame);
        if (found == place.end() || s_.states[found->second] == FrameState::done) continue;
        judge_frame(s_.states[found->second], *t, first, is_last_of(submission, frame));
        first = false;
      }
    });
  }

  // Whether no later submission has this frame.
  bool is_last_of(const Submission& submission, int frame) const {
    return &submission == &in_.submissions[last_.at(frame)];
  }

  // A failed frame that a later submission has again does not count as failed. A cancelled frame is
  // missing.
  static void judge_frame(FrameState& state, const SlurmTask& task, bool first_of_task, bool last) {
    if (task.runs() && first_of_task)
      state = FrameState::running;
    else if (task.lives())
      state = FrameState::waiting;
    else if (task.failed() && !is_cancelled(task.state) && last && state == FrameState::missing)
      state = FrameState::failed;
  }

  void list_jobs() {
    for (const Submission& submission : in_.submissions)
      for (const FarmJob& job : submission.jobs) {
        std::map<std::string, int> counts;
        const int first = job.stage == JobStage::render ? 0 : -1;
        for (int i = first; i < first + job.tasks; ++i)
          if (const SlurmTask* t = task(job, i)) ++counts[t->state];
        std::string text = job.id.empty() ? "not handed out" : "";
        for (const auto& [state, count] : counts)
          text += fmt::format("{}{}{}", text.empty() ? "" : ", ", state,
                              job.stage == JobStage::render ? fmt::format(" {}", count) : "");
        if (text.empty() && s_.trouble.empty()) text = "is over, and forgotten by Slurm";
        s_.jobs.push_back(job);
        s_.job_states.push_back(text);
      }
  }

  void add_failure(const Submission& submission, const FarmJob& job, int index,
                   const std::vector<int>& frames) {
    const SlurmTask* t = task(job, index);
    if (!t || !t->failed()) return;
    const std::string id = index < 0 ? job.id : fmt::format("{}_{}", job.id, index);
    FailedTask failure{id,        name_of(job.stage),  t->state,
                       t->reason, frames_text(frames), submission.log(job, index),
                       ""};
    failure.said = last_line(failure.log);
    if (failure.said.empty()) failure.log.clear();
    s_.failures.push_back(std::move(failure));
  }

  // Lists failures in the order of the stages, so that causes precede their effects.
  void list_failures() {
    // Even if there are poses: a motion that misses its expectations leaves poses too.
    add_last_failure_of(JobStage::simulate);
    for_each_task([&](const Submission& submission, const FarmJob& job, int index,
                      const std::vector<int>& frames) {
      // Frames that were rendered since, or submitted again, no longer count as failures.
      std::vector<int> open;
      for (const int frame : frames)
        if (state_of(frame) != FrameState::done && is_last_of(submission, frame))
          open.push_back(frame);
      if (!open.empty()) add_failure(submission, job, index, open);
    });
    if (!in_.movie) add_last_failure_of(JobStage::encode);
  }

  // Calls `what` with the last job of a stage without arrays, and its submission.
  template <class What>
  void for_last_job(JobStage stage, What what) const {
    for (auto s = in_.submissions.rbegin(); s != in_.submissions.rend(); ++s)
      for (const FarmJob& job : s->jobs)
        if (job.stage == stage && !job.id.empty()) return what(*s, job);
  }

  void add_last_failure_of(JobStage stage) {
    for_last_job(stage, [&](const Submission& submission, const FarmJob& job) {
      add_failure(submission, job, -1, {});
    });
  }

  void repeat_progress() {
    for_last_job(JobStage::simulate, [&](const Submission& submission, const FarmJob& job) {
      const SlurmTask* t = task(job, -1);
      if (t && t->runs()) s_.progress = last_line(submission.log(job, -1));
    });
  }

  FrameState state_of(int frame) const {
    const auto found = std::lower_bound(s_.frames.begin(), s_.frames.end(), frame);
    if (found == s_.frames.end() || *found != frame) return FrameState::done;  // not asked for
    return s_.states[static_cast<std::size_t>(found - s_.frames.begin())];
  }

  void sum_up_records() {
    s_.records = in_.records;
    std::sort(s_.records.begin(), s_.records.end(), [](const auto& a, const auto& b) {
      return std::pair(-a.seconds, a.frame) < std::pair(-b.seconds, b.frame);
    });
    double seconds = 0;
    for (const FrameRecord& record : s_.records) {
      seconds += record.seconds;
      s_.megabytes = std::max(s_.megabytes, record.megabytes);
    }
    if (s_.records.empty()) return;
    s_.seconds_per_frame = seconds / static_cast<double>(s_.records.size());
    const std::size_t left = s_.frames.size() - s_.count(FrameState::done);
    if (s_.workers > 0)
      s_.seconds_left = static_cast<double>(left) * s_.seconds_per_frame / s_.workers;
  }

  std::string sequence() const {
    if (s_.frames.empty() || s_.count(FrameState::done) != s_.frames.size()) return "";
    Hasher hasher;
    for (std::size_t i = 0; i < s_.frames.size(); ++i) {
      if (in_.on_disk[i].checksum.empty()) return "";
      hasher.add(s_.frames[i]).add(in_.on_disk[i].checksum);
    }
    return hasher.hex();
  }

  bool any(JobStage stage, bool (SlurmTask::*is)() const) const {
    for (const Submission& submission : in_.submissions)
      for (const FarmJob& job : submission.jobs)
        for (const SlurmTask& task : in_.slurm.tasks)
          if (job.stage == stage && task.job == job.id && (task.*is)()) return true;
    return false;
  }

  // The stage in words. It is "done" once all requested files are there, even if the farm still has
  // jobs.
  std::string stage() const {
    const bool all = s_.count(FrameState::done) == s_.frames.size();
    const bool sound = in_.poses != PosesState::damaged;
    if (all && sound && (in_.movie || !in_.whole)) return "done";
    for (const JobStage stage : {JobStage::encode, JobStage::render, JobStage::simulate})
      if (any(stage, &SlurmTask::runs)) return fmt::format("{} runs", name_of(stage));
    for (const JobStage stage : {JobStage::simulate, JobStage::render, JobStage::encode})
      if (any(stage, &SlurmTask::waits)) return fmt::format("{} waits", name_of(stage));
    if (!sound) return "poses damaged";
    if (all) return "rendered, not encoded";
    // The accounting may know failures even if the scheduler does not answer.
    if (std::any_of(s_.failures.begin(), s_.failures.end(),
                    [](const FailedTask& f) { return !is_cancelled(f.state); }))
      return "failed";
    if (!s_.failures.empty()) return "cancelled";
    if (!in_.submissions.empty() && !s_.trouble.empty()) return "not known";
    if (in_.submissions.empty()) return "not submitted";
    return in_.poses == PosesState::current ? "stopped" : "stopped, no poses";
  }

  const StatusInputs& in_;
  std::map<TaskKey, const SlurmTask*> tasks_;
  std::map<int, std::size_t> last_;  // [frame] the last submission that has it
  FarmStatus s_;
};

}  // namespace

const char* name_of(FrameState state) {
  switch (state) {
    case FrameState::done:
      return "done";
    case FrameState::running:
      return "running";
    case FrameState::waiting:
      return "waiting";
    case FrameState::failed:
      return "failed";
    case FrameState::damaged:
      return "damaged";
    case FrameState::stale:
      return "stale";
    case FrameState::missing:
      return "missing";
  }
  return "";
}

std::size_t FarmStatus::count(FrameState state) const {
  return static_cast<std::size_t>(std::count(states.begin(), states.end(), state));
}

FarmStatus farm_status(const StatusInputs& inputs) { return Assembly(inputs).status(); }

}  // namespace gambol
