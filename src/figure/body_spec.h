#pragma once

// A body of a figure file: its joint, its shapes, and how loading has scaled it to a person; see
// figure_spec.h.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "figure/joint_spec.h"
#include "figure/terrain_spec.h"
#include "geometry/shape.h"
#include "schema/field.h"

namespace gambol {

struct ShapeSpec {
  Place place;
  Shape shape;
  std::optional<double> density;       // kg/m3; default: the body's, else the figure's
  std::string material;                // of the look; default: the body's, else the figure's
  std::string layer;                   // of a visible shape; default: the figure's
  std::optional<TerrainSpec> heights;  // source of a height field
};
void fields(Fields& v, ShapeSpec& of);
// An author writes a WrittenShape (figure/shapes/written_shape.h). Said here, so that who loads or
// describes shapes without that header does not compile.
struct WrittenShape;
template <>
struct WrittenAs<ShapeSpec> {
  using type = WrittenShape;
};

// How wide a body is at a place along its length, in proportion to how wide it was.
struct GirthSpec {
  Place place;
  double at = 0;     // along the body's length, from its joint, in the figure as written, m
  double wide = 1;   // factor across: along y for bodies that are long in x or z, else along z
  double deep = 1;   // factor along the third axis: x for bodies that are long in z
  double ahead = 0;  // shift along that axis, in the figure as written, m
};
void fields(Fields& v, GirthSpec& of);

// How a body was scaled to a person or a size (figure/body_stretch.h). Not written by authors.
struct BodyStretch {
  Place place;
  Transform X_RB;  // the body in the root's frame at rest, in the figure as written
  int axis = 2;    // the long axis, of the body's frame
  double length = 1, girth = 1;
  std::vector<GirthSpec> profile;  // by `at`; multiplies the girth
  std::vector<ShapeSpec> visible;  // as written
};
void fields(Fields& v, BodyStretch& of);

// A soft layer over the collision shapes of a body: a spring and a damper at each contact point, in
// series with those of what it touches (contact/answer/contact_layer.h).
struct CushionSpec {
  Place place;
  double strength = 0;   // alpha of an exponential spring, N
  double rise = 0;       // beta, 1/m
  double stiffness = 0;  // of a linear spring beside it, N/m
  double damping = 0;    // N*s/m
};
void fields(Fields& v, CushionSpec& of);

struct BodySpec {
  Place place;
  std::string name;
  std::string parent;      // empty: this is the root
  Vec3 at = Vec3::Zero();  // p_PoBo_P: the joint in the parent's frame, m
  std::vector<RotationSpec> rotate;
  JointSpec joint;  // to the parent; the root's is ignored
  std::optional<double> density;
  std::string material;
  // Shapes that give inertia, that collide, that are seen. `shapes:` fills those of the three lists
  // that are not written; an empty list that is written (`collision: []`) stays empty.
  std::vector<ShapeSpec> inertia, collision, visible;
  std::optional<BodyStretch> stretch;  // of a figure that was scaled
  std::optional<CushionSpec> cushion;  // default: hard
};
void fields(Fields& v, BodySpec& of);

}  // namespace gambol
