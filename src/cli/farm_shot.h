#pragma once

// A shot on a farm: where its files lie, and how far it has come. What submit, status, verify,
// cancel and retry share.

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
  // Throws InputError.
  FarmShot(const ShotOptions& options, const PictureOptions& picture);

  const ShotSpec& shot() const { return shot_; }
  const std::vector<Submission>& submissions() const { return submissions_; }
  std::string folder() const;  // .../farm/<preset>, absolute
  std::string title() const;   // "roach_tripod, preset draft"
  std::string motion() const { return motion_; }
  std::string picture() const { return picture_; }
  const std::string& preset() const { return preset_.name; }
  bool has_poses() const;

  // All jobs of all its submissions.
  std::vector<std::string> jobs() const;
  FarmStatus status(Look look) const;
  // The path of a frame's PNG.
  std::string png(int frame) const { return output_.frame(preset_.name, frame, "png"); }

  // A submission of these frames: everything but which jobs there are to be.
  SubmitRequest request(const SubmitOptions& options, const SlurmLimits& limits,
                        const std::vector<int>& frames, const std::string& folder) const;

 private:
  std::vector<int> asked() const;
  std::vector<FrameOnDisk> look_at(const std::vector<int>& frames, Look look,
                                   StatusInputs& inputs) const;

  ShotOptions options_;
  PictureOptions chosen_;
  ShotSpec shot_;
  PresetSpec preset_;
  Output output_;
  std::string motion_, picture_;
  std::vector<Submission> submissions_;
};

// The jobs that a farm still has, of those in `answer`.
std::vector<std::string> living_jobs(const SlurmAnswer& answer);

}  // namespace gambol
