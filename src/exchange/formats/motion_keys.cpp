#include "exchange/formats/motion_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "exchange/formats/yaml_words.h"

namespace gambol {
namespace {

constexpr double turn = 2 * M_PI;
constexpr double longest = 0.8 * turn;       // rotation vector, rad
constexpr double moment = 1e-6;              // s
constexpr double most_fps = 60;              // of a film
constexpr double rounding_of_values = 1e-9;  // m or rad: changes that are rounding
constexpr double still = 1e-7;               // rad: what turns less stands still
constexpr double slack = 1e-3;               // frames, by which times are rounded
constexpr double still_length = 2;           // s, of the film of a pose
constexpr const char* smooth_key = ", catmull_rom";

// What a list and a file of YAML may have (docs/errors-and-units.md), with room for the rest.
constexpr std::size_t most_keys = 9'000, most_keys_in_all = 250'000;

std::vector<std::string> keys_of(const std::vector<double>& times,
                                 const std::vector<double>& values, double factor,
                                 const char* unit) {
  const bool constant = std::all_of(values.begin(), values.end(), [&](double v) {
    return std::abs(v - values.front()) < rounding_of_values;
  });
  std::vector<std::string> keys;
  if (constant) return {fmt::format("{:.10g} {}", values.front() * factor, unit)};
  for (std::size_t i = 0; i < times.size(); ++i)
    keys.push_back(fmt::format("[{:.12g}, {:.10g} {}{}]", times[i], values[i] * factor, unit,
                               i + 1 < times.size() ? smooth_key : ""));
  return keys;
}

// The rotation vector of the same rotation that is nearest to `last`.
Vec3 nearest_to(const Vec3& last, const Vec3& r) {
  const Vec3 axis = r.norm() > 1e-9   ? Vec3(r.normalized())
                    : last.norm() > 0 ? Vec3(last.normalized())
                                      : Vec3(Vec3::UnitZ());
  Vec3 best = r;
  for (const int n : {-1, 1})
    if ((r + n * turn * axis - last).norm() < (best - last).norm()) best = r + n * turn * axis;
  return best;
}

bool is_of_root(const std::string& dof, const std::string& root) {
  const std::vector<std::string> own{".tx", ".ty", ".tz", ".rx", ".ry", ".rz"};
  return std::any_of(own.begin(), own.end(),
                     [&](const std::string& suffix) { return dof == root + suffix; });
}

// The shortest rotation vector of the same rotation.
Vec3 log_of_same(const Vec3& r) { return log_rotation(exp_rotation(r)); }

}  // namespace

double film_rate(double step) {
  if (!(step >= 1e-6)) return 24;  // no motion is recorded so densely
  double fps = 1 / step;
  while (fps > most_fps) fps /= 2;
  const double whole = std::round(fps);
  return whole >= 1 && std::abs(fps - whole) < 0.01 * whole ? whole : 24;
}

void show_times(const std::vector<double>& times, double step, Imported& made) {
  made.fps = film_rate(step);
  made.duration = (std::floor(times.back() * made.fps + slack) + 1) / made.fps;
}

void hold_as_pose(const std::string& root, Imported& made, ImportedFigure& figure) {
  std::string joints;
  for (const ImportedCurve& curve : figure.motions)
    if (!is_of_root(curve.dof, root))
      joints += fmt::format("      {}: {}\n", yaml_text(curve.dof), curve.keys.at(0));
  figure.motions.clear();
  figure.held = true;
  made.fps = film_rate(0);
  made.duration = still_length;
  made.notes.push_back("it has one frame, which is a pose: the figure is held in it");
  if (joints.empty()) return;
  figure.pose = made.name;
  figure.text += fmt::format("\nposes:\n  {}:\n    joints:\n{}", yaml_text(made.name), joints);
}

std::vector<std::string> length_keys(const std::vector<double>& times,
                                     const std::vector<double>& values) {
  return keys_of(times, values, 1, "m");
}

std::vector<std::string> angle_keys(const std::vector<double>& times,
                                    const std::vector<double>& values) {
  return keys_of(times, values, 180 / M_PI, "deg");
}

std::vector<ImportedCurve> rotation_curves(const std::string& body,
                                           const std::vector<double>& times,
                                           const std::vector<Quat>& rotations) {
  std::vector<ImportedCurve> curves;
  for (const char* axis : {".rx", ".ry", ".rz"}) curves.push_back({body + axis, {}});
  const bool constant = std::all_of(rotations.begin(), rotations.end(), [&](const Quat& q) {
    return q.angularDistance(rotations[0]) < still;
  });
  if (constant) {
    const Vec3 r = log_rotation(rotations[0].normalized());
    for (int k = 0; k < 3; ++k) curves[k].keys = angle_keys({0}, {r[k]});
    return curves;
  }
  std::vector<Vec3> vectors;  // [sample]
  std::vector<bool> anew;     // [sample] whether the curves begin anew after it
  for (const Quat& R : rotations) {
    const Vec3 least = log_rotation(R.normalized());
    const Vec3 last = vectors.empty() ? least
                      : anew.back()   ? log_of_same(vectors.back())
                                      : vectors.back();
    vectors.push_back(nearest_to(last, least));
    anew.push_back(vectors.back().norm() > longest);
  }
  const auto add = [&](double time, const Vec3& r, const char* interpolation) {
    for (int k = 0; k < 3; ++k)
      curves[k].keys.push_back(
          fmt::format("[{:.12g}, {:.10g} deg{}]", time, r[k] * 180 / M_PI, interpolation));
  };
  for (std::size_t i = 0; i < times.size(); ++i) {
    const bool last = i + 1 == times.size();
    // A tangent beside such a moment would be that of its jump.
    const bool straight = last || anew[i] || anew[i + 1];
    add(times[i], vectors[i], anew[i] && !last ? ", step" : straight ? "" : smooth_key);
    if (anew[i] && !last) add(times[i] + moment, log_of_same(vectors[i]), "");
  }
  return curves;
}

std::vector<ImportedCurve> place_curves(const std::string& body, const std::vector<double>& times,
                                        const std::vector<Vec3>& places) {
  std::vector<ImportedCurve> curves;
  const char* axes[] = {".tx", ".ty", ".tz"};
  for (int k = 0; k < 3; ++k) {
    std::vector<double> along;
    for (const Vec3& p : places) along.push_back(p[k]);
    curves.push_back({body + axes[k], length_keys(times, along)});
  }
  return curves;
}

std::size_t kept_step(std::size_t frames, std::size_t curves) {
  const std::size_t most = std::min(most_keys, most_keys_in_all / std::max<std::size_t>(curves, 1));
  return std::max<std::size_t>(1, (frames + most - 1) / std::max<std::size_t>(most, 1));
}

std::string kept_note(std::size_t frames, const char* what, std::size_t step) {
  return fmt::format("of {} {} one in {} is kept: a file has room for so many keys", frames, what,
                     step);
}

}  // namespace gambol
