// Writes what a film shows for other programs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest.h"
#include "base/units.h"
#include "cli/files/export_files.h"
#include "cli/files/export_pictures.h"
#include "cli/motion.h"
#include "cli/seen_scene.h"
#include "cli/verbs.h"
#include "shot/results_name.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Seconds of film; `fallback` for an empty text.
double film_time(const char* option, const std::string& text, double fallback) try {
  if (text.empty()) return fallback;
  const Quantity q = parse_quantity(text);
  if (q.has_unit && !q.dimension.same_as(dim::time)) throw std::invalid_argument("a time (s)");
  return q.value;
} catch (const std::invalid_argument&) {
  throw UsageError(
      fmt::format("{}: found \"{}\", expected a time of the film, such as 2.5 s", option, text));
}

// The frames from the first to the last of these times, both included.
SceneSpan span_of(const Scene& scene, const ExportOptions& options) {
  const double end = static_cast<double>(scene.frames()) / scene.fps;
  const double from = film_time("--from", options.from, 0), to = film_time("--to", options.to, end);
  if (!(from >= 0 && from < to && to <= end + 1e-9))
    throw UsageError(
        fmt::format("--from and --to: found {:g} s to {:g} s, expected times between 0 "
                    "and {:g} s, the first before the second",
                    from, to, end));
  const auto first = static_cast<std::size_t>(std::floor(from * scene.fps + 1e-6));
  const auto last = static_cast<std::size_t>(std::ceil(to * scene.fps - 1e-6));
  const std::size_t begin = std::min(first, scene.frames() - 1);
  return {begin, std::clamp(last, begin + 1, scene.frames())};
}

// Frames of the film, counted from 0, that are to be files of their own.
std::vector<std::size_t> stills_of(const Scene& scene, const ExportOptions& options) {
  std::vector<std::size_t> frames;
  if (!options.frames.empty()) {
    if (!options.from.empty() || !options.to.empty())
      throw UsageError("--frames: expected no --from and no --to beside it");
    PictureOptions range;
    range.frames = options.frames;
    for (const int frame : chosen_frames(range, int(scene.frames()), scene.first_frame))
      frames.push_back(std::size_t(frame - scene.first_frame));
    return frames;
  }
  const SceneSpan span = span_of(scene, options);
  for (std::size_t frame = span.from; frame < (options.to.empty() ? span.from + 1 : span.to);
       ++frame)
    frames.push_back(frame);
  return frames;
}

// Leaves only one figure in the scene.
void keep_figure(Scene& scene, const std::string& name) {
  std::vector<std::string> known;
  int kept = -1;
  for (std::size_t i = 0; i < scene.figures.size(); ++i) {
    known.push_back(scene.figures[i].name);
    if (known.back() == name) kept = static_cast<int>(i);
  }
  if (kept < 0)
    throw UsageError(fmt::format("--figure: found \"{}\", expected {}", name,
                                 one_of("a figure of the shot", name, known)));
  for (SceneBody& body : scene.bodies)
    if (body.figure != kept) body.figure = -1;
  std::erase_if(scene.skins, [&](const SceneSkin& skin) { return skin.figure != kept; });
}

// The same motion with every sample as a frame of its own.
Poses with_all_samples(Poses poses) {
  const int n = poses.samples_per_frame;
  poses.fps *= n;
  poses.frames *= n;
  poses.samples_per_frame = 1;
  return poses;
}

void check_options(const ExportOptions& options) {
  const bool still = options.format == "obj";
  if (still && options.samples)
    throw UsageError("--samples: obj files are frames of the film; expected another format");
  if (!still && !options.frames.empty())
    throw UsageError("--frames: expected --format obj, or --from and --to");
}

}  // namespace

ExitCode export_verb(const ExportOptions& options) {
  check_options(options);
  const ShotSpec shot = load_sound_shot(options.shot.shot);
  const Output output(options.shot.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output);
  const Poses shown = options.samples ? with_all_samples(poses) : poses;
  Scene scene = seen_scene(shot, shown, options.segments);
  scene.film_fps = poses.fps;
  if (!options.figure.empty()) keep_figure(scene, options.figure);
  if (options.format == "glb" || options.format == "usda") read_picture_files(scene);
  const ExportedFilm film{shot, shown, scene, output};
  if (options.format == "obj")
    export_stills(film, stills_of(scene, options), !options.to.empty() || !options.frames.empty());
  else
    export_span(film, options.format, span_of(scene, options));
  return judge(shot, poses, {});
}

}  // namespace gambol
