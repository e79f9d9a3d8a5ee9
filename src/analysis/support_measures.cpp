// Static stability: whether the centre of mass is above the support polygon, so that the gait could
// stop at any time and stand.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/led_track.h"

namespace gambol {
namespace {

double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Convex hull, counterclockwise, by Andrew's monotone chain; fewer than three points are returned
// as they are.
std::vector<Vec3> hull(std::vector<Vec3> points) {
  std::sort(points.begin(), points.end(), [](const Vec3& a, const Vec3& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  if (points.size() < 3) return points;
  std::vector<Vec3> around;
  const auto side = [&](auto begin, auto end) {
    const std::size_t first = around.size();
    for (auto p = begin; p != end; ++p) {
      while (around.size() > first + 1 && turn(around[around.size() - 2], around.back(), *p) <= 0)
        around.pop_back();
      around.push_back(*p);
    }
    around.pop_back();  // the other side begins with this point
  };
  side(points.begin(), points.end());
  side(points.rbegin(), points.rend());
  return around;
}

double distance(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  const double length = way.squaredNorm();
  const double s = length > 0 ? std::clamp((p - a).dot(way) / length, 0.0, 1.0) : 0;
  return (p - a - s * way).norm();
}

// Distance (m) from p to the border of the convex hull of the points, all in the ground's plane;
// negative outside.
double margin(const Vec3& p, const std::vector<Vec3>& points) {
  const std::vector<Vec3> around = hull(points);
  bool inside = around.size() > 2;
  double least = INFINITY;
  for (std::size_t k = 0; k < around.size(); ++k) {
    const Vec3 &a = around[k], &b = around[(k + 1) % around.size()];
    inside = inside && turn(a, b, p) > 0;
    least = std::min(least, distance(p, a, b));
  }
  return inside ? least : -least;
}

Value support_margin(const Track& track, const ExpectSpec& e) {
  led_by(track, e);
  const auto at = feet_of(track);
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  const auto& legs = track.cast().figure.legs;
  std::vector<std::vector<double>> swings;
  for (const LegSpec& leg : legs) swings.push_back(track.stepping(leg.name));
  Value worst{INFINITY, ""};
  std::vector<Vec3> standing;
  for (std::size_t k = 0; k < at.size(); ++k) {
    standing.clear();
    for (std::size_t leg = 0; leg < legs.size(); ++leg)
      if (swings[leg][k] < 0.5) standing.emplace_back(at[k][leg].x(), at[k][leg].y(), 0);
    if (standing.empty())
      throw InputError(Problem{e.place, "expect.measure", e.measure,
                               fmt::format("a gait that always has a foot on the ground: it has "
                                           "none at {:.3f} s",
                                           track.time(k))});
    const double m = margin({x[k], y[k], 0}, standing);
    if (m < worst.si) worst = {m, fmt::format("at {:.3f} s", track.time(k))};
  }
  return worst;
}

}  // namespace

std::vector<Measure> support_measures() {
  return {{"support_margin", "mm", 1000,
           "least distance of the centre of mass from the border of the polygon of the feet on the "
           "ground of a kinematic gait, seen from above; negative outside it",
           support_margin, Needs::kinematic_gait}};
}

}  // namespace gambol
