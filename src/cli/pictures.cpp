#include "cli/pictures.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/frame_range.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/seal.h"
#include "base/stop.h"
#include "cli/memory.h"
#include "movie/encode.h"
#include "movie/overlays.h"
#include "render/film.h"
#include "render/frame_renderer.h"
#include "shot/shot_hash.h"

namespace gambol {
namespace {

constexpr const char* hash_key = "gambol:inputs";

bool is_whole_and_made_from(const std::string& path, const std::string& hash) {
  return sealed_from(path) == hash && is_whole(path);
}

// MiB, of what there may be in all.
int texture_cache(std::size_t memory) {
  constexpr std::size_t most = 256, least = 16;
  return static_cast<int>(memory == 0 ? most : std::clamp((memory >> 20) / 4, least, most));
}

}  // namespace

Pictures::Pictures(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                   const Output& output, bool exr, bool stats, std::size_t memory)
    : shot_(shot),
      poses_(poses),
      preset_(preset),
      output_(output),
      exr_(exr),
      stats_(stats),
      memory_(memory) {
  ShotSpec bare = shot;
  bare.overlays.clear();
  light_ = Hasher().add(GAMBOL_VERSION).add(picture_hash(bare, preset)).add(film_hash(poses)).hex();
  inputs_ = light_;
  if (!shot.overlays.empty())
    inputs_ =
        Hasher().add(light_).add(picture_hash(shot, preset)).add(overlays_hash(shot, poses)).hex();
  if (has_display_config()) inputs_ = Hasher().add(inputs_).add(display_config_hash()).hex();
}

std::string Pictures::path(int frame, const char* ending) const {
  return output_.frame(preset_.name, frame, ending);
}

std::string Pictures::light_hash(int frame) const { return Hasher().add(light_).add(frame).hex(); }

std::string Pictures::frame_hash(int frame) const { return Hasher().add(inputs_).add(frame).hex(); }

std::string Pictures::checksum(int frame) const {
  std::ifstream file(path(frame, "png"), std::ios::binary);
  std::stringstream bytes;
  if (!file || !(bytes << file.rdbuf())) return "";
  return hash_of(bytes.view());
}

std::string Pictures::movie_hash() const {
  const MovieSettings settings = movie_settings(shot_.film.movie, shot_.film.fps);
  return Hasher().add(inputs_).add(poses_.frames).add(settings_hash(settings)).add(poster()).hex();
}

int Pictures::poster() const {
  return 1 + poster_frame(shot_.film.movie, shot_.film.fps, poses_.frames);
}

std::string Pictures::movie() const {
  return output_.movie(preset_.name, movie_ending(shot_.film.movie.codec));
}

bool Pictures::has_light(int frame) const {
  return is_whole_and_made_from(path(frame, "exr"), light_hash(frame));
}

bool Pictures::is_current(int frame) const {
  return is_whole_and_made_from(path(frame, "png"), frame_hash(frame)) &&
         (!exr_ || has_light(frame));
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

void Pictures::write_shown(int frame, const Image& linear) const {
  Image8 shown = tone_map(linear, shot_.look.exposure, shot_.look.tone);
  draw_overlays(shot_, poses_, frame - 1, shown);
  const std::string hash = frame_hash(frame);
  write_png(shown, path(frame, "png"), {{hash_key, hash}}, hash);
}

Metadata Pictures::metadata(int frame, const Frame& made) const {
  Metadata m = made.metadata;
  m[hash_key] = light_hash(frame);
  m["gambol:shot"] = shot_.name;
  m["gambol:version"] = GAMBOL_VERSION;
  m["gambol:motion"] = poses_.motion_hash;
  m["gambol:seed"] = std::to_string(poses_.seed);
  if (!stats_) return m;
  m["gambol:seconds"] = fmt::format("set-up {:.4f}, light {:.4f}, finish {:.4f}", made.stats.set_up,
                                    made.stats.light, made.stats.finish);
  m["gambol:rays"] = std::to_string(made.stats.rays);
  return m;
}

// A PNG is the same whether it is made of fresh light or of an EXR file, which holds half floats.
void Pictures::write(int frame, Frame made) const {
  round_to_half(made.light);
  if (exr_)
    write_exr(made.light, made.layers, {shot_.film.fps, frame}, path(frame, "exr"),
              metadata(frame, made), light_hash(frame));
  write_shown(frame, made.light);
}

// Returns those that must be rendered.
std::vector<int> Pictures::draw_from_light(const std::vector<int>& frames, const Done& done) const {
  std::vector<int> lit, dark;
  for (const int frame : frames) (has_light(frame) ? lit : dark).push_back(frame);
  if (lit.empty()) return dark;
  Progress progress(fmt::format("drawing {}", preset_.name));
  for (std::size_t i = 0; i < lit.size(); ++i) {
    heed_stop();
    const auto begin = std::chrono::steady_clock::now();
    write_shown(lit[i], read_image(path(lit[i], "exr")));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (done) done(lit[i], took.count());
    progress.at(static_cast<double>(i + 1) / static_cast<double>(lit.size()),
                fmt::format("{} of {} frames", i + 1, lit.size()));
  }
  return dark;
}

// Whether there is room for the light of one frame while another is written.
bool Pictures::may_overlap(int frames) const {
  constexpr double mega = 1 << 20;
  const MemoryNeed need = memory_need(preset_, exr_ && preset_.layers, memory_now());
  const bool overlaps = frames > 1 && (memory_ == 0 || need.overlapping <= memory_);
  const std::size_t bytes = overlaps ? need.overlapping : need.alone;
  if (memory_ > 0 && bytes > memory_)
    throw RunError(ExitCode::failed,
                   fmt::format("rendering needs about {:.0f} MiB of memory, --memory allows {:.0f}",
                               double(bytes) / mega, double(memory_) / mega));
  fmt::print(stderr, "rendering {} of {}x{} needs about {:.0f} MiB of memory\n",
             frames == 1 ? "a frame" : fmt::format("{} frames", frames), preset_.width,
             preset_.height, double(bytes) / mega);
  return overlaps;
}

RenderStats Pictures::render(const std::vector<int>& stale, const Done& done) const {
  RenderStats all;
  if (stale.empty()) return all;
  const StopSignals signals;  // drops the frame it is on
  remove_leftovers(output_.frames(preset_.name));
  const std::vector<int> frames = draw_from_light(stale, done);
  if (frames.empty()) return all;
  const FrameRenderer renderer(shot_, poses_, preset_, texture_cache(memory_));
  const bool overlaps = may_overlap(static_cast<int>(frames.size()));
  Progress progress(fmt::format("rendering {}", preset_.name));
  // Compressing and writing one frame overlaps with the light of the next.
  std::future<void> writing;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Frame made = renderer.frame(frames[i] - 1, exr_ && preset_.layers);
    all.add(made.stats);
    if (writing.valid()) writing.get();
    writing =
        std::async(std::launch::async, [&, frame = frames[i], made = std::move(made)]() mutable {
          const double seconds = made.stats.set_up + made.stats.light + made.stats.finish;
          write(frame, std::move(made));
          if (done) done(frame, seconds);
        });
    if (!overlaps) writing.get();
    progress.at(static_cast<double>(i + 1) / static_cast<double>(frames.size()),
                fmt::format("{} of {} frames", i + 1, frames.size()));
  }
  if (writing.valid()) writing.get();
  return all;
}

bool Pictures::movie_is_current() const {
  const std::string hash = movie_hash();
  return is_whole_and_made_from(movie(), hash) &&
         is_whole_and_made_from(output_.movie(preset_.name, "jpg"), hash);
}

void Pictures::encode() const {
  remove_leftovers(output_.folder);
  std::vector<std::string> paths;
  for (const int frame : all_frames(poses_.frames)) paths.push_back(path(frame, "png"));
  Progress progress("encoding");
  MovieSettings settings = movie_settings(shot_.film.movie, shot_.film.fps);
  settings.comment = settings.made_from = movie_hash();
  settings.cover = jpeg_bytes(read_frame(path(poster(), "png")));
  write_file(output_.movie(preset_.name, "jpg"), settings.cover, settings.made_from);
  encode_movie(paths, settings, movie(), [&](double done) { progress.at(done); });
}

}  // namespace gambol
