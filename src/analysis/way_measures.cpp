// Where a led body goes and where it faces, against what its gait asks for: all of it from the
// recorded centre of mass and the root's heading, on the mean of a stride.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/led_track.h"
#include "base/ground_line.h"
#include "base/hermite.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol {
namespace {

// The samples half a stride before and after sample k; none where the track ends earlier.
struct Stride {
  std::size_t half;
  bool has(std::size_t k, std::size_t size) const { return k >= half && k + half < size; }
};
Stride stride_of(const Track& track) {
  const double rate = static_cast<double>(track.size() - 1) / track.duration();
  const double strides = track.commanded_stride_frequency();
  return {std::max<std::size_t>(strides > 0 ? std::lround(rate / strides / 2) : 1, 1)};
}

struct Way {
  std::vector<double> x, y;
  explicit Way(const Track& track)
      : x(track.column(channels::com, columns::x)), y(track.column(channels::com, columns::y)) {}
  Vec3 at(std::size_t k) const { return {x[k], y[k], 0}; }
  // Displacement in the stride around sample k, m.
  Vec3 moved(std::size_t k, const Stride& s) const { return at(k + s.half) - at(k - s.half); }
};

double heading_of(const Vec3& way) { return std::atan2(way.y(), way.x()); }

// On the spot the body faces from where it went last.
Value facing_error(const Track& track, const ExpectSpec& e) {
  const auto& gait = *led_by(track, e).kind.as<KinematicGaitSpec>();
  constexpr double still = 0.05;  // m in a stride: its direction is that of sway
  const Way way(track);
  const Stride stride = stride_of(track);
  const auto heading = track.heading();
  double course = NAN;
  Value worst{0, ""};
  bool known = false;
  for (std::size_t k = 0; k < track.size(); ++k) {
    if (!stride.has(k, track.size())) continue;
    const Vec3 moved = way.moved(k, stride);
    if (moved.norm() > still) course = heading_of(moved);
    const double wanted =
        gait.aim ? heading_of(gait.aim->at - way.at(k)) : course + gait.facing.at(track.time(k));
    if (std::isnan(wanted)) continue;
    double faces = 0;
    for (std::size_t i = k - stride.half; i < k + stride.half; ++i) faces += heading[i];
    faces /= 2 * static_cast<double>(stride.half);
    const double off = std::abs(std::remainder(faces - wanted, 2 * M_PI));
    known = true;
    if (off > worst.si) worst = {off, fmt::format("at {:.3f} s", track.time(k))};
  }
  return known ? worst : unknown("no whole stride");
}

// The speed that the path asks for at s (m along it).
double speed_at(const std::vector<PlaceSpeedSpec>& speeds, double s) {
  if (s <= speeds.front().along) return speeds.front().speed;
  for (std::size_t k = 1; k < speeds.size(); ++k) {
    const PlaceSpeedSpec &a = speeds[k - 1], &b = speeds[k];
    if (s < b.along)
      return a.speed + smooth_step((s - a.along) / (b.along - a.along)) * (b.speed - a.speed);
  }
  return speeds.back().speed;
}

Value path_speed_error(const Track& track, const ExpectSpec& e) {
  const auto& gait = *led_by(track, e).kind.as<KinematicGaitSpec>();
  if (!gait.path || gait.path->speeds.empty())
    throw InputError(Problem{e.place, "expect.measure", e.measure, "a gait with path.speeds"});
  const GroundLine line(positions(gait.path->points), gait.path->closed, gait.path->spline);
  const Way way(track);
  const Stride stride = stride_of(track);
  const double time = static_cast<double>(2 * stride.half) * track.duration() /
                      static_cast<double>(track.size() - 1);
  double s = line.nearest(way.at(0), 0, line.length());
  Value worst{0, ""};
  for (std::size_t k = 0; k < track.size(); ++k) {
    s = line.nearest(way.at(k), s, s + 0.5);
    if (!stride.has(k, track.size())) continue;
    const double at = line.closed() ? s - line.length() * std::floor(s / line.length()) : s;
    const double speed = way.moved(k, stride).norm() / time;
    const double off = std::abs(speed - speed_at(gait.path->speeds, at));
    if (off > worst.si)
      worst = {off,
               fmt::format("{:.3g} m/s {:.3g} m along, at {:.3f} s", speed, at, track.time(k))};
  }
  return worst;
}

}  // namespace

std::vector<Measure> way_measures() {
  return {
      {"facing_error", "deg", degrees,
       "largest angle between the body's heading and where a kinematic gait has it face (`facing` "
       "from its direction of motion, or `aim`), each on the mean of a stride",
       facing_error, Needs::kinematic_gait},
      {"path_speed_error", "m/s", 1,
       "largest difference between the speed of the centre of mass, on the mean of a stride, and "
       "that which the path of a kinematic gait asks for at its place",
       path_speed_error, Needs::kinematic_gait},
  };
}

}  // namespace gambol
