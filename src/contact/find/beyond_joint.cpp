#include "contact/find/beyond_joint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

bool is_bar(const ConvexPart& part) { return part.points.size() <= 2; }

// Distance from the box's surface; 0 within it.
double distance_to(const Bounds& box, const Vec3& p) {
  return (p - p.cwiseMax(box.low).cwiseMin(box.high)).norm();
}

double middle_extent(const Bounds& box) {
  Vec3 e = box.high - box.low;
  std::sort(e.begin(), e.end());
  return e[1];
}

// The ball of a bar at s, from 0 to 1 along its axis.
struct BarPoint {
  Vec3 p;
  double radius;
};
BarPoint along(const ConvexPart& bar, double s) {
  const std::size_t end = bar.points.size() - 1;
  return {bar.points[0] + s * (bar.points[end] - bar.points[0]),
          bar.radius_at(0) + s * (bar.radius_at(end) - bar.radius_at(0))};
}

double nearest_along(const ConvexPart& bar, const Vec3& p) {
  const Vec3 d = bar.points.back() - bar.points.front();
  const double dd = d.squaredNorm();
  return dd > 0 ? std::clamp(d.dot(p - bar.points.front()) / dd, 0.0, 1.0) : 0;
}

ConvexPart piece(const ConvexPart& bar, double from, double to) {
  const BarPoint a = along(bar, from), b = along(bar, to);
  ConvexPart part;
  part.points = {a.p, b.p};
  part.radius = a.radius;
  if (a.radius != b.radius) part.radii = {a.radius, b.radius};
  return part;
}

// What of the bar's axis lies outside the ball about p: nothing, one end, both ends, or all.
void add_bar(const ConvexPart& bar, const Vec3& p, double radius, std::vector<ConvexPart>& parts) {
  const double middle = nearest_along(bar, p);
  if ((along(bar, middle).p - p).norm() >= radius) return parts.push_back(bar);
  const Vec3 d = bar.points.back() - bar.points.front();
  if (d.isZero(0)) return;
  // On the whole line, of which the bar is a part.
  const double s = d.dot(p - bar.points.front()) / d.squaredNorm();
  const double away = (bar.points.front() + s * d - p).squaredNorm();
  const double half = std::sqrt(std::max(radius * radius - away, 0.0) / d.squaredNorm());
  if (s - half > 0) parts.push_back(piece(bar, 0, s - half));
  if (s + half < 1) parts.push_back(piece(bar, s + half, 1));
}

// The corners of the hull of points in a plane across `axis`, which all have the same coordinate
// there (Andrew's monotone chain).
std::vector<std::size_t> hull_across(const std::vector<Vec3>& points, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  std::vector<std::size_t> order(points.size()), chain;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(points[a][u], points[a][v]) < std::pair(points[b][u], points[b][v]);
  });
  const auto turns = [&](std::size_t o, std::size_t a, std::size_t b) {
    return (points[a][u] - points[o][u]) * (points[b][v] - points[o][v]) -
           (points[a][v] - points[o][v]) * (points[b][u] - points[o][u]);
  };
  const auto extend = [&](std::size_t i, std::size_t least) {
    while (chain.size() >= least && turns(chain[chain.size() - 2], chain.back(), i) <= 0)
      chain.pop_back();
    chain.push_back(i);
  };
  for (std::size_t i : order) extend(i, 2);
  const std::size_t lower = chain.size() + 1;
  for (std::size_t k = order.size() - 1; k-- > 0;) extend(order[k], lower);
  if (chain.size() > 1) chain.pop_back();
  return chain;
}

// What of a part lies on the side `sign` of the plane at `offset` along `axis`.
void add_side(const ConvexPart& part, int axis, double sign, double offset,
              std::vector<ConvexPart>& parts) {
  ConvexPart cut = part;
  cut.points.clear();
  std::vector<double> radii;
  std::vector<Vec3> crossings;
  std::vector<double> radii_there;
  const auto beyond = [&](std::size_t i) { return sign * (part.points[i][axis] - offset); };
  for (std::size_t i = 0; i < part.points.size(); ++i) {
    if (beyond(i) < 0) continue;
    cut.points.push_back(part.points[i]);
    radii.push_back(part.radius_at(i));
    for (std::size_t j = 0; j < part.points.size(); ++j) {
      if (beyond(j) >= 0) continue;
      const double s = beyond(i) / (beyond(i) - beyond(j));
      crossings.push_back(part.points[i] + s * (part.points[j] - part.points[i]));
      crossings.back()[axis] = offset;
      radii_there.push_back(part.radius_at(i) + s * (part.radius_at(j) - part.radius_at(i)));
    }
  }
  if (cut.points.empty()) return;
  if (!crossings.empty())
    for (std::size_t k : hull_across(crossings, axis)) {
      cut.points.push_back(crossings[k]);
      radii.push_back(radii_there[k]);
    }
  if (!part.radii.empty()) cut.radii = radii;
  parts.push_back(std::move(cut));
}

void add_other(const ConvexPart& part, const Vec3& p, double radius,
               std::vector<ConvexPart>& parts) {
  const Bounds cube{p - Vec3::Constant(radius), p + Vec3::Constant(radius)};
  if (!part.bounds.overlaps(cube)) return parts.push_back(part);
  for (int axis = 0; axis < 3; ++axis) {
    add_side(part, axis, 1, p[axis] + radius, parts);
    add_side(part, axis, -1, p[axis] - radius, parts);
  }
}

}  // namespace

double girth_at(const Collider& body, const Vec3& p) {
  double nearest = std::numeric_limits<double>::infinity(), girth = 0;
  for (const ConvexPart& part : body.parts()) {
    const BarPoint at = is_bar(part) ? along(part, nearest_along(part, p)) : BarPoint{};
    const double away =
        is_bar(part) ? std::max((at.p - p).norm() - at.radius, 0.0) : distance_to(part.bounds, p);
    const double thick = is_bar(part) ? at.radius : middle_extent(part.bounds) / 2;
    if (away > nearest || (away == nearest && thick <= girth)) continue;
    nearest = away;
    girth = thick;
  }
  return girth;
}

Collider beyond(const Collider& body, const Vec3& p, double radius) {
  std::vector<ConvexPart> parts;
  for (const ConvexPart& part : body.parts()) {
    if (is_bar(part))
      add_bar(part, p, radius, parts);
    else
      add_other(part, p, radius, parts);
  }
  return Collider(std::move(parts));
}

}  // namespace gambol
