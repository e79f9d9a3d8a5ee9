#include "geometry/box_surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mesh_parts.h"

namespace gambol {

TriangleMesh flat_box(const Vec3& size, double bevel) {
  TriangleMesh mesh;
  const double inset = 0.5 - bevel;
  // The vertex of face `axis` next to the corner with these signs.
  const auto vertex = [&](int axis, std::array<int, 3> sign) {
    Vec3 p;
    for (int i = 0; i < 3; ++i) p[i] = sign[i] * (i == axis ? 0.5 : inset) * size[i];
    return p;
  };
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    for (int s : {-1, 1}) {
      std::vector<Vec3> face;
      std::array<int, 3> sign{};
      sign[a] = s;
      for (auto [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        sign[b] = u, sign[c] = v;
        face.push_back(vertex(a, sign));
      }
      add_flat(mesh, face);
    }
    if (bevel <= 0) continue;
    for (int u : {-1, 1})
      for (int v : {-1, 1}) {  // the edge along a, between the faces of b and c
        std::array<int, 3> low{}, high{};
        low[a] = -1, high[a] = 1;
        low[b] = high[b] = u;
        low[c] = high[c] = v;
        add_flat(mesh, {vertex(b, low), vertex(b, high), vertex(c, high), vertex(c, low)});
      }
  }
  if (bevel > 0)
    for (int x : {-1, 1})
      for (int y : {-1, 1})
        for (int z : {-1, 1})
          add_flat(mesh, {vertex(0, {x, y, z}), vertex(1, {x, y, z}), vertex(2, {x, y, z})});
  return mesh;
}

// A sphere of radius `edge` is cut along the coordinate planes, and its eight octants are moved to
// the corners of the box: rows and columns that lie on a cut are doubled.
TriangleMesh round_box(const Vec3& size, double edge, int segments) {
  const int quarter = std::max(1, (segments + 3) / 4);
  const Vec3 half = 0.5 * size;
  const double r = std::min(edge, half.minCoeff());
  const Vec3 core = half - Vec3::Constant(r);
  const int rows = 2 * (quarter + 1), columns = 4 * (quarter + 1);
  TriangleMesh mesh;
  // Exact at quarter turns, so that vertices that should coincide do.
  const auto turn = [&](int step) {
    const int k = step % (4 * quarter);
    const double a = 0.5 * std::numbers::pi * (k % quarter) / quarter;
    const Vec3 first(std::cos(a), std::sin(a), 0);
    switch (k / quarter) {
      case 0:
        return first;
      case 1:
        return Vec3(-first.y(), first.x(), 0);
      case 2:
        return Vec3(-first.x(), -first.y(), 0);
      default:
        return Vec3(first.y(), -first.x(), 0);
    }
  };
  for (int i = 0; i < rows; ++i) {
    const int upper = i > quarter;                        // northern hemisphere
    const Vec3 latitude = turn(3 * quarter + i - upper);  // from the south pole up
    for (int j = 0; j < columns; ++j) {
      const int quadrant = j / (quarter + 1);
      const Vec3 longitude = turn(j - quadrant);
      const Vec3 n(latitude.x() * longitude.x(), latitude.x() * longitude.y(), latitude.y());
      const Vec3 sign(quadrant == 0 || quadrant == 3 ? 1 : -1, quadrant < 2 ? 1 : -1,
                      upper ? 1 : -1);
      add_vertex(mesh, core.cwiseProduct(sign) + r * n, n);
    }
  }
  const auto at = [&](int i, int j) {
    return static_cast<std::uint32_t>(i * columns + j % columns);
  };
  for (int i = 0; i + 1 < rows; ++i)
    for (int j = 0; j < columns; ++j)
      add_quad(mesh, at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
  const int q = quarter + 1;
  add_quad(mesh, at(rows - 1, 0), at(rows - 1, q), at(rows - 1, 2 * q), at(rows - 1, 3 * q));
  add_quad(mesh, at(0, 3 * q), at(0, 2 * q), at(0, q), at(0, 0));
  return mesh;
}

}  // namespace gambol
