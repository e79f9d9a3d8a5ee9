#include "cli/pictures.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <future>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/frame_range.h"
#include "base/hash.h"
#include "base/progress.h"
#include "movie/encode.h"
#include "render/film.h"
#include "render/frame_renderer.h"
#include "shot/shot_hash.h"

namespace gambol {
namespace {

constexpr const char* hash_key = "gambol:inputs";

// A file that cannot be read to its end is as good as none.
bool is_whole_and_made_from(const std::string& path, const std::string& hash) try {
  const Metadata metadata = read_metadata(path);
  const auto found = metadata.find(hash_key);
  if (found == metadata.end() || found->second != hash) return false;
  read_image(path);
  return true;
} catch (const InputError&) {
  return false;
}

}  // namespace

Pictures::Pictures(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                   const Output& output, bool exr)
    : shot_(shot), poses_(poses), preset_(preset), output_(output), exr_(exr) {
  inputs_ =
      Hasher().add(GAMBOL_VERSION).add(picture_hash(shot, preset)).add(film_hash(poses)).hex();
}

std::string Pictures::path(int frame, const char* ending) const {
  return output_.frame(preset_.name, frame, ending);
}

std::string Pictures::frame_hash(int frame) const { return Hasher().add(inputs_).add(frame).hex(); }

std::string Pictures::movie_hash() const {
  const MovieSettings settings;
  return Hasher().add(inputs_).add(poses_.frames).add(shot_.film.fps).add(settings.crf).hex();
}

bool Pictures::is_current(int frame) const {
  const std::string hash = frame_hash(frame);
  return is_whole_and_made_from(path(frame, "png"), hash) &&
         (!exr_ || is_whole_and_made_from(path(frame, "exr"), hash));
}

std::vector<int> Pictures::stale(const std::vector<int>& frames) const {
  std::vector<char> current(frames.size());
  tbb::parallel_for(std::size_t{0}, frames.size(),
                    [&](std::size_t i) { current[i] = is_current(frames[i]); });
  std::vector<int> stale;
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (!current[i]) stale.push_back(frames[i]);
  return stale;
}

void Pictures::write(int frame, const Image& linear) const {
  const Metadata metadata{{hash_key, frame_hash(frame)}};
  if (exr_) write_exr(linear, path(frame, "exr"), metadata);
  write_png(tone_map(linear, shot_.look.exposure), path(frame, "png"), metadata);
}

void Pictures::render(const std::vector<int>& frames) const {
  if (frames.empty()) return;
  remove_leftovers(output_.frames(preset_.name));
  const FrameRenderer renderer(shot_, poses_, preset_);
  Progress progress(fmt::format("rendering {}", preset_.name));
  // Compressing and writing one frame overlaps with the light of the next.
  std::future<void> writing;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Image linear = renderer.render(frames[i] - 1);
    if (writing.valid()) writing.get();
    writing = std::async(std::launch::async, [this, frame = frames[i], image = std::move(linear)] {
      write(frame, image);
    });
    progress.at(static_cast<double>(i + 1) / static_cast<double>(frames.size()),
                fmt::format("{} of {} frames", i + 1, frames.size()));
  }
  writing.get();
}

bool Pictures::movie_is_current() const try {
  const MovieInfo info = read_movie_info(movie());
  return info.comment == movie_hash() && info.frames == poses_.frames;
} catch (const InputError&) {
  return false;
}

void Pictures::encode() const {
  remove_leftovers(output_.folder);
  std::vector<std::string> paths;
  for (const int frame : all_frames(poses_.frames)) paths.push_back(path(frame, "png"));
  Progress progress("encoding");
  encode_movie(paths, {.fps = shot_.film.fps, .comment = movie_hash()}, movie(),
               [&](double done) { progress.at(done); });
}

}  // namespace gambol
