#include "cli/picture_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/for_each_file.h"
#include "base/hash.h"
#include "image/image.h"
#include "movie/encode.h"
#include "movie/eyes.h"
#include "movie/overlays.h"
#include "render/camera.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"

namespace gambol {

namespace {

// With a seal that has been read already.
bool is_made_from(const std::string& path, const Seal& seal, const std::string& hash, Look look) {
  return seal.made_from == hash && (look == Look::quick || is_whole(path));
}

}  // namespace

bool is_made_from(const std::string& path, const std::string& hash, Look look) {
  return is_made_from(path, read_seal(path), hash, look);
}

PictureFiles::PictureFiles(const ShotSpec& shot, const PresetSpec& preset, const Output& output,
                           const Poses& poses, bool exr)
    : shot_(shot),
      preset_(preset),
      output_(output),
      frames_(poses.frames),
      exr_(exr),
      films_(film_hashes(poses)) {
  ShotSpec bare = shot;
  bare.overlays.clear();
  light_ = Hasher().add(GAMBOL_VERSION).add(picture_hash(bare, preset)).hex();
  // One more for the shutter and the motion of layers.
  for (const ViewSpec& view : shot.all_views())
    reach_ = std::max(reach_, 1 + reach_of(view.camera, shot.film.fps));
  inputs_ = light_;
  if (!shot.overlays.empty())
    inputs_ =
        Hasher().add(light_).add(picture_hash(shot, preset)).add(overlays_hash(shot, poses)).hex();
  if (has_display_config()) inputs_ = Hasher().add(inputs_).add(display_config_hash()).hex();
}

std::string PictureFiles::frame(int frame, const char* ending) const {
  return output_.frame(preset_.name, frame, ending);
}

std::string PictureFiles::movie() const { return movies().front(); }

std::vector<std::string> PictureFiles::movies() const {
  const std::string ending = movie_ending(shot_.film.movie.codec);
  if (!has_separate_eyes(shot_)) return {output_.movie(preset_.name, ending)};
  return {output_.movie(preset_.name, fmt::format("left.{}", ending)),
          output_.movie(preset_.name, fmt::format("right.{}", ending))};
}

int PictureFiles::poster_number() const {
  return shot_.film.first_frame + poster_frame(shot_.film.movie, shot_.film.fps, frames_);
}

// Hash of the segments that a frame depends on, and of the film's end if it does.
std::string PictureFiles::film_of(int number) const {
  const int frame = number - shot_.film.first_frame;
  const auto segment = [&](int at) {
    return std::min<std::size_t>(std::clamp(at, 0, std::max(frames_ - 1, 0)) / films_.frames_each,
                                 films_.segments.size() - 1);
  };
  Hasher hash;
  for (std::size_t k = segment(frame - reach_); k <= segment(frame + reach_); ++k)
    hash.add(films_.segments[k]);
  if (frame + reach_ >= frames_) hash.add(frames_);
  return hash.hex();
}

std::string PictureFiles::light_hash(int frame) const {
  return Hasher().add(light_).add(film_of(frame)).add(frame).hex();
}

std::string PictureFiles::frame_hash(int frame) const {
  return Hasher().add(inputs_).add(film_of(frame)).add(frame).hex();
}

std::string PictureFiles::movie_hash() const {
  const MovieSettings settings = movie_settings(shot_);
  Hasher hash;
  for (const std::string& film : films_.segments) hash.add(film);
  return hash.add(inputs_).add(frames_).add(settings_hash(settings)).add(poster_number()).hex();
}

bool PictureFiles::has_light(int number, Look look) const {
  return is_made_from(frame(number, "exr"), light_hash(number), look);
}

bool PictureFiles::is_current(int number, const Seal& png, Look look) const {
  return is_made_from(frame(number, "png"), png, frame_hash(number), look) &&
         (!exr_ || has_light(number, look));
}

// Files are replaced, never changed in place: a file that is current before and after reading was
// current while it was read.
Image8 PictureFiles::picture(int number) const {
  const std::string path = frame(number, "png"), hash = frame_hash(number);
  const auto require = [&] {
    if (!is_made_from(path, hash, Look::quick))
      throw RunError(
          ExitCode::failed,
          fmt::format("{} is not made from the shot as it is, or has just been replaced; "
                      "render it again",
                      path));
  };
  require();
  Image8 read = read_frame(path);
  require();
  return read;
}

Image8 PictureFiles::opaque_picture(int number) const { return over_black(picture(number)); }

bool PictureFiles::movie_is_current(Look look) const {
  const std::string hash = movie_hash();
  for (const std::string& movie : movies())
    if (!is_made_from(movie, hash, look)) return false;
  return is_made_from(poster(), hash, look);
}

std::vector<int> PictureFiles::stale(const std::vector<int>& frames) const {
  std::vector<char> current(frames.size());
  for_each_file(frames.size(),
                [&](std::size_t i) { current[i] = is_current(frames[i], Look::thorough); });
  std::vector<int> stale;
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (!current[i]) stale.push_back(frames[i]);
  return stale;
}

}  // namespace gambol
