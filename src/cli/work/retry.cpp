#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/say.h"
#include "cli/verbs.h"
#include "cli/work/farm_shot.h"
#include "farm/submit.h"
#include "shot/check.h"

namespace gambol {
namespace {

void require_as_submitted(const FarmShot& shot) {
  if (shot.edited())
    throw RunError(ExitCode::bad_input,
                   fmt::format("{}: the shot or the preset has been edited since it was "
                               "submitted: gambol submit it anew",
                               shot.title()));
}

std::vector<int> open_frames(const FarmStatus& status) {
  std::vector<int> frames;
  for (std::size_t i = 0; i < status.frames.size(); ++i) {
    const FrameState state = status.states[i];
    if (state != FrameState::done && state != FrameState::running && state != FrameState::waiting)
      frames.push_back(status.frames[i]);
  }
  return frames;
}

bool movie_is_wanted(const FarmShot& shot) {
  for (const Submission& submission : shot.submissions())
    for (const FarmJob& job : submission.jobs)
      if (job.stage == JobStage::encode) return true;
  return false;
}

void print_nothing(const FarmShot& shot, const SlurmAnswer& slurm) {
  const FarmStatus now = shot.status(Look::quick, slurm);
  const std::size_t work = now.count(FrameState::running) + now.count(FrameState::waiting);
  const std::size_t whole = static_cast<std::size_t>(shot.shot().frames());
  std::string more;
  if (now.frames.size() < whole)
    more = fmt::format("; {} of {} frames were submitted", now.frames.size(), whole);
  if (work > 0) more = fmt::format("; {} frames are running or waiting", work);
  say("{}: there is nothing to try again{}\n", shot.title(), more);
}

}  // namespace

std::optional<SubmitRequest> retry_request(FarmShot& shot, const SubmitOptions& wanted,
                                           const SlurmLimits& limits, const SlurmAnswer& slurm) {
  require_as_submitted(shot);
  if (shot.interrupted()) return shot.rest(wanted, slurm);
  shot.keep_choices();
  const FarmStatus status = shot.status(Look::thorough, slurm);
  const std::vector<int> frames = open_frames(status);
  const bool no_movie = movie_is_wanted(shot) && status.stage != "done" &&
                        living_jobs(shot.submissions(), JobStage::encode, slurm).empty();
  const bool simulate = status.poses != PosesState::current;
  const bool damaged = status.poses == PosesState::damaged;
  if (frames.empty() && !no_movie && !damaged) return std::nullopt;
  if (!simulate) shot.require_wanted();
  SubmitRequest request = shot.request(wanted, limits, frames, next_folder(shot.folder()));
  request.submission.again = !shot.submissions().empty();
  request.simulate = simulate;
  request.encode = movie_is_wanted(shot);
  request.encode_after = shot.rendering(slurm);
  // Damaged frames are removed, because the render task might take them for sound and skip them.
  for (std::size_t i = 0; i < status.frames.size(); ++i)
    if (status.states[i] == FrameState::damaged)
      std::filesystem::remove(shot.png(status.frames[i]));
  return request;
}

void cancel_outdated_movies(std::vector<Submission> submissions,
                            const std::optional<Submission>& made, const SlurmAnswer& slurm) {
  if (!made || made->interrupted) submissions.pop_back();
  const std::vector<std::string> outdated = living_jobs(submissions, JobStage::encode, slurm);
  if (!outdated.empty()) cancel_jobs(outdated);
}

void print_retry(const FarmShot& shot, const Submission& made) {
  print_jobs(made, "");
  if (made.interrupted) {
    say("{}: handed out the rest of the interrupted submission\n", shot.title());
    return;
  }
  std::size_t frames = 0;
  for (const std::vector<int>& chunk : made.chunks) frames += chunk.size();
  say("{}: {}; logs are in {}\n", shot.title(),
      frames > 0 ? fmt::format("{} of {} frames are submitted again", frames, shot.asked().size())
                 : "all frames are there, the rest is submitted again",
      made.logs());
}

ExitCode retry_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SubmitOptions& wanted) {
  if (is_sequence(options.shot)) return retry_sequence(options, picture, wanted);
  FarmShot shot(options, picture);
  if (shot.submissions().empty())
    throw RunError(ExitCode::bad_input,
                   fmt::format("{}: not submitted yet: run gambol submit first", shot.title()));
  shot.lock();
  const SlurmAnswer slurm = answer_of_slurm(pointers_to(shot.submissions()), "submitted");
  const SlurmLimits limits = slurm_limits(wanted.partition);
  const std::optional<SubmitRequest> request = retry_request(shot, wanted, limits, slurm);
  std::optional<Submission> made;
  if (request) made = submit({*request}, limits, slurm).front();
  // Even if there is nothing else to do: an earlier retry may have been killed before it did this.
  cancel_outdated_movies(shot.submissions(), made, slurm);
  if (made)
    print_retry(shot, *made);
  else
    print_nothing(shot, slurm);
  return ExitCode::ok;
}

}  // namespace gambol
