// A FarmStatus as text for people and as JSON for programs.

#include <fmt/format.h>

#include <algorithm>

#include "base/json_text.h"
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

template <class Items, class Text>
std::string json_list(const Items& items, Text text) {
  std::string list;
  for (const auto& item : items) list += (list.empty() ? "\n    " : ",\n    ") + text(item);
  return "[" + list + (list.empty() ? "]" : "\n  ]");
}

std::string json_frames(const FarmStatus& s) {
  std::string text = fmt::format("{{\"asked\": {}", s.frames.size());
  for (const FrameState state : all_states)
    text += fmt::format(", \"{}\": {}", name_of(state), s.count(state));
  for (const FrameState state : all_states)
    text += fmt::format(", \"{}_frames\": {}", name_of(state),
                        json_text(frames_text(frames_in(s, state))));
  return text + "}";
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

std::string status_json(const FarmStatus& s, const std::string& shot, const std::string& preset,
                        const std::string& logs) {
  std::string text = fmt::format("{{\n  \"shot\": {},\n  \"preset\": {},\n  \"stage\": {},\n",
                                 json_text(shot), json_text(preset), json_text(s.stage));
  text += fmt::format(
      "  \"edited\": {},\n  \"poses\": {},\n  \"movie\": {{\"file\": {}, \"there\": {}}},\n",
      s.edited, json_text(poses_text(s)), json_text(s.movie), s.movie_there);
  text += fmt::format("  \"frames\": {},\n", json_frames(s));
  text += fmt::format(
      "  \"workers\": {},\n  \"seconds_per_frame\": {:.3f},\n  \"seconds_left\": {:.0f},\n"
      "  \"megabytes\": {:.0f},\n  \"content\": {},\n",
      s.workers, s.seconds_per_frame, s.seconds_left, s.megabytes, json_text(s.sequence));
  const std::size_t slow = std::min(shown_slow, s.records.size());
  text += fmt::format(
      "  \"slowest\": {},\n",
      json_list(std::vector(s.records.begin(), s.records.begin() + static_cast<long>(slow)),
                [](const FrameRecord& r) {
                  return fmt::format(
                      "{{\"frame\": {}, \"seconds\": {:.3f}, \"megabytes\": {:.0f}, "
                      "\"host\": {}}}",
                      r.frame, r.seconds, r.megabytes, json_text(r.host));
                }));
  std::size_t i = 0;
  text += fmt::format("  \"jobs\": {},\n", json_list(s.jobs, [&](const FarmJob& job) {
                        return fmt::format(
                            "{{\"stage\": {}, \"id\": {}, \"tasks\": {}, \"states\": {}}}",
                            json_text(name_of(job.stage)), json_text(job.id), job.tasks,
                            json_text(s.job_states[i++]));
                      }));
  text += fmt::format("  \"trouble\": {},\n", json_list(s.failures, [](const FailedTask& f) {
                        return fmt::format(
                            "{{\"stage\": {}, \"job\": {}, \"state\": {}, \"reason\": {}, "
                            "\"frames\": {}, \"log\": {}, \"said\": {}}}",
                            json_text(f.stage), json_text(f.job), json_text(f.state),
                            json_text(f.reason), json_text(f.frames), json_text(f.log),
                            json_text(f.said));
                      }));
  return text + fmt::format("  \"logs\": {},\n  \"slurm\": {}\n}}\n", json_text(logs),
                            json_text(s.trouble.empty() ? "answers" : s.trouble));
}

}  // namespace gambol
