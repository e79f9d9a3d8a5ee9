#pragma once

// A shot on a farm: where its files lie, and how far it has come. What submit, status, verify,
// cancel and retry share.

#include <optional>
#include <string>
#include <vector>

#include "cli/picture_files.h"
#include "cli/verbs.h"
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
  const std::vector<Submission>& submissions() const { return submissions_; }
  std::string folder() const;  // .../farm/<preset>, absolute
  std::string title() const;   // "roach_tripod, preset draft"
  std::string motion() const { return motion_; }
  std::string picture() const { return picture_; }
  const std::string& preset() const { return preset_.name; }
  bool has_poses() const;
  // Frames are written, and memory is kept below, as was first submitted.
  void keep_choices();

  // All jobs of all its submissions.
  std::vector<std::string> jobs() const;
  // `slurm` may know of other jobs too.
  FarmStatus status(Look look, const SlurmAnswer& slurm) const;
  // The frames that are to be there: as a sequence wants them or, of what was submitted, all.
  std::vector<int> asked() const;
  // What frames are made from, as PictureFiles has it. Needs poses.
  std::vector<std::string> frame_hashes(const std::vector<int>& frames) const;
  // The path of a frame's PNG.
  std::string png(int frame) const { return output_.frame(preset_.name, frame, "png"); }

  // A submission of these frames: everything but which jobs there are to be.
  SubmitRequest request(const SubmitOptions& options, const SlurmLimits& limits,
                        const std::vector<int>& frames, const std::string& folder) const;

 private:
  Poses shown_poses() const;
  std::vector<FrameOnDisk> look_at(const std::vector<int>& frames, Look look,
                                   StatusInputs& inputs) const;

  ShotOptions options_;
  PictureOptions chosen_;
  ShotSpec shot_;
  PresetSpec preset_;
  Output output_;
  std::string motion_, picture_;
  std::vector<int> wanted_;
  std::vector<Submission> submissions_;
};

// A submission of which only is set what it has whatever its jobs are.
SubmitRequest request_of(const ShotOptions& shot, const PictureOptions& picture,
                         const SubmitOptions& options, const std::string& name);

// Throws RunError if the farm still has some of these jobs.
void refuse_twice(const std::string& title, const std::vector<std::string>& jobs);
// Takes those of these jobs that it still has off the farm.
ExitCode cancel_all(const std::string& title, const std::vector<std::string>& jobs);
// What Slurm knows of these jobs. Throws RunError if it cannot be asked.
SlurmAnswer answer_of_slurm(const std::vector<std::string>& jobs);
// Submits what is missing or damaged of a shot, and its movie if it was to have one. Throws
// RunError if it was edited since it was submitted.
std::optional<Submission> retry_shot(FarmShot& shot, const SubmitOptions& wanted,
                                     const SlurmAnswer& slurm);

// Notes when a task that runs into its time limit would have failed.
void warn_of_limits(const SlurmLimits& limits);

// The jobs that a farm still has, of those in `answer`.
std::vector<std::string> living_jobs(const SlurmAnswer& answer);

}  // namespace gambol
