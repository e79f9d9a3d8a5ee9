#pragma once

// Where a body touches uneven ground: its corners on the triangles, as in McKenna's MS thesis, MIT
// 1990, "seed 000", section 4.4, and, beyond that section, its edges, bars and balls on the
// terrain's edges and corners.

#include <array>

#include "dynamics/model.h"
#include "geometry/height_field.h"

namespace gambol {

// Members are not initialised: GroundTouches holds many on the stack and uses few.
struct GroundTouch {
  double depth;  // m, along the normal
  Vec3 p_B;
  Vec3 normal;  // W, unit, out of the ground
};

// Small enough for the stack. If a body touches in more than `most` places, the first are kept.
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

// The ground below a body, at the pose at which look_below examined it.
struct NearGround {
  double clear = 0;  // m: the body may move that far in any direction without touching
  double slack = 0;  // m: the members below hold until a point of the body has moved that far
  enum class Below { one_triangle, several, unsure } below = Below::unsure;
  HeightField::TrianglePlane plane;  // of the triangle, if `below` is one_triangle
  double top = 0;                    // m, upper bound on the height of the ground below the body
  std::vector<TerrainSide> sides;    // convex sides that the body may touch
  bool corners = false;              // whether there are terrain corners that it may touch
};
// Fills `near`. If the body is clear by more than `margin` (m), only `clear` is set, and `slack`
// is 0.
void look_below(const HeightField& terrain, const Body& body, const Frame& X_WB, double margin,
                NearGround& near);

// Whether all of the body certainly lies over one triangle; if so, fills `plane`. The result
// depends on X_WB only: it is the same for every valid `near`, which only saves work.
bool over_one_triangle(const HeightField& terrain, const Body& body, const Frame& X_WB,
                       const NearGround& near, HeightField::TrianglePlane& plane);

// Which of four corners may be in the ground or less than `margin` (m) above it; `top` is
// NearGround::top.
WideMask corners_near(const HeightField& terrain, const Frame& X_WB,
                      const ContactFeatures::FourPoints& corners, double top, double margin);

// Tests the corner p_B (a contact point without radius) of a body at X_WB against the triangle
// below it. A corner up to `margin` (m) above the triangle counts too; its depth is not positive.
bool corner_touches(const HeightField& terrain, const Frame& X_WB, const Vec3& p_B, double margin,
                    GroundTouch& touch);

// Adds all touches of the body other than those of its corners.
void find_touches(const HeightField& terrain, const Body& body, const Frame& X_WB,
                  const NearGround& near, GroundTouches& touches);

// The least height above the ground below, m, of the body's corners, bars and balls, and of its
// edges where they cross edges of the terrain; negative within the ground.
double height_above(const HeightField& terrain, const Body& body, const Frame& X_WB);

}  // namespace gambol
