#pragma once

// A shot on a farm: its folders, submissions and progress, as submit, status, verify, cancel and
// retry use them.

#include <optional>
#include <string>
#include <vector>

#include "cli/picture_files.h"
#include "cli/verbs.h"
#include "farm/ask.h"
#include "farm/lock.h"
#include "farm/status.h"
#include "farm/submit.h"
#include "shot/shot_spec.h"

namespace gambol {

class FarmShot {
 public:
  // `wanted`: the frames that a sequence shows; if empty, the submitted frames and the movie count.
  // Throws InputError.
  FarmShot(const ShotOptions& options, const PictureOptions& picture, std::vector<int> wanted = {});

  const ShotSpec& shot() const { return shot_; }
  std::vector<Submission>& submissions() { return submissions_; }
  const std::vector<Submission>& submissions() const { return submissions_; }
  // Keeps other processes from changing the submissions, and reads them anew.
  void lock();
  // Whether the last submitting process was killed, or refused, before it handed out all jobs.
  bool interrupted() const { return !submissions_.empty() && submissions_.back().interrupted; }
  std::string folder() const;  // .../farm/<preset>, absolute
  int last_frame() const { return shot_.film.first_frame + shot_.frames() - 1; }
  std::string title() const;  // "roach_tripod, preset draft"
  std::string motion() const { return motion_; }
  std::string picture() const { return picture_; }
  const std::string& preset() const { return preset_.name; }
  // Whether the shot or the preset has changed since the first submission.
  bool edited() const;
  // Takes over the submissions' choices: EXR or not from the first one, and the memory limit from
  // the last one unless the command line sets it.
  void keep_choices();

  // `slurm` may include other jobs too.
  FarmStatus status(Look look, const SlurmAnswer& slurm) const;
  // The requested frames: those that a sequence shows, or all that were submitted, or, without a
  // submission, all of the shot.
  std::vector<int> asked() const;
  // The hashes of what the frames are made from (PictureFiles::frame_hash); empty if there are no
  // usable poses.
  std::vector<std::string> frame_hashes(const std::vector<int>& frames, Look look) const;
  // The path of a frame's PNG.
  std::string png(int frame) const { return output_.frame(preset_.name, frame, "png"); }

  // A submission of these frames; the caller chooses the jobs.
  SubmitRequest request(const SubmitOptions& options, const SlurmLimits& limits,
                        const std::vector<int>& frames, const std::string& folder) const;
  // Throws RunError (bad_motion) if the poses miss what the shot expects: no film is made of them.
  void require_wanted() const;
  // The remainder of the last submission, which was interrupted.
  SubmitRequest rest(const SubmitOptions& options, const SlurmAnswer& slurm) const;
  // The render jobs of the shot that wait or run.
  std::vector<std::string> rendering(const SlurmAnswer& slurm) const;

 private:
  // Only a thorough look reads segments.
  struct ReadPoses {
    PosesState state = PosesState::current;
    std::string damage;
    Poses poses;
  };
  ReadPoses read_poses(Look look) const;
  // Whether the hashes of what frames are made from can be computed.
  bool tells_frames(const ReadPoses& read) const;
  std::vector<FrameOnDisk> look_at(const std::vector<int>& frames, Look look,
                                   StatusInputs& inputs) const;

  ShotOptions options_;
  PictureOptions chosen_;
  ShotSpec shot_;
  PresetSpec preset_;
  Output output_;
  std::string motion_, picture_;
  std::vector<int> wanted_;
  std::optional<FarmLock> lock_;
  std::vector<Submission> submissions_;
};

// A submission with only those fields set that do not depend on its jobs.
SubmitRequest request_of(const ShotOptions& shot, const PictureOptions& picture,
                         const SubmitOptions& options, const std::string& name);
// The interrupted submission as it was planned, with the paths, preset, options and (if given)
// partition of this command line.
SubmitRequest rest_of(SubmitRequest request, const Submission& interrupted);

// Throws RunError if jobs still wait or run on the farm.
void refuse_twice(const std::string& title, const SlurmAnswer& slurm);
// Cancels the jobs that still wait or run.
ExitCode cancel_all(const std::string& title, const std::vector<Submission*>& submissions);
// What Slurm knows of the jobs of `submissions`. Throws RunError if Slurm cannot be asked, with a
// message that nothing was `done_to`, such as "submitted".
SlurmAnswer answer_of_slurm(const std::vector<Submission*>& submissions, const char* done_to);
// What retry submits of a shot: the remainder of an interrupted submission, or all that is missing
// or damaged, and the movie if one was submitted. Nothing if all is done. Throws RunError if the
// shot was edited since it was submitted.
std::optional<SubmitRequest> retry_request(FarmShot& shot, const SubmitOptions& wanted,
                                           const SlurmLimits& limits, const SlurmAnswer& slurm);
// Cancels the movie jobs of earlier submissions, because a later one makes the movie: `made`, or
// the last of `submissions`.
void cancel_outdated_movies(std::vector<Submission> submissions,
                            const std::optional<Submission>& made, const SlurmAnswer& slurm);
// Prints the submitted jobs: "render 13", followed by `name` if it is not "".
void print_jobs(const Submission& submission, const std::string& name);
void print_retry(const FarmShot& shot, const Submission& made);
// Prints that the last submission was interrupted before all of its jobs were handed out.
void note_interruption(const std::string& title);

// Throws RunError if Slurm could not be asked for the limits.
void require_slurm(const SlurmLimits& limits);
// Prints a note if Slurm does not requeue tasks that are stopped at their time limit, or could not
// be asked.
void warn_of_limits(const SlurmLimits& limits);

}  // namespace gambol
