#pragma once

// Solids whose cross-sections change linearly along their axis: truncated pyramids and cones,
// upright or oblique. All results are in the solid's own frame, whose origin is halfway along the
// axis, at the middle of the cross-section at the axis' negative end.

#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

struct Frustum {
  // Whether the cross-sections are rectangles, in x and y along the axis z; otherwise they are
  // ellipses, in x and z along the axis y.
  bool rectangular = true;
  Vec2 base = Vec2::Zero();   // half extents, or radii, of the cross-section at the negative end, m
  double height = 0;          // m
  Vec2 taper = Vec2::Ones();  // ratios of the half extents at the positive end to `base`
  Vec2 shift = Vec2::Zero();  // offset of the middle there from that of the other end, m
};

// The cross-section at t from 0, at the negative end, to 1; m.
struct Section {
  Vec2 half, middle;
};
Section section(const Frustum& f, double t);

// The point of the plane of the cross-section at t whose coordinates there are `across`, m.
Vec3 place(const Frustum& f, const Vec2& across, double t);

// Exact: every integrand is a polynomial along the axis.
MassProperties mass_properties(const Frustum& f, double density);

// The corners of rectangles, or eight points on each ellipse; coincident points once.
std::vector<Vec3> corners(const Frustum& f);

// A closed mesh with outward faces, its edges rounded by the radius `edge`, m, which must not be
// larger than edge_room(). One is for rectangles, the other for ellipses.
TriangleMesh tapered_box(const Frustum& f, double edge, int segments);
TriangleMesh tapered_cylinder(const Frustum& f, double edge, int segments);
// Whether edges of that radius leave a part of every side.
bool edge_fits_box(const Frustum& f, double edge);
bool edge_fits_cylinder(const Frustum& f, double edge);

// The largest edge radius, m, that leaves a part of every side. 0 if the solid ends in an edge, or
// in an apex that is not a cone's.
double edge_room(const Frustum& f);

}  // namespace gambol
