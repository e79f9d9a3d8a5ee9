#include "figure/support.h"

#include <algorithm>
#include <limits>
#include <set>

namespace gambol {
namespace {

double distance_to_side(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  const double length = way.squaredNorm();
  const double s = length > 0 ? std::clamp((p - a).dot(way) / length, 0.0, 1.0) : 0;
  return (p - a - s * way).norm();
}

Vec3 flat(const Vec3& p) { return {p.x(), p.y(), 0}; }

// Positive if c lies to the left of the way from a to b: twice the area of the triangle.
double left_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// The lowest point of every contact point of the body, in the world.
std::vector<Vec3> points_below(const BodySpec& body, const Transform& X_WB) {
  std::vector<Vec3> points;
  for (const ShapeSpec& s : body.collision)
    for (const ContactPoint& p : contact_points(s.shape))
      points.push_back(X_WB * p.p_B - p.radius * Vec3::UnitZ());
  return points;
}

std::vector<Vec3> lowest_points(const BodySpec& body, const Transform& X_WB, double nearly) {
  std::vector<Vec3> points = points_below(body, X_WB);
  double low = std::numeric_limits<double>::infinity();
  for (const Vec3& p : points) low = std::min(low, p.z());
  std::erase_if(points, [&](const Vec3& p) { return p.z() > low + nearly; });
  return points;
}

}  // namespace

// Andrew's monotone chain.
std::vector<Vec3> flat_hull(std::vector<Vec3> points) {
  std::sort(points.begin(), points.end(), [](const Vec3& a, const Vec3& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  if (points.size() < 3) return points;
  std::vector<Vec3> around;
  const auto side = [&](auto begin, auto end) {
    const std::size_t first = around.size();
    for (auto p = begin; p != end; ++p) {
      while (around.size() > first + 1 &&
             left_of(around[around.size() - 2], around.back(), *p) <= 0)
        around.pop_back();
      around.push_back(*p);
    }
    around.pop_back();  // the other side begins with this point
  };
  side(points.begin(), points.end());
  side(points.rbegin(), points.rend());
  return around;
}

SupportPolygon support_of(const FigureSpec& figure, const std::vector<Transform>& X_WB,
                          const std::vector<double>& forces, double nearly) {
  SupportPolygon support;
  std::vector<Vec3> all;
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    if (!(forces[b] > 0)) continue;
    const std::vector<Vec3> points = lowest_points(figure.bodies[b], X_WB[b], nearly);
    if (points.empty()) continue;
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : points) sum += p;
    support.bearings.push_back({b, sum / static_cast<double>(points.size()), forces[b]});
    all.insert(all.end(), points.begin(), points.end());
  }
  support.border = flat_hull(std::move(all));
  return support;
}

std::pair<Vec2, Vec2> footprint(const FigureSpec& figure, const std::vector<Transform>& X_WB) {
  std::set<std::string> feet;
  for (const LegSpec& leg : figure.legs) feet.insert(leg.feet.begin(), leg.feet.end());
  Vec2 low = Vec2::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    if (!feet.empty() && !feet.count(figure.bodies[b].name)) continue;
    for (const Vec3& p : points_below(figure.bodies[b], X_WB[b])) {
      low = low.cwiseMin(p.head<2>());
      high = high.cwiseMax(p.head<2>());
    }
  }
  if (low.x() > high.x()) {  // nothing can touch the ground
    low = high = X_WB.empty() ? Vec2(Vec2::Zero()) : Vec2(X_WB[0].p.head<2>());
    low -= Vec2::Constant(0.5), high += Vec2::Constant(0.5);
  }
  return {low, high};
}

double margin_within(const Vec3& p, const std::vector<Vec3>& points) {
  const std::vector<Vec3> around = flat_hull(points);
  bool inside = around.size() > 2;
  double least = INFINITY;
  for (std::size_t k = 0; k < around.size(); ++k) {
    const Vec3 &a = around[k], &b = around[(k + 1) % around.size()];
    inside = inside && left_of(a, b, p) > 0;
    least = std::min(least, distance_to_side(flat(p), flat(a), flat(b)));
  }
  return inside ? least : -least;
}

}  // namespace gambol
