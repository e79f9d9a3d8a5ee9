#include "geometry/mesh_parts.h"

#include <algorithm>

namespace gambol {

std::uint32_t add_vertex(TriangleMesh& mesh, const Vec3& p, const Vec3& n) {
  mesh.positions.push_back(p);
  mesh.normals.push_back(n);
  return static_cast<std::uint32_t>(mesh.positions.size() - 1);
}

void add_triangle(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Vec3 &pa = mesh.positions[a], &pb = mesh.positions[b], &pc = mesh.positions[c];
  if (pa == pb || pb == pc || pc == pa) return;
  mesh.triangles.push_back({a, b, c});
}

void add_quad(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c,
              std::uint32_t d) {
  add_triangle(mesh, a, b, c);
  add_triangle(mesh, a, c, d);
}

void add_flat(TriangleMesh& mesh, std::vector<Vec3> corners) {
  Vec3 n = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  if (n.dot(corners[0]) < 0) {  // every solid here is convex about its origin
    std::reverse(corners.begin(), corners.end());
    n = -n;
  }
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (const Vec3& corner : corners) add_vertex(mesh, corner, n);
  for (std::uint32_t i = 2; i < corners.size(); ++i)
    add_triangle(mesh, first, first + i - 1, first + i);
}

void reflect(TriangleMesh& mesh) {
  for (Vec3& p : mesh.positions) p.y() = -p.y();
  for (Vec3& n : mesh.normals) n.y() = -n.y();
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
}

}  // namespace gambol
