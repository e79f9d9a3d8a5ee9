#pragma once

// A sequence on a farm: each of its shots, of which the sequence shows some frames, and one job of
// the sequence's own that makes its movie from these frames.

#include <optional>
#include <string>
#include <vector>

#include "cli/sequence_files.h"
#include "cli/work/farm_shot.h"

namespace gambol {

class FarmSequence {
 public:
  // Throws InputError.
  FarmSequence(const ShotOptions& options, const PictureOptions& picture);

  std::vector<FarmShot>& shots() { return shots_; }
  const std::string& name() const { return sequence_.name; }
  std::string title() const;   // "showreel, preset draft"
  std::string folder() const;  // .../farm/<preset>, absolute
  std::string movie() const;   // path of the movie
  const std::string& preset() const { return preset_.name; }
  // The submissions of the movie alone; the shots have their own.
  const std::vector<Submission>& submissions() const { return submissions_; }
  std::vector<Submission*> all_submissions();  // the movie's and the shots'
  // As in FarmShot; lock() includes the shots.
  void lock();
  bool interrupted() const { return !submissions_.empty() && submissions_.back().interrupted; }

  // Whether the movie and its poster are there and made from the current frames.
  bool movie_is_current(Look look) const;
  // A submission of the job that makes the movie once the jobs `after` have ended.
  SubmitRequest request(const SubmitOptions& options, const std::string& folder,
                        const std::vector<std::string>& after) const;
  // The same, as the interrupted submission planned it.
  SubmitRequest rest(const SubmitOptions& options, const std::vector<std::string>& after) const;
  // The render jobs of its shots that wait or run.
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
