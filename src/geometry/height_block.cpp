#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/height_field.h"
#include "geometry/mesh.h"

namespace gambol {
namespace {

double lowest(const HeightField& field) {
  double z = std::numeric_limits<double>::infinity();
  for (int j = 0; j < field.ny(); ++j)
    for (int i = 0; i < field.nx(); ++i) z = std::min(z, field.z(i, j));
  return z;
}

class Block {
 public:
  Block(const HeightField& field, double depth) : field_(field), bottom_(lowest(field) - depth) {}

  TriangleMesh mesh(bool smooth) {
    const int nx = field_.nx(), ny = field_.ny();
    for (int j = 0; j + 1 < ny; ++j)
      for (int i = 0; i + 1 < nx; ++i) add_cell(i, j);
    if (smooth) smooth_surface();
    for (int i = 0; i + 1 < nx; ++i) {
      add_wall(i, 0, i + 1, 0);
      add_wall(i + 1, ny - 1, i, ny - 1);
    }
    for (int j = 0; j + 1 < ny; ++j) {
      add_wall(nx - 1, j, nx - 1, j + 1);
      add_wall(0, j + 1, 0, j);
    }
    // The bottom has as many vertices as the walls: the surface has no T-junctions.
    for (int j = 0; j + 1 < ny; ++j)
      for (int i = 0; i + 1 < nx; ++i) {
        add(below(i, j), below(i + 1, j + 1), below(i + 1, j));
        add(below(i, j), below(i, j + 1), below(i + 1, j + 1));
      }
    return std::move(mesh_);
  }

 private:
  Vec3 below(int i, int j) const { return {field_.x(i), field_.y(j), bottom_}; }

  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(mesh_.positions.size());
    const Vec3 n = (b - a).cross(c - a).normalized();
    for (const Vec3* p : {&a, &b, &c}) {
      mesh_.positions.push_back(*p);
      mesh_.normals.push_back(n);
    }
    mesh_.triangles.push_back({first, first + 1, first + 2});
  }

  void add_cell(int i, int j) {
    const Vec3 a = field_.vertex(i, j), b = field_.vertex(i + 1, j), c = field_.vertex(i, j + 1),
               d = field_.vertex(i + 1, j + 1);
    if (field_.rising_split(i, j)) {
      add(a, b, d);
      add(a, d, c);
    } else {
      add(a, b, c);
      add(b, d, c);
    }
  }

  // A wall from p to q, with the outside on the right.
  void add_wall(int pi, int pj, int qi, int qj) {
    const Vec3 p = field_.vertex(pi, pj), q = field_.vertex(qi, qj);
    add(below(pi, pj), below(qi, qj), q);
    add(below(pi, pj), q, p);
  }

  void smooth_surface() {
    const double h = field_.spacing() / 2;
    for (std::size_t k = 0; k < mesh_.positions.size(); ++k) {
      const Vec3& p = mesh_.positions[k];
      const double dx = field_.height(p.x() + h, p.y()) - field_.height(p.x() - h, p.y());
      const double dy = field_.height(p.x(), p.y() + h) - field_.height(p.x(), p.y() - h);
      mesh_.normals[k] = Vec3(-dx, -dy, 2 * h).normalized();
    }
  }

  const HeightField& field_;
  double bottom_;
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh height_block(const HeightField& field, double depth, bool smooth) {
  return Block(field, depth).mesh(smooth);
}

double reach(const HeightField& field, double depth) {
  double squared = 0, bottom = lowest(field) - depth;
  for (int j = 0; j < field.ny(); ++j)
    for (int i = 0; i < field.nx(); ++i) {
      const Vec3 p = field.vertex(i, j);
      const double z = std::max(std::abs(p.z()), std::abs(bottom));
      squared = std::max(squared, p.head<2>().squaredNorm() + z * z);
    }
  return std::sqrt(squared);
}

}  // namespace gambol
