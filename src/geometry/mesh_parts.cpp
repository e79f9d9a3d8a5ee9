#include "geometry/mesh_parts.h"

#include <algorithm>
#include <map>

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

bool is_closed(const TriangleMesh& mesh) {
  using Point = std::array<double, 3>;
  std::map<std::pair<Point, Point>, int> sides;
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 &a = mesh.positions[t[k]], &b = mesh.positions[t[(k + 1) % 3]];
      const Point p{a.x(), a.y(), a.z()}, q{b.x(), b.y(), b.z()};
      ++sides[{p, q}];
      --sides[{q, p}];
    }
  }
  return std::all_of(sides.begin(), sides.end(), [](const auto& side) { return side.second == 0; });
}

void reflect(TriangleMesh& mesh) {
  for (Vec3& p : mesh.positions) p.y() = -p.y();
  for (Vec3& n : mesh.normals) n.y() = -n.y();
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
}

}  // namespace gambol
