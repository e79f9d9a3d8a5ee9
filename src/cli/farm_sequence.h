#pragma once

// A sequence on a farm: each of its shots, of which it wants some frames, and a job of its own that
// makes its movie of them.

#include <optional>
#include <string>
#include <vector>

#include "cli/farm_shot.h"
#include "cli/sequence_files.h"

namespace gambol {

class FarmSequence {
 public:
  // Throws InputError.
  FarmSequence(const ShotOptions& options, const PictureOptions& picture);

  std::vector<FarmShot>& shots() { return shots_; }
  const std::string& name() const { return sequence_.name; }
  std::string title() const;   // "showreel, preset draft"
  std::string folder() const;  // .../farm/<preset>, absolute
  std::string movie() const;   // its path
  const std::string& preset() const { return preset_.name; }
  // Of its movie alone; shots have their own.
  const std::vector<Submission>& submissions() const { return submissions_; }
  std::vector<Submission*> all_submissions();  // those and its shots'
  // As FarmShot has them.
  void lock();
  bool interrupted() const { return !submissions_.empty() && submissions_.back().interrupted; }

  // Whether the movie is there, of the frames as they are to be.
  bool movie_is_current(Look look) const;
  // The job that makes the movie when these have ended.
  SubmitRequest request(const SubmitOptions& options, const std::string& folder,
                        const std::vector<std::string>& after) const;
  // The same, as it was planned by who was interrupted.
  SubmitRequest rest(const SubmitOptions& options, const std::vector<std::string>& after) const;
  // The render jobs of its shots that live.
  std::vector<std::string> rendering(const SlurmAnswer& slurm) const;

 private:
  ShotOptions options_;
  PictureOptions picture_;
  SequenceSpec sequence_;
  PresetSpec preset_;
  Footage footage_;
  std::vector<FarmShot> shots_;  // in the order of footage_
  std::optional<FarmLock> lock_;
  std::vector<Submission> submissions_;
};

}  // namespace gambol
