// Locomotion: speed, heading, wiggle.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/statistics.h"
#include "base/ground_line.h"
#include "figure/support.h"

namespace gambol {
namespace {

// Mean heading of the body, rad.
double mean_heading(const Track& track) { return mean(track.heading()); }

// Displacement of the centre of mass along and across the mean heading, from its first sample.
struct Path {
  std::vector<double> along, across;
};
Path path(const Track& track) {
  const double a = mean_heading(track);
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  Path p;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double dx = x[k] - x[0], dy = y[k] - y[0];
    p.along.push_back(dx * std::cos(a) + dy * std::sin(a));
    p.across.push_back(dy * std::cos(a) - dx * std::sin(a));
  }
  return p;
}

Value forward_speed(const Track& track, const ExpectSpec&) {
  return {path(track).along.back() / track.duration(), ""};
}

Value walking_speed(const Track& track, const ExpectSpec&) {
  return {advance(track) / track.duration(), ""};
}

Value distance(const Track& track, const ExpectSpec&) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  return {std::hypot(x.back() - x.front(), y.back() - y.front()), ""};
}

// One side of the narrowest lane lies along an edge of the convex hull.
Value lane_width(const Track& track, const ExpectSpec&) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  std::vector<Vec3> way;
  for (std::size_t k = 0; k < x.size(); ++k) way.emplace_back(x[k], y[k], 0);
  const std::vector<Vec3> around = flat_hull(way);
  double narrowest = around.size() < 3 ? 0 : INFINITY;
  for (std::size_t k = 0; narrowest > 0 && k < around.size(); ++k) {
    const Vec3& a = around[k];
    const Vec3 along = (around[(k + 1) % around.size()] - a).normalized();
    double width = 0;
    for (const Vec3& p : around) width = std::max(width, along.cross(p - a).z());
    narrowest = std::min(narrowest, width);
  }
  return {narrowest, ""};
}

// Averages the heading over the preceding stride, because the wiggle within a stride is not a turn.
Value heading_kept(const Track& track, const ExpectSpec&) {
  const auto heading = track.heading();
  const double stride = track.commanded_stride_frequency();
  const double rate = static_cast<double>(track.size() - 1) / track.duration();
  const auto window = std::max<std::size_t>(stride > 0 ? std::lround(rate / stride) : 1, 1);
  Value worst;
  double sum = 0;
  for (std::size_t k = 0; k < heading.size(); ++k) {
    sum += heading[k] - (k >= window ? heading[k - window] : 0);
    if (k + 1 < window) continue;
    const double turned = std::abs(sum / static_cast<double>(window) - heading[0]);
    if (turned >= worst.si) worst = {turned, fmt::format("at {:.3f} s", track.time(k))};
  }
  return worst;
}

Value turn_rate(const Track& track, const ExpectSpec&) {
  return {std::abs(slope(track, track.heading())), ""};
}

Value turning(const Track& track, const ExpectSpec&) { return {slope(track, track.heading()), ""}; }

// The path that one of the figure's controllers follows, and the largest distance (m) along it that
// is searched ahead of the figure's position at the sample before.
struct Followed {
  GroundLine line;
  double look_ahead;
};
Followed path_of(const Track& track, const ExpectSpec& e) {
  for (const ControllerSpec& c : track.cast().controllers) {
    const std::optional<FollowedPath> path = c.kind.path();
    if (!path) continue;
    GroundLine line(path->points, path->closed, path->spline);
    const double apart = line.length() / static_cast<double>(path->points.size());
    return {line, path->look_ahead.value_or(apart / 4)};
  }
  throw InputError(Problem{e.place, "expect.measure", e.measure, "a figure that follows a path"});
}

Vec3 com_at(const std::vector<double>& x, const std::vector<double>& y, std::size_t k) {
  return {x[k], y[k], 0};
}

Value path_distance(const Track& track, const ExpectSpec& e) {
  const GroundLine line = path_of(track, e).line;
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  Value worst{-1, ""};
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double d = line.distance(com_at(x, y, k));
    if (d > worst.si) worst = {d, fmt::format("at {:.3f} s", track.time(k))};
  }
  return worst;
}

// The arc length (m) of the nearest point of the whole line. Searches repeatedly in smaller
// intervals, because GroundLine::nearest tests only 64 points.
double nearest_of_all(const GroundLine& line, const Vec3& p) {
  constexpr double close_enough = 1e-6;  // m
  double s = line.nearest(p, 0, line.length());
  for (double width = line.length() / 64; width > close_enough; width /= 32)
    s = line.nearest(p, std::max(s - width, 0.0), std::min(s + width, line.length()));
  return s;
}

// Distance travelled along the path, by nearest points, as the controller computes it.
Value path_travelled(const Track& track, const ExpectSpec& e) {
  const auto [line, look_ahead] = path_of(track, e);
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  const double begun = nearest_of_all(line, com_at(x, y, 0));
  double s = begun;
  for (std::size_t k = 1; k < x.size(); ++k) {
    const double ahead = s + look_ahead;
    s = line.nearest(com_at(x, y, k), s, line.closed() ? ahead : std::min(ahead, line.length()));
  }
  return {s - begun, ""};
}

Value wiggle(const Track& track, const ExpectSpec&) {
  return {amplitude_at(track, path(track).across, track.commanded_stride_frequency()), ""};
}

Value yaw_wiggle(const Track& track, const ExpectSpec&) {
  return {amplitude_at(track, track.heading(), track.commanded_stride_frequency()), ""};
}

}  // namespace

std::vector<Measure> path_measures() {
  return {
      {"forward_speed", "cm/s", 100, "mean speed of the centre of mass along the mean heading",
       forward_speed},
      {"walking_speed", "cm/s", 100,
       "mean speed of the centre of mass in the direction the body faces, also while it turns",
       walking_speed},
      {"distance", "cm", 100,
       "horizontal distance from the first to the last position of the centre of mass", distance},
      {"lane_width", "cm", 100,
       "width of the narrowest straight lane in which the centre of mass stays, in any direction",
       lane_width},
      {"heading_kept", "deg", degrees,
       "largest difference of the heading, averaged over a commanded stride, from the first",
       heading_kept, Needs::gait_of_any_legs},
      {"turn_rate", "deg/s", degrees, "steady turning: magnitude of the slope of the heading",
       turn_rate},
      {"turning", "deg/s", degrees, "slope of the heading; positive to the left", turning},
      {"path_distance", "mm", 1000, "largest distance of the centre of mass from the path",
       path_distance, Needs::path},
      {"path_travelled", "cm", 100, "distance along the path that the centre of mass travels",
       path_travelled, Needs::path},
      {"wiggle", "mm", 1000,
       "side-to-side amplitude of the centre of mass at the commanded stride frequency", wiggle,
       Needs::gait},
      {"yaw_wiggle", "deg", degrees, "amplitude of the heading at the commanded stride frequency",
       yaw_wiggle, Needs::gait},
  };
}

}  // namespace gambol
