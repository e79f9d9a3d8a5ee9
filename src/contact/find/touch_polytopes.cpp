#include <algorithm>
#include <array>
#include <cmath>

#include "contact/find/polytopes.h"

namespace gambol {
namespace {

constexpr double upright = 1e-9;  // cosine between n and the normal of a wall
constexpr double rim = 1e-9;      // by how much a point may be outside, of the pair's size
constexpr double same = 1e-4;     // distance of points that are taken as one, of the pair's size

// A point seen along the normal: its place across, and its height along.
struct Seen {
  Eigen::Vector2d at;
  double height = 0;
};

// The surface of a polytope that faces along `side` times n, in the pair's units; what the part is
// grown by raises it along n.
class FacingSurface {
 public:
  FacingSurface(const PlacedPart& placed, const Mat3& R_NW, double side)
      : hull_(placed.part->hull), side_(side), raised_(side * placed.grown) {
    const Mat3 R_NB = R_NW * placed.X->R;
    const Vec3 origin = R_NW * (placed.X->p - placed.origin) * placed.scale;
    for (std::size_t f = 0; f < hull_.faces.size(); ++f) {
      normals_[f] = R_NB * hull_.faces[f].normal;
      offsets_[f] = hull_.faces[f].offset * placed.scale + normals_[f].dot(origin);
    }
    for (const Hull::Corner& c : hull_.corners)
      points_[c.point] = R_NB * placed.part->points[c.point] * placed.scale + origin;
  }
  // Calls visit(seen) for each corner of the surface.
  template <class Visit>
  void each_corner(const Visit& visit) const {
    for (const Hull::Corner& c : hull_.corners)
      if (std::any_of(c.faces.begin(), c.faces.end(), [&](int f) { return faces_along(f); }))
        visit(seen(c.point));
  }
  // Calls visit(from, to) for each edge of the surface.
  template <class Visit>
  void each_edge(const Visit& visit) const {
    for (const Hull::Edge& e : hull_.edges)
      if (faces_along(e.faces[0]) || faces_along(e.faces[1]))
        visit(seen(e.points[0]), seen(e.points[1]));
  }
  // Sets the height of the surface at a place; returns false if it is beside the polytope.
  bool height_at(const Eigen::Vector2d& at, double& height) const {
    double low = -1e300, high = 1e300;
    for (std::size_t f = 0; f < hull_.faces.size(); ++f) {
      const Vec3& n = normals_[f];
      const double room = offsets_[f] - n.head<2>().dot(at);
      if (std::abs(n.z()) <= upright) {
        if (room < -rim) return false;
      } else if (n.z() > 0) {
        high = std::min(high, room / n.z());
      } else {
        low = std::max(low, room / n.z());
      }
    }
    height = (side_ > 0 ? high : low) + raised_;
    return low <= high + rim;
  }

 private:
  bool faces_along(int face) const { return side_ * normals_[face].z() > upright; }
  Seen seen(int point) const { return {points_[point].head<2>(), points_[point].z() + raised_}; }
  const Hull& hull_;
  double side_, raised_;
  std::array<Vec3, 2 * Hull::most_points> normals_;  // a polytope has less than twice as many faces
  std::array<double, 2 * Hull::most_points> offsets_;
  std::array<Vec3, Hull::most_points> points_;
};

// Where two edges cross, seen along the normal.
bool crossing(const Seen& a, const Seen& b, const Seen& c, const Seen& d, Seen& of_first,
              Seen& of_second) {
  constexpr double parallel = 1e-12;
  const Eigen::Vector2d u = b.at - a.at, v = d.at - c.at, w = c.at - a.at;
  const double denominator = cross(u, v);
  if (std::abs(denominator) <= parallel) return false;
  const double s = cross(w, v) / denominator, t = cross(w, u) / denominator;
  if (s < 0 || s > 1 || t < 0 || t > 1) return false;
  of_first = {a.at + s * u, a.height + s * (b.height - a.height)};
  of_second = {of_first.at, c.height + t * (d.height - c.height)};
  return true;
}

class Found {
 public:
  void add(const Eigen::Vector2d& at, double bottom, double top) {
    if (top <= bottom || count_ == at_.size()) return;
    for (std::size_t i = 0; i < count_; ++i)
      if ((at_[i] - at).squaredNorm() < same * same) return;
    at_[count_] = at;
    bottom_[count_] = bottom;
    top_[count_++] = top;
  }
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t i = 0; i < count_; ++i) visit(at_[i], bottom_[i], top_[i]);
  }

 private:
  std::array<Eigen::Vector2d, 64> at_;
  std::array<double, 64> bottom_, top_;
  std::size_t count_ = 0;
};

}  // namespace

void touch_polytopes(const PlacedPart& a, const PlacedPart& b, const Vec3& n, double margin,
                     std::vector<Touch>& touches) {
  Mat3 R_NW;
  const Vec3 x = std::abs(n.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY();
  R_NW.row(0) = (x - n.dot(x) * n).normalized();
  R_NW.row(1) = n.cross(R_NW.row(0).transpose());
  R_NW.row(2) = n;
  const FacingSurface lower(a, R_NW, -1), upper(b, R_NW, 1);
  Found found;
  double other = 0;
  lower.each_corner([&](const Seen& c) {
    if (upper.height_at(c.at, other)) found.add(c.at, c.height, other);
  });
  upper.each_corner([&](const Seen& c) {
    if (lower.height_at(c.at, other)) found.add(c.at, other, c.height);
  });
  Seen of_a, of_b;
  lower.each_edge([&](const Seen& p, const Seen& q) {
    upper.each_edge([&](const Seen& r, const Seen& s) {
      if (crossing(p, q, r, s, of_a, of_b)) found.add(of_a.at, of_a.height, of_b.height);
    });
  });
  found.each([&](const Eigen::Vector2d& at, double bottom, double top) {
    const Vec3 middle(at.x(), at.y(), (bottom + top) / 2);
    touches.push_back(
        {R_NW.transpose() * middle / a.scale + a.origin, n, (top - bottom) / a.scale - margin});
  });
}

}  // namespace gambol
