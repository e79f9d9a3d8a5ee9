#pragma once

// Makes skins: a surface, bound to the bodies whose shapes it covers.

#include <cstdint>
#include <vector>

#include "geometry/gltf.h"
#include "geometry/grown_surface.h"
#include "geometry/shape.h"
#include "geometry/skin.h"

namespace gambol {

// A shape that a skin covers.
struct SkinShape {
  Shape shape;  // at rest; its X_BS places it in the root's frame
  std::size_t body = 0;
  std::size_t material = 0;  // index into the skin's materials
};

// What a skin covers.
struct SkinForm {
  std::vector<Transform> X_RB;  // [body] its frame in the root's frame, at rest
  std::vector<int> parent;      // [body] -1: none; parents come first
  std::vector<SkinShape> shapes;
  std::size_t materials = 0;  // number of the skin's materials
  double blend = 0;           // m: distance over which a body's influence fades
};

// Grows the surface from the shapes. Binds every vertex to bodies, and gives every triangle a
// material, by their distances to the shapes. grid_points() tells how large the grid is.
SkinMesh grow_skin(const SkinForm& form, const Growth& growth);

// Binds `mesh`, in the root's frame, in the same way.
SkinMesh bind_skin(const SkinForm& form, TriangleMesh mesh);

// Binds `mesh` by the `shares` [vertex] of its file; bone i moves with the body body_of[i]. All
// triangles have material 0. `X_RB` as in SkinForm.
SkinMesh bind_skin(const std::vector<Transform>& X_RB, TriangleMesh mesh,
                   const std::vector<BoneShares>& shares,
                   const std::vector<std::uint32_t>& body_of);

}  // namespace gambol
