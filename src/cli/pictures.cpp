#include "cli/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <future>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/frame_range.h"
#include "base/progress.h"
#include "base/say.h"
#include "base/stop.h"
#include "image/textures.h"
#include "movie/encode.h"
#include "movie/eyes.h"
#include "movie/overlays.h"
#include "render/film.h"
#include "render/frame_renderer.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr const char* hash_key = "gambol:inputs";
constexpr double mega = 1 << 20;

// Size of the texture cache, MiB, for a limit of `memory` bytes on the process.
int texture_cache(std::size_t memory) {
  constexpr std::size_t most = Textures::usual_megabytes, least = 16;
  return static_cast<int>(memory == 0 ? most : std::clamp((memory >> 20) / 4, least, most));
}

PresetSpec without_needless_hair(PresetSpec preset, const LookSpec& look) {
  if (look.grow.empty()) preset.hair_width = 0;
  return preset;
}

}  // namespace

Pictures::Pictures(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                   const Output& output, bool exr, bool stats, std::size_t memory)
    : shot_(shot),
      poses_(poses),
      preset_(without_needless_hair(preset, shot.look)),
      output_(output),
      files_(shot, preset, output, poses, exr),
      exr_(exr),
      stats_(stats),
      memory_(memory) {}

void Pictures::write_shown(int frame, const Image& linear) const {
  const int index = frame - shot_.film.first_frame;
  Image8 shown;
  if (shot_.look.sky.seen) {
    shown = tone_map(linear, shot_.look.exposure, shot_.look.tone);
    draw_overlays(shot_, poses_, index, shown);
  } else {
    shown = see_through(linear, index);
  }
  const std::string hash = files_.frame_hash(frame);
  shot_.files.require_unchanged();
  write_png(shown, files_.frame(frame, "png"), {{hash_key, hash}}, hash);
}

// A picture with alpha, where the sky is not seen. Overlays cover what is behind them: what they
// draw on black and on white tells how much.
Image8 Pictures::see_through(const Image& linear, int index) const {
  Image whole = linear;
  for (std::size_t i = 0; i < whole.pixels.size(); i += 4)
    for (int c = 0; c < 3 && whole.pixels[i + 3] > 0; ++c)
      whole.pixels[i + c] /= whole.pixels[i + 3];
  const Image8 colors = tone_map(whole, shot_.look.exposure, shot_.look.tone);
  Image8 black = colors, white = colors;
  std::fill(black.pixels.begin(), black.pixels.end(), 0);
  std::fill(white.pixels.begin(), white.pixels.end(), 255);
  draw_overlays(shot_, poses_, index, black);
  draw_overlays(shot_, poses_, index, white);
  Image8 shown{colors.width, colors.height, 4, {}};
  for (std::size_t i = 0; 3 * i < colors.pixels.size(); ++i) {
    const double own = std::clamp(double(linear.pixels[4 * i + 3]), 0.0, 1.0);
    double covered = 0;
    for (int c = 0; c < 3; ++c)
      covered = std::max(covered, 1 - (white.pixels[3 * i + c] - black.pixels[3 * i + c]) / 255.0);
    const double alpha = covered + (1 - covered) * own;
    for (int c = 0; c < 3; ++c) {
      const double on = black.pixels[3 * i + c] + (1 - covered) * own * colors.pixels[3 * i + c];
      shown.pixels.push_back(alpha > 0 ? std::uint8_t(std::min(on / alpha + 0.5, 255.0)) : 0);
    }
    shown.pixels.push_back(std::uint8_t(255 * alpha + 0.5));
  }
  return shown;
}

// The layers of both eyes and the right eye's light, by the names of OpenEXR's views: those of the
// left view have no prefix, those of the right one have it before their last part.
std::vector<Channel32> Pictures::by_views(const RenderedFrame& made) const {
  const int width = made.light.width, height = made.light.height;
  std::vector<Channel32> all;
  const auto add = [&](const std::string& name, const Image& whole, int eye, bool half) {
    all.push_back({name, eye_of(shot_, eye, whole).pixels, half});
  };
  const Image right = eye_of(shot_, 1, made.light);
  for (int c = 0; c < 4; ++c) {
    Channel32 channel{fmt::format("right.{}", "RGBA"[c]), {}, true};
    for (std::size_t i = 0; i < right.pixels.size(); i += 4)
      channel.values.push_back(right.pixels[i + c]);
    all.push_back(std::move(channel));
  }
  for (const Channel32& layer : made.layers) {
    const Image whole{width, height, 1, layer.values};
    const std::size_t last = layer.name.rfind('.');
    const std::size_t at = last == std::string::npos ? 0 : last + 1;
    add(layer.name, whole, 0, layer.half);
    add(layer.name.substr(0, at) + "right." + layer.name.substr(at), whole, 1, layer.half);
  }
  return all;
}

Metadata Pictures::metadata(int frame, const RenderedFrame& made) const {
  Metadata m = made.metadata;
  m[hash_key] = files_.light_hash(frame);
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

// Rounds the light to half floats as EXR files do, so that a PNG is the same whether it is made
// from rendered light or from an EXR file.
void Pictures::write(int frame, RenderedFrame made) const {
  round_to_half(made.light);
  if (exr_) {
    shot_.files.require_unchanged();
    FilmInstant when{shot_.film.fps, frame, shot_.film.frame.pixel_aspect,
                     has_separate_eyes(shot_)};
    if (when.has_right_view) {
      write_exr(eye_of(shot_, 0, made.light), by_views(made), when, files_.frame(frame, "exr"),
                metadata(frame, made), files_.light_hash(frame));
    } else {
      write_exr(made.light, made.layers, when, files_.frame(frame, "exr"), metadata(frame, made),
                files_.light_hash(frame));
    }
  }
  write_shown(frame, made.light);
}

// The light that an EXR file holds, as in the frame.
Image Pictures::light_of(int frame) const {
  const std::string path = files_.frame(frame, "exr");
  const Image left = read_image(path);
  if (!has_separate_eyes(shot_)) return left;
  Image both{2 * left.width, left.height, left.channels, {}};
  both.pixels.resize(2 * left.pixels.size());
  paste(left, 0, 0, both);
  paste(read_right_view(path), left.width, 0, both);
  return both;
}

// Draws the PNGs of frames whose light is on disk. Returns the frames that must be rendered.
std::vector<int> Pictures::draw_from_light(const std::vector<int>& frames, const Done& done) const {
  std::vector<int> lit, dark;
  for (const int frame : frames)
    (files_.has_light(frame, Look::thorough) ? lit : dark).push_back(frame);
  if (lit.empty()) return dark;
  Progress progress(fmt::format("drawing {}", preset_.name));
  for (std::size_t i = 0; i < lit.size(); ++i) {
    heed_stop();
    const auto begin = std::chrono::steady_clock::now();
    write_shown(lit[i], light_of(lit[i]));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (done) done(lit[i], took.count());
    progress.at(static_cast<double>(i + 1) / static_cast<double>(lit.size()),
                fmt::format("{} of {} frames", i + 1, lit.size()));
  }
  return dark;
}

void Pictures::require_memory(std::size_t bytes) const {
  if (memory_ > 0 && bytes > memory_)
    throw RunError(
        ExitCode::failed,
        fmt::format("rendering needs about {:.0f} MiB of memory, --memory allows {:.0f} MiB",
                    double(bytes) / mega, double(memory_) / mega));
  if (const std::size_t most = most_memory(); bytes > most)
    throw RunError(ExitCode::failed,
                   fmt::format("rendering needs about {:.0f} MiB of memory, with the pictures of "
                               "its look; this process can have {:.0f} MiB",
                               double(bytes) / mega, double(most) / mega));
}

// Checks the minimum memory before anything is loaded. The size of the scene's meshes is not known
// yet.
std::size_t Pictures::least_memory(const PictureNeed& pictures) const {
  const std::size_t bytes = memory_need(preset_, with_layers(), memory_now(), pictures).alone;
  require_memory(bytes);
  return bytes;
}

// How long the frames will take, s, from small pictures of a few of them; 0 for so few or so small
// frames that the first ones tell as soon.
double Pictures::expected_seconds(FrameRenderer& renderer, const std::vector<int>& frames) const {
  constexpr std::size_t few = 3;
  constexpr double enough = 160 * 90;  // pixels: of fewer, starting takes as long as tracing
  const std::size_t count = frames.size();
  const double all = double(preset_.width) * preset_.height;
  if (count <= few || all <= enough) return 0;
  const double scale = std::sqrt(enough / all);
  PresetSpec small = preset_;
  small.width = std::max(1, static_cast<int>(preset_.width * scale));
  small.height = std::max(1, static_cast<int>(preset_.height * scale));
  const double pixels = all / small.width / small.height;
  std::array<double, few> seconds;
  renderer.look_through(shot_, small);
  for (std::size_t k = 0; k < few; ++k) {
    const int frame = frames[k * (count - 1) / (few - 1)] - shot_.film.first_frame;
    const RenderStats took = renderer.frame(frame, with_layers()).stats;
    seconds[k] = took.set_up + pixels * (took.light + took.finish);
  }
  renderer.look_through(shot_, preset_);
  std::sort(seconds.begin(), seconds.end());  // the first frame also waits for files
  return seconds[few / 2] * double(count);
}

// Whether there is room to render one frame while another is written, once the scene is loaded.
// `least`: bytes that loading took. `seconds`: that rendering will take; 0 if that is not known.
bool Pictures::may_overlap(int frames, double textures, std::size_t least, double seconds) const {
  const MemoryNeed need = memory_need(preset_, with_layers(), memory_now(), {0, 0, textures});
  const bool overlaps = frames > 1 && (memory_ == 0 || need.overlapping <= memory_);
  const std::size_t bytes = std::max(overlaps ? need.overlapping : need.alone, least);
  require_memory(bytes);
  say("rendering {} of {}x{} needs about {:.0f} MiB of memory{}\n",
      frames == 1 ? "a frame" : fmt::format("{} frames", frames), preset_.width, preset_.height,
      double(bytes) / mega,
      seconds > 0 ? fmt::format(" and takes about {}", duration_text(seconds)) : "");
  return overlaps;
}

RenderStats Pictures::render(const std::vector<int>& stale, const Done& done) const {
  RenderStats all;
  if (stale.empty()) return all;
  const StopSignals signals;  // a stop drops the current frame
  const std::vector<int> frames = draw_from_light(stale, done);
  if (!frames.empty()) render_light(frames, done, all);
  // Reads all frames back, so that success means that they are there.
  if (const std::vector<int> bad = files_.stale(stale); !bad.empty())
    throw RunError(ExitCode::failed,
                   fmt::format("{} was written, but is missing or damaged: {} of {} frames are so",
                               files_.frame(bad.front(), "png"), bad.size(), stale.size()));
  return all;
}

void Pictures::render_light(const std::vector<int>& frames, const Done& done,
                            RenderStats& all) const {
  const int cache = texture_cache(memory_);
  const PictureNeed pictures = picture_need(shot_.look, cache);
  const std::size_t least = least_memory(pictures);
  FrameRenderer renderer(shot_, poses_, preset_, cache);
  const double seconds = expected_seconds(renderer, frames);
  const bool overlaps =
      may_overlap(static_cast<int>(frames.size()), pictures.textures, least, seconds);
  Progress progress(fmt::format("rendering {}", preset_.name));
  // Compressing and writing one frame overlaps with the light of the next.
  std::future<void> writing;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    RenderedFrame made = renderer.frame(frames[i] - shot_.film.first_frame, with_layers());
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
}

// What a movie shows of a frame.
Image8 Pictures::movie_picture(int number, int eye) const {
  const Image8 whole = carries_alpha(shot_.film.movie.codec) ? files_.picture(number)
                                                             : files_.opaque_picture(number);
  return has_separate_eyes(shot_) ? eye_of(shot_, eye, whole) : whole;
}

void Pictures::encode() const {
  Progress progress("encoding");
  MovieSettings settings = movie_settings(shot_);
  settings.comment = settings.made_from = files_.movie_hash();
  settings.cover = jpeg_bytes(poster_of(shot_, files_.opaque_picture(files_.poster_number())));
  write_file(files_.poster(), settings.cover, settings.made_from);
  MovieSource source;
  source.frames = poses_.frames;
  const std::vector<std::string> movies = files_.movies();
  for (std::size_t eye = 0; eye < movies.size(); ++eye) {
    source.picture = [&](int frame) {
      return movie_picture(frame + shot_.film.first_frame, int(eye));
    };
    encode_movie(source, settings, movies[eye],
                 [&](double done) { progress.at((double(eye) + done) / double(movies.size())); });
  }
}

void Pictures::encode_held(int held, const std::string& path) const {
  MovieSource source;
  source.frames = poses_.frames;
  source.picture = [&](int frame) {
    return movie_picture(frame - frame % held + shot_.film.first_frame, 0);
  };
  encode_movie(source, movie_settings(shot_), path);
}

}  // namespace gambol
