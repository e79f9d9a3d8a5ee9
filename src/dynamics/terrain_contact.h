#pragma once

// Where a body touches uneven ground: its corners on the triangles, as in seed 000 section 4.4, and
// what that section leaves out: its edges, bars and balls on the terrain's edges and corners.

#include <array>

#include "dynamics/model.h"
#include "geometry/height_field.h"

namespace gambol {

// Not initialised: there are many on the stack, few used.
struct GroundTouch {
  double depth;  // m, along the normal
  Vec3 p_B;
  Vec3 normal;  // W, unit, out of the ground
};

// Few enough to live on the stack; a body that touches in more places keeps the first of them.
class GroundTouches {
 public:
  void add(const GroundTouch& t) {
    if (count_ < touches_.size()) touches_[count_++] = t;
  }
  void clear() { count_ = 0; }
  const GroundTouch* begin() const { return touches_.data(); }
  const GroundTouch* end() const { return touches_.data() + count_; }
  static constexpr std::size_t most = 48;

 private:
  std::array<GroundTouch, most> touches_;
  std::size_t count_ = 0;
};

// A side of the terrain's triangles (HeightField::edge).
struct TerrainSide {
  int i, j, side;
  Vec3 p, q;
};

// What lies below a body where it was seen.
struct NearGround {
  double clear = 0;  // m: the body may move that far in any way without touching
  double slack = 0;  // m: all that follows holds while no point of it has moved that far
  enum class Below { one_triangle, several, unsure } below = Below::unsure;
  HeightField::TrianglePlane plane;  // of the one triangle
  double top = 0;                    // m, no ground below the body is higher
  std::vector<TerrainSide> sides;    // convex ones that it may touch
  bool corners = false;              // whether there are corners that it may touch
};
// Fills `near`; if the body is clear by more than `margin` (m), nothing else is looked for.
void look_below(const HeightField& terrain, const Body& body, const Frame& X_WB, double margin,
                NearGround& near);

// Whether all of the body certainly lies over one triangle, whose plane `plane` then is. Says the
// same whatever else `near` holds.
bool over_one_triangle(const HeightField& terrain, const Body& body, const Frame& X_WB,
                       const NearGround& near, HeightField::TrianglePlane& plane);

// Which of four corners may be in the ground or within `margin` (m) above it.
WideMask corners_near(const HeightField& terrain, const Frame& X_WB,
                      const ContactFeatures::FourPoints& corners, double top, double margin);

// The corner (a contact point without radius) p_B of a body at X_WB against the triangle below it.
// Up to `margin` above the triangle it still counts, with a depth that is not positive.
bool corner_touches(const HeightField& terrain, const Frame& X_WB, const Vec3& p_B, double margin,
                    GroundTouch& touch);

// All other ways in which the body touches.
void find_touches(const HeightField& terrain, const Body& body, const Frame& X_WB,
                  const NearGround& near, GroundTouches& touches);

// The least height of the body's corners, bars and balls, and of its edges where they cross edges
// of the terrain, above the ground below them, m; negative within it.
double height_above(const HeightField& terrain, const Body& body, const Frame& X_WB);

}  // namespace gambol
