#include "analysis/plot.h"

#include <fmt/format.h>

#include <cmath>

#include "base/atomic_file.h"
#include "base/nearest.h"
#include "cli/motion.h"
#include "cli/verbs.h"
#include "shot/results_name.h"

namespace gambol {
namespace {

const CastSpec& chosen_figure(const ShotSpec& shot, const std::string& name) {
  std::vector<std::string> names;
  const CastSpec* chosen = figure_named(shot.motion.figures, name);
  if (chosen && chosen->is_tracked) return *chosen;
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.is_tracked) names.push_back(cast.name);
  if (chosen)
    throw UsageError(
        fmt::format("--figure {}: found a member of a crowd of which only the film is "
                    "recorded, as `members` does not name it; expected {}",
                    chosen->name, alternatives(names)));
  if (name.empty())
    throw UsageError("--figure is missing: the shot has several, " + alternatives(names));
  throw UsageError(fmt::format("--figure {}: expected {}", name, alternatives(names)));
}

void write_plot(const Drawing& drawing, const std::string& format, const std::string& path) {
  if (format == "svg") {
    write_file(path, svg_text(drawing));
    return;
  }
  Image8 picture{int(std::lround(drawing.width)), int(std::lround(drawing.height)), 3, {}};
  picture.pixels.assign(std::size_t(3) * picture.width * picture.height, 255);
  draw(drawing, picture);
  write_png(picture, path);
}

}  // namespace

ExitCode plot_verb(const ShotOptions& options, const PlotOptions& plot) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const CastSpec& cast = chosen_figure(shot, plot.figure);
  const Output output(options.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output);
  const std::string kind = plot.figure.empty() ? "plot" : "plot." + cast.name;
  const std::string path = output.still(kind, default_preset, plot.format);
  write_plot(plot_figure(shot, poses, cast), plot.format, path);
  fmt::print("{}\n", path);
  return judge(shot, poses, {});
}

}  // namespace gambol
