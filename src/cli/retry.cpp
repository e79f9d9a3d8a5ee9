#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "cli/farm_shot.h"
#include "cli/verbs.h"
#include "farm/submit.h"
#include "shot/check.h"

namespace gambol {
namespace {

void require_as_submitted(const FarmShot& shot) {
  if (shot.submissions().empty()) return;
  const Submission& first = shot.submissions().front();
  if (first.motion != shot.motion() || first.picture != shot.picture())
    throw RunError(ExitCode::bad_input,
                   fmt::format("{}: the shot or the preset has been edited since it was "
                               "submitted: gambol submit it anew",
                               shot.title()));
}

std::vector<int> open_frames(const FarmStatus& status) {
  std::vector<int> frames;
  for (std::size_t i = 0; i < status.frames.size(); ++i) {
    const FrameState state = status.states[i];
    if (state == FrameState::missing || state == FrameState::failed || state == FrameState::damaged)
      frames.push_back(status.frames[i]);
  }
  return frames;
}

// The living jobs of a stage, of all submissions.
std::vector<std::string> living(const FarmShot& shot, const SlurmAnswer& answer, Stage stage) {
  const std::vector<std::string> alive = living_jobs(answer);
  std::vector<std::string> jobs;
  for (const Submission& submission : shot.submissions())
    for (const FarmJob& job : submission.jobs)
      if (job.stage == stage && std::find(alive.begin(), alive.end(), job.id) != alive.end())
        jobs.push_back(job.id);
  return jobs;
}

bool movie_is_wanted(const FarmShot& shot) {
  for (const Submission& submission : shot.submissions())
    for (const FarmJob& job : submission.jobs)
      if (job.stage == Stage::encode) return true;
  return false;
}

}  // namespace

SlurmAnswer answer_of_slurm(const std::vector<std::string>& jobs) {
  SlurmAnswer answer = slurm_tasks(jobs);
  if (!answer.trouble.empty())
    throw RunError(ExitCode::failed, fmt::format("Slurm cannot be asked: {}", answer.trouble));
  return answer;
}

std::optional<Submission> retry_shot(FarmShot& shot, const SubmitOptions& wanted,
                                     const SlurmAnswer& slurm) {
  require_as_submitted(shot);
  shot.keep_choices();
  const FarmStatus status = shot.status(Look::thorough, slurm);
  const std::vector<int> frames = open_frames(status);
  const std::vector<std::string> encoding = living(shot, slurm, Stage::encode);
  const bool no_movie = movie_is_wanted(shot) && status.stage != "done" && encoding.empty();
  if (frames.empty() && !no_movie) return std::nullopt;
  const SlurmLimits limits = slurm_limits(wanted.partition);
  SubmitRequest request = shot.request(wanted, limits, frames, next_folder(shot.folder()));
  request.submission.again = !shot.submissions().empty();
  request.simulate = !shot.has_poses();
  request.encode = movie_is_wanted(shot);
  request.encode_after = living(shot, slurm, Stage::render);
  // What a reader might take for sound is made anew all the same.
  for (std::size_t i = 0; i < status.frames.size(); ++i)
    if (status.states[i] == FrameState::damaged)
      std::filesystem::remove(shot.png(status.frames[i]));
  Submission submission = submit(request, limits);
  // The encoding that waits for what has failed.
  if (!encoding.empty() && request.encode) cancel_jobs(encoding);
  for (const FarmJob& job : submission.jobs) fmt::print("{} {}\n", name_of(job.stage), job.id);
  fmt::print(stderr, "{}: {} of {} frames once more\n", shot.title(), frames.size(),
             status.frames.size());
  return submission;
}

ExitCode retry_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SubmitOptions& wanted) {
  if (is_sequence(options.shot)) return retry_sequence(options, picture, wanted);
  FarmShot shot(options, picture);
  if (shot.submissions().empty())
    throw RunError(ExitCode::bad_input,
                   fmt::format("{}: it was not submitted yet: gambol submit", shot.title()));
  if (!retry_shot(shot, wanted, answer_of_slurm(shot.jobs())))
    fmt::print(stderr, "{}: there is nothing to try again\n", shot.title());
  return ExitCode::ok;
}

}  // namespace gambol
