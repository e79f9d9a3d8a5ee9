// A FarmStatus as text for people and as JSON for programs.

#include <fmt/format.h>

#include <algorithm>

#include "base/progress.h"
#include "farm/chunks.h"
#include "farm/status.h"

namespace gambol {
namespace {

constexpr std::size_t shown_failures = 5;
constexpr std::size_t shown_slow = 5;
constexpr FrameState all_states[] = {FrameState::done,   FrameState::running, FrameState::waiting,
                                     FrameState::failed, FrameState::damaged, FrameState::stale,
                                     FrameState::missing};
static_assert(std::size(all_states) == frame_states);

std::vector<int> frames_in(const FarmStatus& s, FrameState state) {
  std::vector<int> frames;
  for (std::size_t i = 0; i < s.frames.size(); ++i)
    if (s.states[i] == state) frames.push_back(s.frames[i]);
  return frames;
}

std::string line(const std::string& name, const std::string& text) {
  return fmt::format("{:<10} {}\n", name, text);
}

std::string counts(const FarmStatus& s) {
  std::string text = fmt::format("{} of {} done", s.count(FrameState::done), s.frames.size());
  for (const FrameState state : all_states)
    if (state != FrameState::done && s.count(state) > 0)
      text += fmt::format(", {} {}", s.count(state), name_of(state));
  return text;
}

// The frames that need a retry, by state.
std::string open_frames(const FarmStatus& s) {
  std::string text;
  for (const FrameState state :
       {FrameState::damaged, FrameState::stale, FrameState::failed, FrameState::missing}) {
    std::string frames = frames_text(frames_in(s, state));
    if (frames.empty()) continue;
    if (frames.size() > 80) frames = frames.substr(0, frames.rfind(',', 80)) + ",…";
    text += line(name_of(state), frames);
  }
  return text;
}

std::string slow_frames(const FarmStatus& s) {
  std::string text;
  for (std::size_t i = 0; i < std::min(shown_slow, s.records.size()); ++i)
    text += fmt::format("{}{} {:.1f} s on {}", i ? ", " : "", s.records[i].frame,
                        s.records[i].seconds, s.records[i].host);
  return text;
}

std::string failures(const FarmStatus& s) {
  std::string text;
  for (std::size_t i = 0; i < std::min(shown_failures, s.failures.size()); ++i) {
    const FailedTask& f = s.failures[i];
    text +=
        line(i == 0 ? "trouble" : "", fmt::format("{} {} {}{}{}{}", f.stage, f.job, f.state,
                                                  f.reason.empty() ? "" : " (" + f.reason + ")",
                                                  f.frames.empty() ? "" : ", frames " + f.frames,
                                                  f.log.empty() ? "" : ": " + f.log));
    if (!f.said.empty()) text += line("", "  " + f.said);
  }
  if (s.failures.size() > shown_failures)
    text += line("", fmt::format("and {} more", s.failures.size() - shown_failures));
  return text;
}

// Why there are no usable poses; "" if there are.
std::string poses_text(const FarmStatus& s) {
  return s.poses == PosesState::none ? "none of this motion" : s.poses_damage;
}

Json spaced() { return Json::object(Json::Layout::spaced); }

Json json_frames(const FarmStatus& s) {
  Json json = spaced().add("asked", s.frames.size());
  for (const FrameState state : all_states) json.add(name_of(state), s.count(state));
  for (const FrameState state : all_states)
    json.add(fmt::format("{}_frames", name_of(state)), frames_text(frames_in(s, state)));
  return json;
}

Json json_slowest(const FarmStatus& s) {
  Json list = Json::array(Json::Layout::lines);
  for (std::size_t i = 0; i < std::min(shown_slow, s.records.size()); ++i) {
    const FrameRecord& r = s.records[i];
    list.push(spaced()
                  .add("frame", r.frame)
                  .add("seconds", Json::fixed(r.seconds, 3))
                  .add("megabytes", Json::fixed(r.megabytes, 0))
                  .add("host", r.host));
  }
  return list;
}

Json json_jobs(const FarmStatus& s) {
  Json list = Json::array(Json::Layout::lines);
  for (std::size_t i = 0; i < s.jobs.size(); ++i)
    list.push(spaced()
                  .add("stage", name_of(s.jobs[i].stage))
                  .add("id", s.jobs[i].id)
                  .add("tasks", s.jobs[i].tasks)
                  .add("states", s.job_states[i]));
  return list;
}

Json json_trouble(const FarmStatus& s) {
  Json list = Json::array(Json::Layout::lines);
  for (const FailedTask& f : s.failures)
    list.push(spaced()
                  .add("stage", f.stage)
                  .add("job", f.job)
                  .add("state", f.state)
                  .add("reason", f.reason)
                  .add("frames", f.frames)
                  .add("log", f.log)
                  .add("said", f.said));
  return list;
}

}  // namespace

std::string status_text(const FarmStatus& s, const std::string& title, const std::string& logs) {
  std::string text = fmt::format("{}: {}\n", title, s.stage);
  if (s.edited) text += line("edited", "since it was submitted: gambol submit it anew");
  if (s.poses != PosesState::current) text += line("poses", poses_text(s));
  if (!s.progress.empty()) text += line("simulate", s.progress);
  text += line("frames", counts(s)) + open_frames(s);
  if (s.seconds_per_frame > 0)
    text += line("time", fmt::format("{:.2f} s a frame{}", s.seconds_per_frame,
                                     s.seconds_left > 0
                                         ? fmt::format(", {} left with {} at work",
                                                       duration_text(s.seconds_left), s.workers)
                                         : ""));
  if (!s.records.empty()) {
    text += line("slowest", slow_frames(s));
    text += line("memory", fmt::format("at most {:.0f} MB", s.megabytes));
  }
  if (!s.sequence.empty()) text += line("content", s.sequence);
  if (s.movie_there) text += line("movie", s.movie);
  for (std::size_t i = 0; i < s.jobs.size(); ++i)
    text += line(i == 0 ? "jobs" : "", fmt::format("{} {} {}", name_of(s.jobs[i].stage),
                                                   s.jobs[i].shown_id(), s.job_states[i]));
  text += failures(s);
  if (!logs.empty()) text += line("logs", logs);
  if (!s.trouble.empty()) text += line("Slurm", "cannot be asked: " + s.trouble);
  return text;
}

Json status_json(const FarmStatus& s, const std::string& shot, const std::string& preset,
                 const std::string& logs) {
  return Json::object(Json::Layout::lines)
      .add("shot", shot)
      .add("preset", preset)
      .add("stage", s.stage)
      .add("edited", s.edited)
      .add("poses", poses_text(s))
      .add("movie", spaced().add("file", s.movie).add("there", s.movie_there))
      .add("frames", json_frames(s))
      .add("workers", s.workers)
      .add("seconds_per_frame", Json::fixed(s.seconds_per_frame, 3))
      .add("seconds_left", Json::fixed(s.seconds_left, 0))
      .add("megabytes", Json::fixed(s.megabytes, 0))
      .add("content", s.sequence)
      .add("slowest", json_slowest(s))
      .add("jobs", json_jobs(s))
      .add("trouble", json_trouble(s))
      .add("logs", logs)
      .add("slurm", s.trouble.empty() ? "answers" : s.trouble);
}

}  // namespace gambol
