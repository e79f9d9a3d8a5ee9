#pragma once

// A mesh that several bodies deform: dual quaternion skinning (Kavan, Collins, Zara and O'Sullivan,
// "Skinning with dual quaternions", I3D 2007). Elbows keep their volume, where blended matrices
// would let them collapse.

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
  std::vector<Influence> influences;     // vertex i has first[i] to first[i + 1], heaviest first;
  std::vector<std::uint32_t> first;      // their weights add up to 1. One entry more than vertices
  std::vector<Transform> X_BR;           // [body] the root's frame at rest in the body's
  std::vector<std::size_t> material_of;  // [triangle] index into the skin's materials

  // Places (positions that vertices share), filled by find_places(). Where bodies move the two
  // sides of a vertex differently, the surface there tilts, and bend() tilts its normal as well.
  std::vector<std::uint32_t> place_of;  // [vertex]
  std::vector<std::uint32_t> around;    // triangles around place i: around_first[i] to [i + 1]
  std::vector<std::uint32_t> around_first;
};

// Call this when triangles, positions and normals are complete. Without it bend() only rotates
// normals with the bodies.
void find_places(SkinMesh& skin);

// Moves the vertices at rest to `positions` [vertex], m; their normals tilt with the surface. Call
// find_places() before.
void move_vertices(SkinMesh& skin, std::vector<Vec3> positions);

// A joint that connects a body of a skin with another one.
struct SkinJoint {
  int body = 0;  // the other one
  int joint = 0;
};

// Computes the influence of bodies on one vertex from their `distances` [body] to it, m; infinite
// for a body without any. Before normalisation the influence of the nearest body is 1. That of a
// body connected to it by joint j falls smoothly to 0 where this body is widths[j] m farther away
// than the nearest; bodies farther along the chain of joints get the product of the factors of all
// joints between. So the influences stay continuous where another body becomes the nearest, and a
// hand does not pull the thigh beside it. `joints` [body] lists the joints of each body. Appends at
// most `most_influences`, in the order of SkinMesh::influences.
inline constexpr std::size_t most_influences = 8;
void add_influences(const std::vector<double>& distances, const std::vector<double>& widths,
                    const std::vector<std::vector<SkinJoint>>& joints,
                    std::vector<Influence>& influences);

// Gives every triangle the nearest material: `near` [vertex][material] are distances, m. Triangles
// where two materials meet are cut along the line of equal distances.
void cut_materials(SkinMesh& skin, std::vector<std::vector<float>> near);

// Computes the positions (W, m) and normals (W, unit) of the vertices with the bodies at X_WB
// [body]. The result has the same bits for any number of threads.
void bend(const SkinMesh& skin, const std::vector<Transform>& X_WB, std::vector<Vec3>& positions,
          std::vector<Vec3>& normals);

}  // namespace gambol
