#include "farm/submit.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/say.h"
#include "cli/verbs.h"
#include "cli/work/farm_shot.h"
#include "farm/chunks.h"
#include "farm/openjd.h"
#include "shot/check.h"

namespace gambol {
namespace {

std::string summary(const Submission& submission, std::size_t frames) {
  const std::size_t tasks = submission.chunks.size();
  return fmt::format("{} frame{} in {} task{}", frames, frames == 1 ? "" : "s", tasks,
                     tasks == 1 ? "" : "s");
}

}  // namespace

void warn_of_limits(const SlurmLimits& limits) {
  if (!limits.trouble.empty()) {
    say("note: Slurm cannot be asked ({}): tasks are planned for {} nodes\n", limits.trouble,
        unknown_workers);
    return;
  }
  for (std::size_t at = 0; at <= limits.requeued.size();) {
    const std::size_t end = std::min(limits.requeued.find(',', at), limits.requeued.size());
    if (limits.requeued.substr(at, end - at) == std::to_string(stopped_code)) return;
    at = end + 1;
  }
  say("note: this Slurm does not requeue tasks that are stopped before their time limit: "
      "set RequeueExit={} in slurm.conf (docs/farm.md)\n",
      stopped_code);
}

void require_slurm(const SlurmLimits& limits) {
  if (!limits.trouble.empty())
    throw RunError(ExitCode::failed,
                   fmt::format("nothing was submitted, Slurm cannot be asked: {}", limits.trouble));
}

namespace {

// Hands out the whole request, or the remainder if an interrupted submission was the same.
Submission submit_shot(FarmShot& shot, const SubmitOptions& wanted, const SubmitRequest& request,
                       const SlurmLimits& limits) {
  const SlurmAnswer slurm = answer_of_slurm(pointers_to(shot.submissions()), "submitted");
  const bool goes_on = shot.interrupted() && is_same(request, shot.submissions().back());
  if (!goes_on) refuse_twice(shot.title(), slurm);
  return submit({goes_on ? shot.rest(wanted, slurm) : request}, limits, slurm).front();
}

}  // namespace

ExitCode submit_verb(const ShotOptions& options, const PictureOptions& picture,
                     const SubmitOptions& wanted) {
  if (is_sequence(options.shot)) return submit_sequence(options, picture, wanted);
  FarmShot shot(options, picture);
  const std::vector<int> frames =
      chosen_frames(picture, shot.shot().frames(), shot.shot().film.first_frame);
  if (!wanted.openjd.empty()) {
    try {
      write_openjd(shot.request(wanted, {}, frames, ""), frames, wanted.openjd);
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    }
    fmt::print("{}\n", wanted.openjd);
    if (static_cast<int>(frames.size()) < shot.shot().frames())
      say("note: these are not all frames: the step Encode fails without the others\n");
    return ExitCode::ok;
  }
  const SlurmLimits limits = slurm_limits(wanted.partition);
  if (!wanted.dry_run) {
    require_slurm(limits);
    shot.lock();
  }
  const std::string folder =
      wanted.dry_run ? shot.folder() + "/dry-run" : next_folder(shot.folder());
  SubmitRequest request = shot.request(wanted, limits, frames, folder);
  // A movie needs all frames.
  request.encode = static_cast<int>(frames.size()) == shot.shot().frames();
  if (wanted.dry_run) {
    fmt::print("{}", dry_run(request, limits));
    say("{}; the scripts are in {}\n", summary(request.submission, frames.size()), folder);
    warn_of_limits(limits);
    return ExitCode::ok;
  }
  const Submission submission = submit_shot(shot, wanted, request, limits);
  print_jobs(submission, "");
  say("{}: {}{}; logs are in {}\n", shot.title(), summary(submission, frames.size()),
      request.encode ? "" : ", no movie because these are not all frames", submission.logs());
  warn_of_limits(limits);
  return ExitCode::ok;
}

}  // namespace gambol
