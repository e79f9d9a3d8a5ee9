#pragma once

// How a body is scaled to a person: along its length by one factor, across it by another, which may
// change along the length; and the meshes of skins, which follow the bodies that move them.

#include "figure/figure_spec.h"
#include "geometry/skin.h"

namespace gambol {

// Factors along the axes of the body's frame at a place along its length, and a shift there.
struct StretchAt {
  Vec3 factors = Vec3::Ones();
  Vec3 shift = Vec3::Zero();  // m, of the scaled body
};

// `place`: along the body's length, from its joint, in the figure as written, m. The profile is
// smooth between its places, and constant beyond the first and the last.
StretchAt stretch_at(const BodyStretch& stretch, double place);

// The point of the scaled body's frame to which a point of the body as written goes, m.
Vec3 stretched(const BodyStretch& stretch, const Vec3& p);

// The bodies at rest in the root's frame, before loading scaled the figure, if it did [body].
std::vector<Transform> rest_as_written(const FigureSpec& figure);

// Moves a skin that is bound to the figure as written to the scaled figure. A vertex goes to the
// mean of the places to which its bodies take it, by their weights, so that a surface without gaps
// stays without; normals tilt with the surface. Does nothing to figures that are not scaled.
void stretch_skin(const FigureSpec& figure, SkinMesh& skin);

}  // namespace gambol
