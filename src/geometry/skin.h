#pragma once

// A mesh that several bodies bend: dual quaternion skinning (Kavan, Collins, Zara and O'Sullivan,
// "Skinning with dual quaternions", I3D 2007). Elbows keep their volume, where blended matrices
// would collapse.

#include <cstdint>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

struct Influence {
  std::uint32_t body = 0;
  double weight = 0;
};

struct SkinMesh {
  TriangleMesh mesh;                     // in the root's frame, at rest
  std::vector<Influence> influences;     // of vertex i: first[i] to first[i + 1]; heaviest first,
  std::vector<std::uint32_t> first;      // weights add up to 1; as many as positions, and one
  std::vector<Transform> X_BR;           // [body] the root's frame at rest in the body's
  std::vector<std::size_t> material_of;  // [triangle] which of the skin's materials

  // Of the places that vertices share, filled by find_places(): where bodies pull differently on
  // both sides of a vertex its surface tilts, and its normal with it.
  std::vector<std::uint32_t> place_of;  // [vertex]
  std::vector<std::uint32_t> around;    // triangles around place i: around_first[i] to [i + 1]
  std::vector<std::uint32_t> around_first;
};

// To be called when triangles, positions and normals are complete. Without it normals only turn.
void find_places(SkinMesh& skin);

// Where two bodies that hold a skin hang together.
struct SkinJoint {
  int body = 0;  // the other one
  int joint = 0;
};

// The influence of bodies on one vertex from how far they are: `distances` [body], m, infinite for
// what has none. It is 1 for the nearest body and falls smoothly, for one that hangs on it by joint
// j, to 0 where that is widths[j] farther away; bodies that hang on that one count by the product
// of all joints between. So nothing jumps where another body becomes the nearest, and a hand does
// not pull the thigh beside it. `joints` [body] are those of each. At most `most_influences`,
// appended in the order that SkinMesh wants.
inline constexpr std::size_t most_influences = 8;
void add_influences(const std::vector<double>& distances, const std::vector<double>& widths,
                    const std::vector<std::vector<SkinJoint>>& joints,
                    std::vector<Influence>& influences);

// Gives every triangle the material that is nearest to it: `near` [vertex][material] are distances,
// m. Triangles where two materials meet are cut along the line where both are as near.
void cut_materials(SkinMesh& skin, std::vector<std::vector<float>> near);

// Where the vertices are with the bodies at X_WB [body], and how they then face. The same bits for
// any number of threads.
void bend(const SkinMesh& skin, const std::vector<Transform>& X_WB, std::vector<Vec3>& positions,
          std::vector<Vec3>& normals);

}  // namespace gambol
