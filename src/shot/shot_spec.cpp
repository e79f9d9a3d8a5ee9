#include "shot/shot_spec.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// The integral of a curve from a to b, inside one interval of its keys (or outside all of them).
// Simpson's rule is exact, as every interpolation is at most cubic; for a step, only the midpoint
// is used.
double integral_inside(const Curve& curve, double a, double b) {
  const double middle = curve.at((a + b) / 2);
  const auto after = std::upper_bound(curve.keys.begin(), curve.keys.end(), (a + b) / 2,
                                      [](double t, const Curve::Key& key) { return t < key.time; });
  const bool before_all = after == curve.keys.begin();
  if (before_all || std::prev(after)->interpolation == Interpolation::step) return middle * (b - a);
  return (curve.at(a) + 4 * middle + curve.at(b)) / 6 * (b - a);
}

}  // namespace

int ShotSpec::frames() const {
  return std::max(1, static_cast<int>(std::lround(film.duration * film.fps)));
}

std::vector<ViewSpec> ShotSpec::all_views() const {
  if (!views.empty()) return views;
  ViewSpec whole;
  whole.camera = camera;
  return {whole};
}

std::vector<ViewSpec> eyes_of(const ViewSpec& view) {
  if (!view.camera.stereo) return {view};
  std::vector<ViewSpec> eyes(2, view);
  const int across = view.camera.stereo->layout == StereoLayout::top_bottom ? 1 : 0;
  for (int k = 0; k < 2; ++k) {
    eyes[k].eye = k - 0.5;
    eyes[k].size[across] *= 0.5;
    eyes[k].corner[across] += k * eyes[k].size[across];
  }
  return eyes;
}

double ShotSpec::simulated_time(double t) const {
  double time = motion.start + film.preroll;
  double from = 0;
  for (const Curve::Key& key : film.playback.keys) {
    if (key.time <= from) continue;
    if (key.time >= t) break;
    time += integral_inside(film.playback, from, key.time);
    from = key.time;
  }
  return time + integral_inside(film.playback, from, t);
}

}  // namespace gambol
