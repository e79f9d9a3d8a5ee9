#pragma once

// Overlap of two bodies. Every colliding shape consists of convex parts. A part is the convex hull
// of some balls, whose radii may be 0 (points): a box has eight points, a sphere one ball, a
// capsule two balls; a mesh or height field has one part per triangle.

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

// Faces, corners and edges of a polytope, in B. Empty if its points are in a plane, or too many.
struct Hull {
  static constexpr std::size_t most_points = 48;
  struct Face {
    Vec3 normal;        // unit, outward
    double offset = 0;  // m, from B's origin along the normal
  };
  struct Corner {
    int point = 0;           // place in the part's points
    std::vector<int> faces;  // at which it is
  };
  struct Edge {
    std::array<int, 2> points, faces;  // its ends, and what it is between
  };
  std::vector<Face> faces;  // each normal once
  std::vector<Corner> corners;
  std::vector<Edge> edges;
  std::vector<Vec3> directions;  // of edges: unit, each once, not reversed either
  bool empty() const { return faces.empty(); }
};
Hull hull_of(const std::vector<Vec3>& points);

struct ConvexPart {
  std::vector<Vec3> points;   // B; centres of balls
  double radius = 0;          // m, of all balls if `radii` is empty
  std::vector<double> radii;  // m, of each ball, if they differ
  double radius_at(std::size_t i) const { return radii.empty() ? radius : radii[i]; }
  bool one_sided = false;      // a mesh's triangle, which pushes along `normal` only
  Vec3 normal = Vec3::Zero();  // B, outward
  Bounds bounds;               // B, of the balls, radii included
  Hull hull;                   // of `points`
};

// A body's collision shapes, with a tree of bounds over their parts.
class Collider {
 public:
  explicit Collider(const std::vector<Shape>& shapes);
  // Of parts whose bounds need not be known.
  explicit Collider(std::vector<ConvexPart> parts);

  bool empty() const { return parts_.empty(); }
  const std::vector<ConvexPart>& parts() const { return parts_; }
  const Bounds& bounds() const { return nodes_[0].bounds; }  // B
  // Parts whose bounds overlap `box` (B), in a fixed order, appended to `found`.
  void overlapping(const Bounds& box, std::vector<int>& found) const;

 private:
  struct Node {
    Bounds bounds;
    int first = 0, count = 0;   // a leaf's parts, in order_
    int left = -1, right = -1;  // an inner node's children; -1: a leaf
  };
  void build();
  int build(int first, int count);

  std::vector<ConvexPart> parts_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

// Bounds in P of an object whose bounds in C are `b`.
Bounds moved(const Bounds& b, const Frame& X_PC);

// A point where part a overlaps part b.
struct Touch {
  Vec3 p_W = Vec3::Zero();      // middle of the overlap along the normal
  Vec3 normal = Vec3::UnitZ();  // W, unit, out of b into a
  double depth = 0;             // m; < 0: the parts are still apart
};

// Appends the touches of two convex parts to `touches`: corners of one within the other, points
// where an edge passes over a rim, and crossings of edges. With a margin (m) also those of parts,
// and of corners, that are closer than that.
void touch_parts(const ConvexPart& a, const Frame& X_WA, const ConvexPart& b, const Frame& X_WB,
                 std::vector<Touch>& touches, double margin = 0);

}  // namespace gambol
