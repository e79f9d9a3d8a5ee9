#pragma once

// A shot on a farm: where its files lie, and how far it has come. What submit, status, verify,
// cancel and retry share.

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
  // `wanted`: the frames that a sequence shows; if empty, those that were submitted, and the movie.
  // Throws InputError.
  FarmShot(const ShotOptions& options, const PictureOptions& picture, std::vector<int> wanted = {});

  const ShotSpec& shot() const { return shot_; }
  std::vector<Submission>& submissions() { return submissions_; }
  const std::vector<Submission>& submissions() const { return submissions_; }
  // Keeps other processes from changing its submissions, and sees what they have changed so far.
  void lock();
  // Whether whoever submitted last was killed, or refused, before all was handed out.
  bool interrupted() const { return !submissions_.empty() && submissions_.back().interrupted; }
  std::string folder() const;  // .../farm/<preset>, absolute
  std::string title() const;   // "roach_tripod, preset draft"
  std::string motion() const { return motion_; }
  std::string picture() const { return picture_; }
  const std::string& preset() const { return preset_.name; }
  // Whether it, or the preset, says something else than was submitted.
  bool edited() const;
  // Frames are written as was first submitted, memory is kept below what was allowed last.
  void keep_choices();

  // `slurm` may know of other jobs too.
  FarmStatus status(Look look, const SlurmAnswer& slurm) const;
  // The frames that are to be there: as a sequence wants them or, of what was submitted, all.
  std::vector<int> asked() const;
  // What frames are made from, as PictureFiles has it; none if there are no poses to be used.
  std::vector<std::string> frame_hashes(const std::vector<int>& frames, Look look) const;
  // The path of a frame's PNG.
  std::string png(int frame) const { return output_.frame(preset_.name, frame, "png"); }

  // A submission of these frames: everything but which jobs there are to be.
  SubmitRequest request(const SubmitOptions& options, const SlurmLimits& limits,
                        const std::vector<int>& frames, const std::string& folder) const;
  // Throws RunError (bad_motion) if its poses are not as the shot expects: no film is made of them.
  void require_wanted() const;
  // What is left of the last one, which was interrupted.
  SubmitRequest rest(const SubmitOptions& options, const SlurmAnswer& slurm) const;
  // Its render jobs that live.
  std::vector<std::string> rendering(const SlurmAnswer& slurm) const;

 private:
  // Poses are read if they are wanted: by a thorough look, or since overlays show them.
  struct ReadPoses {
    PosesState state = PosesState::current;
    std::string damage;
    Poses poses;
  };
  ReadPoses read_poses(Look look) const;
  // Whether what frames are made from can be told.
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

// A submission of which only is set what it has whatever its jobs are.
SubmitRequest request_of(const ShotOptions& shot, const PictureOptions& picture,
                         const SubmitOptions& options, const std::string& name);
// What was planned, by what the command line says now of how it is to be run.
SubmitRequest rest_of(SubmitRequest request, const Submission& interrupted);

// Throws RunError if the farm still has jobs.
void refuse_twice(const std::string& title, const SlurmAnswer& slurm);
// Takes the jobs that it still has off the farm.
ExitCode cancel_all(const std::string& title, const std::vector<Submission*>& submissions);
// What Slurm knows of their jobs. Throws RunError if it cannot be asked: then nothing is
// `done_to`: "submitted".
SlurmAnswer answer_of_slurm(const std::vector<Submission*>& submissions, const char* done_to);
// What is to be submitted of a shot: the rest of what was interrupted, or what is missing or
// damaged, and its movie if it was to have one. Throws RunError if it was edited since it was
// submitted.
std::optional<SubmitRequest> retry_request(FarmShot& shot, const SubmitOptions& wanted,
                                           const SlurmLimits& limits, const SlurmAnswer& slurm);
// Takes off the farm the jobs that make the movie of what has failed, now that a later submission
// makes it: `made`, or the last.
void cancel_outdated_movies(std::vector<Submission> submissions,
                            const std::optional<Submission>& made, const SlurmAnswer& slurm);
// Says what was handed out: "render 13", with a name if it is not "".
void print_jobs(const Submission& submission, const std::string& name);
void print_retry(const FarmShot& shot, const Submission& made);
// Says that the last submission was not handed out to its end.
void note_interruption(const std::string& title);

// Throws RunError if Slurm could not be asked for them.
void require_slurm(const SlurmLimits& limits);
// Notes when a task that runs into its time limit would have failed, or that Slurm was not asked.
void warn_of_limits(const SlurmLimits& limits);

}  // namespace gambol
