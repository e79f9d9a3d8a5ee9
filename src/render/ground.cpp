#include "render/ground.h"

namespace gambol {
TriangleMesh terrain_mesh(const HeightField& terrain, double extent, bool smooth) {
  std::vector<double> xs, ys;
  const auto fill = [extent](std::vector<double>& at, int n, const auto& place) {
    if (place(0) > -extent) at.push_back(-extent);
    for (int i = 0; i < n; ++i) at.push_back(place(i));
    if (place(n - 1) < extent) at.push_back(extent);
  };
  fill(xs, terrain.nx(), [&](int i) { return terrain.x(i); });
  fill(ys, terrain.ny(), [&](int j) { return terrain.y(j); });
  const int i0 = xs[0] < terrain.x(0) ? 1 : 0, j0 = ys[0] < terrain.y(0) ? 1 : 0;
  const auto point = [&](std::size_t i, std::size_t j) {
    return Vec3(xs[i], ys[j], terrain.height(xs[i], ys[j]));
  };
  const auto rising = [&](std::size_t at_i, std::size_t at_j) {
    const int i = static_cast<int>(at_i) - i0, j = static_cast<int>(at_j) - j0;
    const bool beyond = i < 0 || j < 0 || i > terrain.nx() - 2 || j > terrain.ny() - 2;
    return beyond || terrain.rising_split(i, j);  // beyond the border both splits are one plane
  };
  TriangleMesh mesh;
  const auto triangle = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const Vec3 n = (b - a).cross(c - a).normalized();
    for (const Vec3* p : {&a, &b, &c}) {
      mesh.positions.push_back(*p);
      mesh.normals.push_back(n);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  };
  for (std::size_t j = 0; j + 1 < ys.size(); ++j) {
    for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
      const Vec3 a = point(i, j), b = point(i + 1, j), c = point(i, j + 1), d = point(i + 1, j + 1);
      if (rising(i, j)) {
        triangle(a, b, d);
        triangle(a, d, c);
      } else {
        triangle(a, b, c);
        triangle(b, d, c);
      }
    }
  }
  if (!smooth) return mesh;
  for (std::size_t k = 0; k < mesh.positions.size(); ++k) {
    const Vec3& p = mesh.positions[k];
    const double h = terrain.spacing() / 2;
    const double dx = terrain.height(p.x() + h, p.y()) - terrain.height(p.x() - h, p.y());
    const double dy = terrain.height(p.x(), p.y() + h) - terrain.height(p.x(), p.y() - h);
    mesh.normals[k] = Vec3(-dx, -dy, 2 * h).normalized();
  }
  return mesh;
}

GroundSquare around(GroundSquare ground, const Vec3& origin) {
  ground.height -= float(origin.z());
  ground.shift_x = float(origin.x());
  ground.shift_y = float(origin.y());
  return ground;
}

}  // namespace gambol
