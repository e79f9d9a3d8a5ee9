// Finds the terrain below a body, and the parts of it that the body may touch.

#include <algorithm>
#include <cmath>

#include "contact/find/over_terrain.h"

namespace gambol {
namespace {

// Lower bound on the height of a segment above the ground, m, from the heights of its ends and the
// terrain's steepest slope.
double least_gap(const HeightField& terrain, const Vec3& a, const Vec3& b) {
  const double gap_a = a.z() - terrain.height(a.x(), a.y());
  const double gap_b = b.z() - terrain.height(b.x(), b.y());
  const double least = std::min(gap_a, gap_b);
  if (least <= 0) return least;
  const double rise = b.z() - a.z();
  const double climb = terrain.steepest() * (b - a).head<2>().norm();
  const double from_a = climb - rise, from_b = climb + rise;  // largest loss of gap along the way
  if (from_a <= 0 || from_b <= 0) return least;
  const double s = std::clamp((gap_a - gap_b + from_b) / (from_a + from_b), 0.0, 1.0);
  return std::max(gap_a - s * from_a, gap_b - (1 - s) * from_b);
}

// Gathers the convex sides of the terrain in `cells` that a body may touch if it moves by up to
// `slack`, and whether there are such corners.
void gather_sides(const HeightField& terrain, const HeightField::Cells& cells,
                  const Footprint& span, double slack, NearGround& near) {
  near.sides.clear();
  near.corners = false;
  const double radius = span.radius + slack;
  const double lowest = std::min(span.a.z(), span.b.z()) - radius;
  const Vec3 d = span.b - span.a;
  for (int j = cells.j_low; j <= cells.j_high; ++j) {
    for (int i = cells.i_low; i <= cells.i_high; ++i) {
      if (!near.corners && terrain.may_be_corner(i, j) && terrain.z(i, j) >= lowest - radius)
        near.corners =
            squared_line_distance(span.a, d, terrain.vertex(i, j)) <= radius * radius * (1 + 1e-9);
      if (!terrain.has_convex_side(i, j) || terrain.top(i, j) < lowest) continue;
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
        TerrainSide s{i, j, side, {}, {}};
        terrain.ends_of(i, j, side, s.p, s.q);
        if (passes(s, span, slack)) near.sides.push_back(s);
      }
    }
  }
}

// A cheap lower bound on the body's distance from the ground, m.
double clearance(const HeightField& terrain, const Footprint& span) {
  if (in_one_triangle(terrain, span.box)) {
    const auto [normal, offset] = plane_below(terrain, span);
    const double above = std::min(normal.dot(span.a), normal.dot(span.b)) - offset - span.radius;
    // Moving by `above`, the body stays over that triangle.
    if (above > 0 && in_one_triangle(terrain, span.box.wider(above))) return above;
  }
  const double steep = terrain.steepest();
  return least_gap(terrain, span.a, span.b) / std::sqrt(1 + steep * steep) - span.radius;
}

}  // namespace

void look_below(const HeightField& terrain, const Body& body, const Frame& X, double margin,
                NearGround& near) {
  // With more slack the result holds longer, but more sides are gathered.
  constexpr double slack_per_radius = 0.5;
  const Footprint span(body, X);
  near.clear = clearance(terrain, span);
  near.slack = 0;
  if (near.clear > margin) return;
  near.slack = slack_per_radius * span.radius;
  const Box2 wider = span.box.wider(near.slack);
  near.top = highest_under(terrain, wider);
  if (in_one_triangle(terrain, wider)) {
    near.below = NearGround::Below::one_triangle;
    near.plane = plane_below(terrain, span);
    near.sides.clear();
    near.corners = false;
    return;
  }
  const Box2 core = span.box.wider(-near.slack);
  const bool may_be_one =
      core.x_low >= core.x_high || core.y_low >= core.y_high || in_one_triangle(terrain, core);
  near.below = may_be_one ? NearGround::Below::unsure : NearGround::Below::several;
  gather_sides(terrain, cells_under(terrain, wider), span, near.slack, near);
}

bool over_one_triangle(const HeightField& terrain, const Body& body, const Frame& X,
                       const NearGround& near, HeightField::TrianglePlane& plane) {
  if (near.below == NearGround::Below::several) return false;
  if (near.below == NearGround::Below::one_triangle) {
    plane = near.plane;
    return true;
  }
  const Footprint span(body, X);
  if (!in_one_triangle(terrain, span.box)) return false;
  plane = plane_below(terrain, span);
  return true;
}

WideMask corners_near(const HeightField& terrain, const Frame& X,
                      const ContactFeatures::FourPoints& corners, double top, double margin) {
  constexpr double rounding = 1e-9;
  const double steep = terrain.steepest();
  const double above = margin * std::sqrt(1 + steep * steep) + rounding;
  const Wide z = placed(corners, X, 2);
  const WideMask low = z <= wide(top + above);
  if (!any(low)) return low;
  return low & (z - terrain.heights(placed(corners, X, 0), placed(corners, X, 1)) <= wide(above));
}

}  // namespace gambol
