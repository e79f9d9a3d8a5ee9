#pragma once

// Where two bodies overlap. Every colliding shape is made of convex parts: the hull of some balls,
// which may be points. A box is eight points, a sphere one ball, a capsule two, a mesh or height
// field its triangles.

#include <array>
#include <vector>

#include "dynamics/spatial.h"
#include "geometry/shape.h"

namespace gambol {

// Axis-aligned box.
struct Bounds {
  Vec3 low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
  void include(const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void include(const Bounds& b) {
    low = low.cwiseMin(b.low);
    high = high.cwiseMax(b.high);
  }
  bool overlaps(const Bounds& b) const {
    return (low.array() <= b.high.array()).all() && (b.low.array() <= high.array()).all();
  }
};

struct ConvexPart {
  std::vector<Vec3> points;   // B; centres of balls
  double radius = 0;          // of all balls,
  std::vector<double> radii;  // or if they differ of each
  double radius_at(std::size_t i) const { return radii.empty() ? radius : radii[i]; }
  bool one_sided = false;      // a triangle of a mesh: pushes along `normal` only
  Vec3 normal = Vec3::Zero();  // B, outward
  Bounds bounds;               // B, swollen
};

// A body's collision shapes, with a tree of bounds over their parts.
class Collider {
 public:
  explicit Collider(const std::vector<Shape>& shapes);

  bool empty() const { return parts_.empty(); }
  const std::vector<ConvexPart>& parts() const { return parts_; }
  const Bounds& bounds() const { return nodes_[0].bounds; }  // B
  // Parts whose bounds overlap `box` (B), in a fixed order, appended to `found`.
  void overlapping(const Bounds& box, std::vector<int>& found) const;

 private:
  struct Node {
    Bounds bounds;
    int first = 0, count = 0;   // a leaf's parts, in order_
    int left = -1, right = -1;  // else
  };
  int build(int first, int count);

  std::vector<ConvexPart> parts_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

// Bounds in P of what has bounds `b` in C.
Bounds moved(const Bounds& b, const Frame& X_PC);

// A place where a overlaps b.
struct Touch {
  Vec3 p_W = Vec3::Zero();      // in the middle of the overlap
  Vec3 normal = Vec3::UnitZ();  // W, unit, out of b into a
  double depth = 0;             // m, > 0
};

// Touches of two convex parts: corners of one within the other, ends of edges that reach over a
// rim, and edges that cross. Appended to `touches`.
void touch_parts(const ConvexPart& a, const Frame& X_WA, const ConvexPart& b, const Frame& X_WB,
                 std::vector<Touch>& touches);

}  // namespace gambol
