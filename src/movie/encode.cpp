#include "movie/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/module.h"
#include "base/stop.h"
#include "image/srgb.h"
#include "movie/backend.h"
#include "movie/eyes.h"

namespace gambol {
namespace {

const MovieBackend& backend() {
  return *module_function<const MovieBackend*()>(movie_backend_module, movie_backend_symbol)();
}

[[noreturn]] void refuse(const std::string& path, const std::string& why, const char* expected) {
  Problem problem;
  problem.place.file = path;
  problem.found = why;
  problem.expected = expected;
  throw InputError(problem);
}

}  // namespace

MovieSettings movie_settings(const MovieSpec& spec, double fps) {
  MovieSettings settings;
  settings.fps = fps;
  settings.codec = spec.codec;
  settings.crf = spec.crf.value_or(settings.codec == MovieCodec::h265  ? 18
                                   : settings.codec == MovieCodec::av1 ? 24
                                                                       : 16);
  settings.key_distance = std::max(1, static_cast<int>(std::lround(spec.key_every * fps)));
  return settings;
}

MovieSettings movie_settings(const MovieSpec& spec, double fps, const FrameSpec& frame) {
  MovieSettings settings = movie_settings(spec, fps);
  settings.pixel_aspect = frame.pixel_aspect;
  return settings;
}

MovieSettings movie_settings(const ShotSpec& shot) {
  MovieSettings settings = movie_settings(shot.film.movie, shot.film.fps, shot.film.frame);
  const std::vector<ViewSpec> views = shot.all_views();
  settings.around = views.size() == 1 && views[0].size == Vec2(1, 1) &&
                    views[0].camera.projection == Projection::equirectangular;
  if (eyes(shot) == 2 && !has_separate_eyes(shot))
    settings.packing = shot.camera.stereo->layout == StereoLayout::top_bottom
                           ? FramePacking::top_bottom
                           : FramePacking::side_by_side;
  return settings;
}

std::string settings_hash(const MovieSettings& settings) {
  Hasher hash;
  hash.add(settings.fps)
      .add(static_cast<int>(settings.codec))
      .add(settings.crf)
      .add(settings.key_distance);
  const bool plain =
      settings.pixel_aspect == 1 && settings.packing == FramePacking::none && !settings.around;
  if (!plain)
    hash.add(settings.pixel_aspect)
        .add(static_cast<int>(settings.packing))
        .add(static_cast<int>(settings.around));
  return hash.hex();
}

int poster_frame(const MovieSpec& spec, double fps, int frames) {
  const int wanted = spec.poster ? static_cast<int>(std::lround(*spec.poster * fps)) : frames / 2;
  return std::clamp(wanted, 0, frames - 1);
}

const char* movie_ending(MovieCodec codec) {
  switch (codec) {
    case MovieCodec::prores:
    case MovieCodec::prores_4444:
      return "mov";
    case MovieCodec::gif:
      return "gif";
    default:
      return "mp4";
  }
}

Image8 over_black(Image8 picture) {
  if (picture.channels != 4) return picture;
  Image8 opaque{picture.width, picture.height, 3, {}};
  opaque.pixels.reserve(picture.pixels.size() / 4 * 3);
  for (std::size_t i = 0; i < picture.pixels.size(); i += 4)
    for (int c = 0; c < 3; ++c) {
      const float light =
          linear_from_srgb(float(picture.pixels[i + c]) / 255) * float(picture.pixels[i + 3]) / 255;
      opaque.pixels.push_back(static_cast<std::uint8_t>(255 * srgb_from_linear(light) + 0.5f));
    }
  return opaque;
}

void encode_movie(const MovieSource& source, const MovieSettings& settings, const std::string& path,
                  const std::function<void(double)>& progress) {
  if (source.frames < 1)
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: there are no frames", path));
  std::exception_ptr failure;
  int width = 0, height = 0;
  const auto picture = [&](int frame, Image8& image) -> std::string {
    try {
      heed_stop();
      image = source.picture(frame);
      if (frame == 0) width = image.width, height = image.height;
      if (image.width == width && image.height == height) return {};
      return fmt::format("frame {} is {}x{}, the frames before it are {}x{}", frame + 1,
                         image.width, image.height, width, height);
    } catch (...) {
      failure = std::current_exception();
      return "no picture";
    }
  };
  const StopSignals signals;
  AtomicFile file(path);
  const std::string why =
      backend().encode(source.frames, picture, source.sound ? &*source.sound : nullptr, settings,
                       file.temp_path(), progress);
  if (failure) std::rethrow_exception(failure);
  if (!why.empty()) throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, why));
  file.commit(settings.made_from);
}

Image8 read_frame(const std::string& path) {
  Image8 image;
  std::string why = backend().read_frame(path, image);
  if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);  // told once
  if (!why.empty()) throw RunError(ExitCode::failed, fmt::format("cannot read {}: {}", path, why));
  return image;
}

std::string jpeg_bytes(const Image8& picture) {
  std::string bytes;
  const std::string why = backend().jpeg(picture, bytes);
  if (!why.empty()) throw RunError(ExitCode::failed, "cannot make a JPEG: " + why);
  return bytes;
}

Sound read_sound(const std::string& path, SoundPart part) {
  Sound sound;
  const std::string why = backend().read_sound(path, part, sound);
  if (!why.empty())
    refuse(path, why, "a sound file: WAV, AIFF, FLAC, MP3, AAC, Ogg, M4A, MP4 or MOV");
  return sound;
}

MovieInfo read_movie_info(const std::string& path) {
  MovieInfo info;
  const std::string why = backend().read_info(path, info);
  if (!why.empty()) refuse(path, why, "a movie");
  return info;
}

}  // namespace gambol
