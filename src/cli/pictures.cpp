#include "cli/pictures.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <filesystem>
#include <future>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/frame_range.h"
#include "base/hash.h"
#include "base/progress.h"
#include "movie/encode.h"
#include "movie/overlays.h"
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
                   const Output& output, bool exr, bool stats)
    : shot_(shot), poses_(poses), preset_(preset), output_(output), exr_(exr), stats_(stats) {
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
  write_png(shown, path(frame, "png"), {{hash_key, frame_hash(frame)}});
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
              metadata(frame, made));
  write_shown(frame, made.light);
}

// Returns those that must be rendered.
std::vector<int> Pictures::draw_from_light(const std::vector<int>& frames) const {
  std::vector<int> lit, dark;
  for (const int frame : frames) (has_light(frame) ? lit : dark).push_back(frame);
  if (lit.empty()) return dark;
  Progress progress(fmt::format("drawing {}", preset_.name));
  for (std::size_t i = 0; i < lit.size(); ++i) {
    write_shown(lit[i], read_image(path(lit[i], "exr")));
    progress.at(static_cast<double>(i + 1) / static_cast<double>(lit.size()),
                fmt::format("{} of {} frames", i + 1, lit.size()));
  }
  return dark;
}

RenderStats Pictures::render(const std::vector<int>& stale) const {
  RenderStats all;
  if (stale.empty()) return all;
  remove_leftovers(output_.frames(preset_.name));
  const std::vector<int> frames = draw_from_light(stale);
  if (frames.empty()) return all;
  const FrameRenderer renderer(shot_, poses_, preset_);
  Progress progress(fmt::format("rendering {}", preset_.name));
  // Compressing and writing one frame overlaps with the light of the next.
  std::future<void> writing;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Frame made = renderer.frame(frames[i] - 1, exr_ && preset_.layers);
    all.add(made.stats);
    if (writing.valid()) writing.get();
    writing =
        std::async(std::launch::async, [this, frame = frames[i], made = std::move(made)]() mutable {
          write(frame, std::move(made));
        });
    progress.at(static_cast<double>(i + 1) / static_cast<double>(frames.size()),
                fmt::format("{} of {} frames", i + 1, frames.size()));
  }
  writing.get();
  return all;
}

bool Pictures::movie_is_current() const try {
  const MovieInfo info = read_movie_info(movie());
  return info.comment == movie_hash() && info.frames == poses_.frames &&
         std::filesystem::exists(output_.movie(preset_.name, "jpg"));
} catch (const InputError&) {
  return false;
}

void Pictures::encode() const {
  remove_leftovers(output_.folder);
  std::vector<std::string> paths;
  for (const int frame : all_frames(poses_.frames)) paths.push_back(path(frame, "png"));
  Progress progress("encoding");
  MovieSettings settings = movie_settings(shot_.film.movie, shot_.film.fps);
  settings.comment = movie_hash();
  settings.cover = jpeg_bytes(read_frame(path(poster(), "png")));
  write_file(output_.movie(preset_.name, "jpg"), settings.cover);
  encode_movie(paths, settings, movie(), [&](double done) { progress.at(done); });
}

}  // namespace gambol
