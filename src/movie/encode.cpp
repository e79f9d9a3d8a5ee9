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
#include "movie/backend.h"

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
  settings.crf = spec.crf.value_or(settings.codec == MovieCodec::h265 ? 18 : 16);
  settings.key_distance = std::max(1, static_cast<int>(std::lround(spec.key_every * fps)));
  return settings;
}

std::string settings_hash(const MovieSettings& settings) {
  return Hasher()
      .add(settings.fps)
      .add(static_cast<int>(settings.codec))
      .add(settings.crf)
      .add(settings.key_distance)
      .hex();
}

int poster_frame(const MovieSpec& spec, double fps, int frames) {
  const int wanted = spec.poster ? static_cast<int>(std::lround(*spec.poster * fps)) : frames / 2;
  return std::clamp(wanted, 0, frames - 1);
}

const char* movie_ending(MovieCodec codec) { return codec == MovieCodec::prores ? "mov" : "mp4"; }

void encode_movie(const MovieSource& source, const MovieSettings& settings, const std::string& path,
                  const std::function<void(double)>& progress) {
  if (source.frames < 1)
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: there are no frames", path));
  std::exception_ptr failure;
  const auto picture = [&](int frame, Image8& image) -> std::string {
    try {
      heed_stop();
      image = source.picture(frame);
      return {};
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

void encode_movie(const std::vector<std::string>& frames, const MovieSettings& settings,
                  const std::string& path, const std::function<void(double)>& progress) {
  MovieSource source;
  source.frames = static_cast<int>(frames.size());
  int width = 0, height = 0;
  source.picture = [&](int frame) {
    const std::string& name = frames[static_cast<std::size_t>(frame)];
    Image8 picture = read_frame(name);
    if (frame == 0) width = picture.width, height = picture.height;
    if (picture.width != width || picture.height != height)
      throw RunError(ExitCode::failed,
                     fmt::format("cannot write {}: {} is {}x{}, the frames before it are {}x{}",
                                 path, name, picture.width, picture.height, width, height));
    return picture;
  };
  encode_movie(source, settings, path, progress);
}

Image8 read_frame(const std::string& path) {
  Image8 image;
  const std::string why = backend().read_frame(path, image);
  if (!why.empty()) throw RunError(ExitCode::failed, fmt::format("cannot read {}: {}", path, why));
  return image;
}

std::string jpeg_bytes(const Image8& picture) {
  std::string bytes;
  const std::string why = backend().jpeg(picture, bytes);
  if (!why.empty()) throw RunError(ExitCode::failed, "cannot make a JPEG: " + why);
  return bytes;
}

Sound read_sound(const std::string& path) {
  Sound sound;
  const std::string why = backend().read_sound(path, sound);
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
