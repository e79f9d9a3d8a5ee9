// The film of a sequence: first the frames of every shot, as in the shot's own film, then one movie
// of them all.

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "base/atomic_file.h"
#include "base/progress.h"
#include "cli/motion.h"
#include "cli/pictures.h"
#include "cli/sequence_files.h"
#include "cli/verbs.h"
#include "movie/encode.h"
#include "movie/eyes.h"
#include "movie/sequence_film.h"
#include "movie/soundtrack.h"
#include "shot/results_name.h"

namespace gambol {
namespace {

// A shot of the sequence; several parts may show it.
struct Shown {
  ShotSpec shot;
  Output output;
  Poses poses;
  std::unique_ptr<Pictures> pictures;

  Shown(const std::string& reference, const std::string& out)
      : shot(load_sound_shot(reference)),
        output(out, results_name(shot)),
        poses(up_to_date_poses(shot, output, Beside::end_state)) {}
};

class SequenceMovie {
 public:
  SequenceMovie(const ShotOptions& options, const PictureOptions& picture)
      : sequence_(load_sequence(options.shot)),
        preset_(sized(load_preset(picture.preset), sequence_.film.frame)),
        output_(options.out, results_name(sequence_)),
        exr_(picture.exr),
        memory_(picture.memory),
        footage_(footage_of(sequence_)),
        film_(sequence_, preset_.width, preset_.height, [this](const PartSpec& part, int frame) {
          return shots_.at(part.reference)
              .pictures->files()
              .opaque_picture(frame + part.loaded->film.first_frame);
        }) {
    choose_codec(picture, sequence_.film.movie);
    sound_ = sound_of(sequence_);
    for (const auto& [reference, frames] : footage_)
      shots_.try_emplace(reference, reference, options.out);
  }

  ExitCode judge_motions() {
    ExitCode worst = ExitCode::ok;
    for (auto& [reference, shown] : shots_)
      worst = std::max(worst, judge_for_film(shown.shot, shown.poses, shown.output));
    return worst;
  }

  std::vector<int> stale(const std::string& reference) {
    Shown& shown = shots_.at(reference);
    if (!shown.pictures)
      shown.pictures = std::make_unique<Pictures>(shown.shot, shown.poses, preset_, shown.output,
                                                  exr_, false, memory_);
    const std::set<int>& frames = footage_.at(reference);
    return shown.pictures->files().stale({frames.begin(), frames.end()});
  }

  void render_stale() {
    for (auto& [reference, shown] : shots_) {
      const std::vector<int> frames = stale(reference);
      shown.pictures->render(frames);
    }
  }

  // Throws if a frame is missing, stale or damaged.
  void require_frames() {
    for (const auto& [reference, shown] : shots_)
      if (const std::vector<int> frames = stale(reference); !frames.empty())
        throw RunError(
            ExitCode::failed,
            fmt::format("{} frames of {} are missing, stale or damaged, the first is {}; make the "
                        "sequence, or render them first",
                        frames.size(), reference,
                        shown.output.frame(preset_.name, frames.front(), "png")));
  }

  std::string path() const {
    return output_.movie(preset_.name, movie_ending(sequence_.film.movie.codec));
  }

  bool is_current() const {
    const std::string made_from = hash();
    return is_made_from(path(), made_from, Look::thorough) &&
           is_made_from(output_.movie(preset_.name, "jpg"), made_from, Look::thorough);
  }

  void encode() const {
    const double pixel_aspect = sequence_.film.frame.pixel_aspect;
    MovieSettings settings =
        movie_settings(sequence_.film.movie, sequence_.film.fps, sequence_.film.frame);
    settings.comment = settings.made_from = hash();
    settings.cover = jpeg_bytes(with_square_pixels(film_.picture(poster()), pixel_aspect));
    write_file(output_.movie(preset_.name, "jpg"), settings.cover, settings.made_from);
    Progress progress("encoding " + sequence_.name);
    MovieSource source;
    source.frames = film_.frames();
    source.picture = [&](int frame) { return film_.picture(frame); };
    source.sound = sound_;
    encode_movie(source, settings, path(), [&](double done) { progress.at(done); });
  }

 private:
  int poster() const {
    return poster_frame(sequence_.film.movie, sequence_.film.fps, film_.frames());
  }

  std::string hash() const {
    return movie_hash(
        sequence_, preset_,
        [this](const std::string& reference, int frame) {
          return shots_.at(reference).pictures->files().frame_hash(frame);
        },
        sound_);
  }

  SequenceSpec sequence_;
  PresetSpec preset_;
  Output output_;
  bool exr_;
  std::size_t memory_;
  Footage footage_;
  SequenceFilm film_;
  std::optional<Sound> sound_;
  std::map<std::string, Shown> shots_;  // by reference
};

}  // namespace

ExitCode make_sequence(const ShotOptions& options, const PictureOptions& picture) {
  SequenceMovie movie(options, picture);
  if (const ExitCode code = movie.judge_motions(); code != ExitCode::ok) return code;
  movie.render_stale();
  movie.require_frames();
  if (!movie.is_current()) movie.encode();
  fmt::print("{}\n", movie.path());
  return ExitCode::ok;
}

ExitCode encode_sequence(const ShotOptions& options, const PictureOptions& picture) {
  PictureOptions shown = picture;
  shown.exr = false;
  SequenceMovie movie(options, shown);
  if (const ExitCode code = movie.judge_motions(); code != ExitCode::ok) return code;
  movie.require_frames();
  movie.encode();
  fmt::print("{}\n", movie.path());
  return ExitCode::ok;
}

}  // namespace gambol
