#include "exchange/formats/mesh_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>

namespace gambol {
namespace {

constexpr double crease = 0.866;  // cosine of 30 degrees

struct Facets {
  std::vector<Vec3> normal;                      // [triangle] unit; 0 of one without area
  std::vector<double> area;                      // [triangle]
  std::vector<std::vector<std::size_t>> around;  // [vertex] triangles
};

Facets facets_of(const RobotMesh& mesh) {
  Facets f;
  f.around.resize(mesh.positions.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corners = mesh.triangles[t];
    const Vec3& a = mesh.positions[corners[0]];
    const Vec3 n = (mesh.positions[corners[1]] - a).cross(mesh.positions[corners[2]] - a);
    f.area.push_back(n.norm());
    f.normal.push_back(n.norm() > 0 ? Vec3(n.normalized()) : Vec3(Vec3::Zero()));
    for (const std::uint32_t v : corners) f.around[v].push_back(t);
  }
  return f;
}

Vec3 corner_normal(const Facets& f, std::size_t triangle, std::uint32_t vertex) {
  Vec3 sum = Vec3::Zero();
  for (const std::size_t t : f.around[vertex])
    if (f.normal[t].dot(f.normal[triangle]) > crease) sum += f.area[t] * f.normal[t];
  return sum.norm() > 0 ? Vec3(sum.normalized()) : Vec3(Vec3::UnitZ());
}

}  // namespace

std::string obj_text(const RobotMesh& mesh) {
  std::string text, faces;
  for (const Vec3& p : mesh.positions)
    fmt::format_to(std::back_inserter(text), "v {:.9g} {:.9g} {:.9g}\n", p.x(), p.y(), p.z());
  const Facets facets = facets_of(mesh);
  std::map<std::array<long, 3>, std::size_t> known;  // normals, rounded
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    faces += 'f';
    for (const std::uint32_t v : mesh.triangles[t]) {
      const Vec3 n = corner_normal(facets, t, v);
      const std::array<long, 3> key{std::lround(n.x() * 1e4), std::lround(n.y() * 1e4),
                                    std::lround(n.z() * 1e4)};
      const auto [at, is_new] = known.try_emplace(key, known.size() + 1);
      if (is_new)
        fmt::format_to(std::back_inserter(text), "vn {:.4f} {:.4f} {:.4f}\n", n.x(), n.y(), n.z());
      fmt::format_to(std::back_inserter(faces), " {}//{}", v + 1, at->second);
    }
    faces += '\n';
  }
  return text + faces;
}

std::string hull_text(const RobotMesh& mesh) {
  std::map<std::uint32_t, std::size_t> number;
  std::string vertices, faces;
  for (const auto& t : mesh.hull) {
    faces += 'f';
    for (const std::uint32_t v : t) {
      const auto [at, is_new] = number.try_emplace(v, number.size() + 1);
      const Vec3& p = mesh.positions[v];
      if (is_new)
        fmt::format_to(std::back_inserter(vertices), "v {:.9g} {:.9g} {:.9g}\n", p.x(), p.y(),
                       p.z());
      fmt::format_to(std::back_inserter(faces), " {}", at->second);
    }
    faces += '\n';
  }
  return vertices + faces;
}

}  // namespace gambol
