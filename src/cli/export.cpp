// Writes what a film shows for other programs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/atomic_file.h"
#include "base/nearest.h"
#include "base/say.h"
#include "base/units.h"
#include "cli/motion.h"
#include "cli/seen_scene.h"
#include "cli/verbs.h"
#include "exchange/gltf.h"
#include "exchange/joint_table.h"
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
std::pair<std::size_t, std::size_t> span_of(const Scene& scene, const ExportOptions& options) {
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

// Leaves only one figure in the scene.
void keep_figure(Scene& scene, const std::string& name) {
  std::vector<std::string> known;
  int kept = -1;
  for (std::size_t i = 0; i < scene.figures.size(); ++i) {
    known.push_back(scene.figures[i].name);
    if (known.back() == name) kept = static_cast<int>(i);
  }
  if (kept < 0)
    throw UsageError(fmt::format("--figure: found \"{}\", expected {}", name, alternatives(known)));
  for (SceneBody& body : scene.bodies)
    if (body.figure != kept) body.figure = -1;
  std::erase_if(scene.skins, [&](const SceneSkin& skin) { return skin.figure != kept; });
}

void print_written(const std::string& file, const std::string& bytes) {
  write_file(file, bytes);
  fmt::print("{}\n", file);
}

}  // namespace

ExitCode export_verb(const ExportOptions& options) {
  const ShotSpec shot = load_sound_shot(options.shot.shot);
  const Output output(options.shot.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output);
  Scene scene = seen_scene(shot, poses, options.segments);
  if (!options.figure.empty()) keep_figure(scene, options.figure);
  const auto [from, to] = span_of(scene, options);
  if (options.format == "csv") {
    for (const SceneFigure& figure : scene.figures)
      if (scene.bodies[figure.root].figure >= 0)
        print_written(output.exported(figure.name + ".csv"),
                      joint_table(poses, figure.name, from, to));
  } else {
    print_written(output.exported("glb"), gltf_binary(scene, from, to));
    std::vector<std::string> missing = missing_in_gltf(scene);
    if (!shot.look.grow.empty()) missing.push_back("hair");
    if (!shot.overlays.empty()) missing.push_back("overlays");
    say("not in the file: {}\n", fmt::join(missing, ", "));
  }
  return judge(shot, poses, {});
}

}  // namespace gambol
