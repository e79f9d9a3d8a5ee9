#pragma once

// The solids that bodies are made of, each placed in its body's frame.

#include <memory>
#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

class HeightField;

// Each kind is a file of geometry/shapes.
enum class ShapeKind {
  box,
  sphere,
  ellipsoid,
  cylinder,
  capsule,
  height_field,
  mesh,
  count  // of kinds; stays last
};
inline constexpr auto shape_kinds = static_cast<std::size_t>(ShapeKind::count);

// Cylinders and capsules lie along their own y axis, as in McKenna's PhD thesis (MIT 1994, seed
// 003), Script 15. `length` is the cylinder's height and, for a capsule, the distance between the
// centres of its two hemispheres.
//
// A box may narrow or widen towards its face at +z, and a cylinder towards its end at +y, like the
// solids that seed 003 App. D shears (its `shear` scales a cross-section in proportion to the place
// along an axis). The middle of that face or end may be offset from the middle of the other.
struct Shape {
  ShapeKind kind = ShapeKind::box;
  Vec3 size = Vec3::Zero();  // box: full extents; ellipsoid: its three radii; m
  double radius = 0;         // sphere, cylinder, capsule; m
  double length = 0;         // cylinder, capsule; height field: depth of its bottom below its
                             // lowest height; m
  double depth = 0;  // cylinder: radius along z, m, if its cross-section is an ellipse; otherwise 0
  double end_radius = 0;  // capsule: radius at +y, m, if it tapers; otherwise 0. It differs from
                          // `radius` by less than `length`
  // Box: ratios of the extents along x and y at +z to those at -z; cylinder: ratios of the radii
  // along x and z at +y to those at -y. One 0 makes an edge, two make an apex.
  Vec2 taper = Vec2::Ones();
  Vec2 shift = Vec2::Zero();  // offset of the middle there from that of the other end, same axes, m
  // Box: the width of a flat 45-degree bevel on every edge, as a fraction of the unit cube that is
  // then scaled to `size` (McKenna's MS thesis, MIT 1990, seed 000, App. C uses such a
  // "unit_cubeb").
  double bevel = 0;
  double edge = 0;      // box, cylinder: radius of rounded visible edges, m; no effect on inertia
  std::string mesh;     // mesh: file as load_mesh() reads it, path resolved
  double scale = 1;     // mesh: factor of the file's coordinates
  int subdivision = 0;  // mesh: levels of subdivision of the visible surface
  std::shared_ptr<const HeightField> field;  // height field: in the shape's frame
  bool smooth = false;                       // height field: visible with smooth normals
  bool mirrored = false;                     // mesh, height field: mirrored, y -> -y
  Transform X_BS;                            // from the shape's frame to its body's
};

// Mass, centre of mass p_BoBcm_B and rotational inertia about the centre of mass, in B's axes.
struct MassProperties {
  double mass = 0;           // kg
  Vec3 com = Vec3::Zero();   // m
  Mat3 I_cm = Mat3::Zero();  // kg m2
};

// A place on a body that can touch the ground: a ball of `radius` (m; 0 for a corner) at p_B (m).
struct ContactPoint {
  Vec3 p_B = Vec3::Zero();
  double radius = 0;
};

double volume(const Shape& shape);  // m3, exact (bevels counted, rounded edges not)
MassProperties mass_properties(const Shape& shape, double density);  // in its body's frame; kg/m3
// `diagonal` is that of the inertia, whose other elements are 0.
MassProperties about_centre(double mass, const Vec3& diagonal);
MassProperties combine(const MassProperties& a, const MassProperties& b);

// The slope of a capsule's side: the sine of the angle at which it narrows towards +y.
double taper(const Shape& capsule);

// Whether the cross-sections of a box or cylinder change or shift along its axis.
bool is_tapered(const Shape& shape);
// Whether a cylinder's cross-sections are circles about its axis.
bool is_round(const Shape& cylinder);

// Corners of a box (sharp, as seed 000 section 4.4 tests bounding boxes), the centre of a sphere,
// both ends of a capsule, eight points on each rim of a cylinder (one at an apex), every vertex of
// a mesh or height field. An ellipsoid is represented by balls inside it, which touch it along
// rings around its thinnest axis; their hull is nowhere deeper inside the ellipsoid than 4 % of its
// longest radius.
std::vector<ContactPoint> contact_points(const Shape& shape);

// thickness() is the smallest of the shape's extents along its axes, m, each taken at its widest
// cross-section; infinite for a mesh or height field. No point of the shape lies farther from its
// frame's origin than reach(), m; infinite for a mesh.
double thickness(const Shape& shape);
double reach(const Shape& shape);

// Whether the solid is the hull of its contact points. If not, it collides as its solid_mesh().
bool is_convex(const Shape& shape);

// The middle of one end of an elongated solid, which is centred on its frame's origin, in that
// frame, m. 0 for balls, meshes and height fields.
Vec3 long_end(const Shape& shape);

// The largest radius, m, of rounded edges that leaves a part of every side. 0 if the shape has no
// edges to round, or ends in an edge or in an apex that is not a cone's.
double edge_room(const Shape& shape);

// Reflects the shape in its own frame, y -> -y; it may then turn that frame by half a turn.
void reflect(Shape& shape);

}  // namespace gambol
