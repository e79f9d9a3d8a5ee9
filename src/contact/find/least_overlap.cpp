#include "contact/find/polytopes.h"

#include <algorithm>
#include <array>

namespace gambol {
namespace {

constexpr double parallel_edges = 1e-9;  // sine of their angle

// The points of a part in the pair's frame and units.
class Points {
 public:
  explicit Points(const PlacedPart& placed) : size_(placed.part->points.size()) {
    for (std::size_t i = 0; i < size_; ++i) points_[i] = placed.point(i);
  }
  // The least and the greatest coordinate along n.
  Vec2 along(const Vec3& n) const {
    Vec2 range = Vec2::Constant(n.dot(points_[0]));
    for (std::size_t i = 1; i < size_; ++i) {
      const double at = n.dot(points_[i]);
      range = {std::min(range[0], at), std::max(range[1], at)};
    }
    return range;
  }

 private:
  std::size_t size_;
  std::array<Vec3, Hull::most_points> points_;
};

// The direction in which two polytopes overlap least, of those that it was asked to consider.
class Least {
 public:
  Least(const PlacedPart& a, const PlacedPart& b) : a_(a), b_(b), grown_(a.grown + b.grown) {}
  // Considers n and -n; returns false if the polytopes are apart along them.
  bool consider(const Vec3& n, double weight) {
    const Vec2 a = a_.along(n), b = b_.along(n);
    take(n, weight * (b[1] - a[0] + grown_));
    take(-n, weight * (a[1] - b[0] + grown_));
    return overlap_ > 0;
  }
  const Vec3& normal() const { return normal_; }

 private:
  void take(const Vec3& n, double overlap) {
    if (overlap >= overlap_) return;
    overlap_ = overlap;
    normal_ = n;
  }
  Points a_, b_;
  double grown_, overlap_ = 1e300;
  Vec3 normal_ = Vec3::UnitZ();
};

}  // namespace

bool is_polytope(const ConvexPart& part) {
  return part.radius == 0 && part.radii.empty() && !part.hull.empty();
}

bool least_overlap(const PlacedPart& a, const PlacedPart& b, Vec3& normal) {
  constexpr double of_faces = 1, of_edges = 1 / 0.95;
  Least least(a, b);
  for (const PlacedPart* p : {&a, &b})
    for (const Hull::Face& f : p->part->hull.faces)
      if (!least.consider(p->X->R * f.normal, of_faces)) return false;
  for (const Vec3& edge : a.part->hull.directions)
    for (const Vec3& other : b.part->hull.directions) {
      const Vec3 across = (a.X->R * edge).cross(b.X->R * other);
      const double sine = across.norm();
      if (sine < parallel_edges) continue;
      if (!least.consider(across / sine, of_edges)) return false;
    }
  normal = least.normal();
  return true;
}

}  // namespace gambol
