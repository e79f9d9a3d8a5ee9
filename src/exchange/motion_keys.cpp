#include "exchange/motion_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol {
namespace {

constexpr double turn = 2 * M_PI;
constexpr double longest = 0.8 * turn;  // rotation vector, rad
constexpr double moment = 1e-6;         // s
constexpr double most_fps = 60;         // of a film
constexpr const char* smooth_key = ", catmull_rom";

// What a list and a file of YAML may have (docs/errors-and-units.md), with room for the rest.
constexpr std::size_t most_keys = 9'000, most_keys_in_all = 250'000;

std::vector<std::string> keys_of(const std::vector<double>& times,
                                 const std::vector<double>& values, double factor,
                                 const char* unit) {
  const bool constant =
      std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
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

std::size_t kept_step(std::size_t frames, std::size_t curves) {
  const std::size_t most = std::min(most_keys, most_keys_in_all / std::max<std::size_t>(curves, 1));
  return std::max<std::size_t>(1, (frames + most - 1) / std::max<std::size_t>(most, 1));
}

std::string kept_note(std::size_t frames, const char* what, std::size_t step) {
  return fmt::format("of {} {} one in {} is kept: a file has room for so many keys", frames, what,
                     step);
}

}  // namespace gambol
