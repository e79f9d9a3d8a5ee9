#include "cli/work/farm_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "movie/encode.h"
#include "shot/results_name.h"

namespace gambol {
namespace fs = std::filesystem;
FarmSequence::FarmSequence(const ShotOptions& options, const PictureOptions& picture)
    : options_(options),
      picture_(picture),
      sequence_(load_sequence(options.shot)),
      preset_(sized(load_preset(picture.preset), sequence_.film.frame)),
      footage_(footage_of(sequence_)) {
  for (const auto& [reference, frames] : footage_)
    shots_.emplace_back(ShotOptions{reference, options.out}, picture,
                        std::vector<int>(frames.begin(), frames.end()));
  submissions_ = load_submissions(folder(), 0);
}

std::string FarmSequence::title() const {
  return fmt::format("{}, preset {}", sequence_.name, preset_.name);
}

std::string FarmSequence::folder() const {
  const Output output(options_.out, results_name(sequence_));
  return fs::absolute(output.farm(preset_.name)).lexically_normal().string();
}

std::string FarmSequence::movie() const {
  return Output(options_.out, results_name(sequence_))
      .movie(preset_.name, movie_ending(sequence_.film.movie.codec));
}

std::vector<Submission*> FarmSequence::all_submissions() {
  std::vector<Submission*> all = pointers_to(submissions_);
  for (FarmShot& shot : shots_)
    for (Submission* submission : pointers_to(shot.submissions())) all.push_back(submission);
  return all;
}

void FarmSequence::lock() {
  lock_.emplace(folder());
  submissions_ = load_submissions(folder(), 0);
  // Two shots with the same name share a folder, which must be locked once only.
  std::set<std::string> locked{folder()};
  for (FarmShot& shot : shots_)
    if (locked.insert(shot.folder()).second) shot.lock();
}

bool FarmSequence::movie_is_current(Look look) const {
  if (!fs::exists(movie())) return false;
  std::map<std::string, std::map<int, std::string>> hashes;
  std::size_t i = 0;
  for (const auto& [reference, frames] : footage_) {
    const FarmShot& shot = shots_[i++];
    const std::vector<int> shown(frames.begin(), frames.end());
    const std::vector<std::string> of_shot = shot.frame_hashes(shown, look);
    if (of_shot.size() != shown.size()) return false;
    for (std::size_t k = 0; k < shown.size(); ++k) hashes[reference][shown[k]] = of_shot[k];
  }
  const std::string hash = movie_hash(
      sequence_, preset_,
      [&](const std::string& reference, int frame) { return hashes.at(reference).at(frame); },
      sound_of(sequence_));
  const std::string poster =
      Output(options_.out, results_name(sequence_)).movie(preset_.name, "jpg");
  return is_made_from(movie(), hash, look) && is_made_from(poster, hash, look);
}

SubmitRequest FarmSequence::request(const SubmitOptions& options, const std::string& folder,
                                    const std::vector<std::string>& after) const {
  SubmitRequest request = request_of(options_, picture_, options, sequence_.name);
  request.submission.folder = folder;
  request.simulate = false;
  request.encode_after = after;
  return request;
}

SubmitRequest FarmSequence::rest(const SubmitOptions& options,
                                 const std::vector<std::string>& after) const {
  SubmitRequest request =
      rest_of(request_of(options_, picture_, options, sequence_.name), submissions_.back());
  request.encode_after = after;
  return request;
}

std::vector<std::string> FarmSequence::rendering(const SlurmAnswer& slurm) const {
  std::vector<std::string> jobs;
  for (const FarmShot& shot : shots_)
    for (const std::string& job : shot.rendering(slurm)) jobs.push_back(job);
  return jobs;
}

}  // namespace gambol
