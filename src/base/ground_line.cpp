#include "base/ground_line.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

constexpr int samples = 64;  // per span

Vec3 catmull_rom(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, double u) {
  return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u +
                (3 * b - a - 3 * c + d) * u * u * u);
}

Vec3 b_spline(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, double u) {
  const double u2 = u * u, u3 = u2 * u;
  return (std::pow(1 - u, 3) * a + (3 * u3 - 6 * u2 + 4) * b + (-3 * u3 + 3 * u2 + 3 * u + 1) * c +
          u3 * d) /
         6;
}

Vec3 flat(const Vec3& p) { return {p.x(), p.y(), 0}; }

}  // namespace

GroundLine::GroundLine(const std::vector<Vec3>& points, bool closed, Spline spline)
    : closed_(closed) {
  const int n = static_cast<int>(points.size());
  const auto point = [&](int i) {
    if (closed) return flat(points[static_cast<std::size_t>((i + n) % n)]);
    // Beyond an open end, the points are extrapolated linearly.
    if (i < 0) return Vec3(2 * flat(points[0]) - flat(points[1]));
    if (i >= n) return Vec3(2 * flat(points[n - 1]) - flat(points[n - 2]));
    return flat(points[static_cast<std::size_t>(i)]);
  };
  const int spans = closed ? n : n - 1;
  const auto curve = spline == Spline::b_spline ? b_spline : catmull_rom;
  for (int span = 0; span < spans; ++span) {
    for (int k = 0; k < samples; ++k) {
      points_.push_back(curve(point(span - 1), point(span), point(span + 1), point(span + 2),
                              static_cast<double>(k) / samples));
    }
  }
  points_.push_back(closed ? points_.front() : point(spans));
  at_.push_back(0);
  for (std::size_t k = 1; k < points_.size(); ++k) {
    at_.push_back(at_.back() + (points_[k] - points_[k - 1]).norm());
  }
}

Vec3 GroundLine::at(double s) const {
  if (closed_) s -= length() * std::floor(s / length());
  if (s <= 0) return points_.front();
  if (s >= length()) return points_.back();
  const auto next = std::upper_bound(at_.begin(), at_.end(), s);
  const std::size_t k = static_cast<std::size_t>(next - at_.begin());
  const double share = (s - at_[k - 1]) / (at_[k] - at_[k - 1]);
  return points_[k - 1] + share * (points_[k] - points_[k - 1]);
}

double GroundLine::nearest(const Vec3& p, double from, double to) const {
  constexpr int steps = 64;
  double best = from, least = (flat(p) - at(from)).squaredNorm();
  for (int k = 1; k <= steps; ++k) {
    const double s = from + (to - from) * k / steps;
    const double d = (flat(p) - at(s)).squaredNorm();
    if (d < least) {
      least = d;
      best = s;
    }
  }
  return best;
}

double GroundLine::distance(const Vec3& p) const {
  double least = (flat(p) - points_[0]).norm();
  for (std::size_t k = 1; k < points_.size(); ++k) {
    const Vec3 a = points_[k - 1], along = points_[k] - a;
    const double square = along.squaredNorm();
    const double share = square > 0 ? std::clamp((flat(p) - a).dot(along) / square, 0.0, 1.0) : 0;
    least = std::min(least, (flat(p) - a - share * along).norm());
  }
  return least;
}

}  // namespace gambol
