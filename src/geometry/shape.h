#pragma once

// What bodies are made of: simple solids placed in a body's frame.

#include <memory>
#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

class HeightField;

enum class ShapeKind { box, sphere, ellipsoid, cylinder, capsule, height_field, mesh };

// Cylinders and capsules lie along their own y axis, as in seed 003 Script 15. `length` is the
// cylinder's height and, for a capsule, the distance between the centres of its two hemispheres.
//
// A box may close in, or widen, towards its face at +z, and a cylinder towards its end at +y: what
// seed 003 App. D shears (its `shear` scales a cross-section in proportion to the place along an
// axis). The middle of that face or end may lie beside that of the other.
struct Shape {
  ShapeKind kind = ShapeKind::box;
  Vec3 size = Vec3::Zero();  // box: full extents; ellipsoid: its three radii; m
  double radius = 0;         // sphere, cylinder, capsule; m
  double length = 0;         // cylinder, capsule; height field: how far it goes down below its
                             // lowest height; m
  double depth = 0;       // cylinder: radius along z, if its cross-section is an ellipse; else 0; m
  double end_radius = 0;  // capsule: of its end at +y, where it tapers; else 0. Less than `length`
                          // from `radius`
  // Box: extents along x and y at +z per those at -z; cylinder: radii along x and z at +y per those
  // at -y. 0 is an edge or, both, an apex.
  Vec2 taper = Vec2::Ones();
  Vec2 shift = Vec2::Zero();  // of the middle there beside that of the other end, likewise, m
  // Box: the width of a flat 45-degree bevel on every edge, as a fraction of the unit cube that is
  // then scaled to `size` (seed 000 App. C uses such a "unit_cubeb").
  double bevel = 0;
  double edge = 0;      // box, cylinder: radius of rounded edges as seen, m; carries no inertia
  std::string mesh;     // mesh: file as load_mesh() reads it, path resolved
  int subdivision = 0;  // mesh: levels of subdivision, as seen
  std::shared_ptr<const HeightField> field;  // height field: in the shape's frame
  bool smooth = false;                       // height field: how it is seen
  bool mirrored = false;                     // mesh, height field: seen in a mirror, y -> -y
  Transform X_BS;                            // pose of the shape in its body's frame
};

// Mass, centre of mass p_BoBcm_B and rotational inertia about the centre of mass, in B's axes.
struct MassProperties {
  double mass = 0;           // kg
  Vec3 com = Vec3::Zero();   // m
  Mat3 I_cm = Mat3::Zero();  // kg m2
};

// A place on a body that can touch the ground: a ball of `radius` (0 for a corner) at p_B.
struct ContactPoint {
  Vec3 p_B = Vec3::Zero();
  double radius = 0;
};

double volume(const Shape& shape);  // m3, exact (bevels counted, rounded edges not)
MassProperties mass_properties(const Shape& shape, double density);
MassProperties combine(const MassProperties& a, const MassProperties& b);

// The slope of a capsule's side: the sine of the angle by which it closes in towards +y.
double taper(const Shape& capsule);

// Whether a box or cylinder has other cross-sections than a plain one.
bool is_tapered(const Shape& shape);
// Whether a cylinder's cross-sections are circles about its axis.
bool is_round(const Shape& cylinder);

// Corners of a box (sharp, as seed 000 section 4.4 tests bounding boxes), the centre of a sphere,
// both ends of a capsule, eight points on each rim of a cylinder (one at an apex), every vertex of
// a mesh or height field. An ellipsoid is the balls that fill it from inside: those that touch it
// along rings around its thinnest axis; their hull is nowhere farther
// within it than 4 % of its longest radius.
std::vector<ContactPoint> contact_points(const Shape& shape);

// The distance through the thinnest part that the shape has anywhere, m; infinite for a mesh or
// height field. No point of it lies farther from its frame's origin than reach(); infinite for a
// mesh.
double thickness(const Shape& shape);
double reach(const Shape& shape);

}  // namespace gambol
