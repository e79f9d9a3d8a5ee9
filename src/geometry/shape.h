#pragma once

// What bodies are made of: simple solids placed in a body's frame.

#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

enum class ShapeKind { box, sphere, cylinder, capsule, mesh };

// Cylinders and capsules lie along their own y axis, as in seed 003 Script 15. `length` is the
// cylinder's height and, for a capsule, the distance between the centres of its two hemispheres.
struct Shape {
  ShapeKind kind = ShapeKind::box;
  Vec3 size = Vec3::Zero();  // box: full extents, m
  double radius = 0;         // sphere, cylinder, capsule; m
  double length = 0;         // cylinder, capsule; m
  double end_radius = 0;  // capsule: of its end at +y, where it tapers; else 0. Less than `length`
                          // from `radius`
  // Box: the width of a flat 45-degree bevel on every edge, as a fraction of the unit cube that is
  // then scaled to `size` (seed 000 App. C uses such a "unit_cubeb").
  double bevel = 0;
  double edge = 0;   // box, cylinder: radius of rounded edges as seen, m; carries no inertia
  std::string mesh;  // mesh: OBJ file, path resolved
  Transform X_BS;    // pose of the shape in its body's frame
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

// Corners of a box (sharp, as seed 000 section 4.4 tests bounding boxes), the centre of a sphere,
// both ends of a capsule, eight points on each rim of a cylinder, every vertex of a mesh.
std::vector<ContactPoint> contact_points(const Shape& shape);

}  // namespace gambol
