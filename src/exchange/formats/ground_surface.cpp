// The ground that a film shows, as a mesh.

#include <algorithm>
#include <cmath>

#include "exchange/formats/seen.h"

namespace gambol {
namespace {

constexpr double plane = 1e-9;  // of the heights' range: what deviates less is plane

// Which lines of the grid a mesh needs: where the surface bends along a line, or twists in a cell
// beside it. Between the others cells are parts of one plane each.
class TerrainLines {
 public:
  explicit TerrainLines(const HeightField& field)
      : field_(field), x_(std::size_t(field.nx()), false), y_(std::size_t(field.ny()), false) {
    x_.front() = x_.back() = y_.front() = y_.back() = true;
    double low = field.z(0, 0), high = low;
    for (int j = 0; j < field.ny(); ++j)
      for (int i = 0; i < field.nx(); ++i) {
        low = std::min(low, field.z(i, j));
        high = std::max(high, field.z(i, j));
      }
    least_ = plane * std::max(high - low, std::abs(high));
    for (int j = 0; j < field.ny(); ++j)
      for (int i = 0; i < field.nx(); ++i) keep_around(i, j);
  }

  std::vector<int> along_x() const { return kept(x_); }
  std::vector<int> along_y() const { return kept(y_); }

 private:
  bool bends(double before, double here, double after) const {
    return std::abs(before - 2 * here + after) > least_;
  }

  void keep_around(int i, int j) {
    const auto z = [&](int a, int b) { return field_.z(a, b); };
    const bool right = i + 1 < field_.nx(), up = j + 1 < field_.ny();
    if (i > 0 && right && bends(z(i - 1, j), z(i, j), z(i + 1, j))) x_[i] = true;
    if (j > 0 && up && bends(z(i, j - 1), z(i, j), z(i, j + 1))) y_[j] = true;
    if (right && up && std::abs(z(i, j) + z(i + 1, j + 1) - z(i + 1, j) - z(i, j + 1)) > least_)
      x_[i] = x_[i + 1] = y_[j] = y_[j + 1] = true;
  }

  static std::vector<int> kept(const std::vector<bool>& lines) {
    std::vector<int> list;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i]) list.push_back(int(i));
    return list;
  }

  const HeightField& field_;
  std::vector<bool> x_, y_;
  double least_ = 0;
};

Vec3 terrain_normal(const HeightField& field, int i, int j) {
  const int i0 = std::max(i - 1, 0), i1 = std::min(i + 1, field.nx() - 1), j0 = std::max(j - 1, 0),
            j1 = std::min(j + 1, field.ny() - 1);
  const Vec3 along((i1 - i0) * field.spacing(), 0, field.z(i1, j) - field.z(i0, j)),
      across(0, (j1 - j0) * field.spacing(), field.z(i, j1) - field.z(i, j0));
  return along.cross(across);
}

TriangleMesh terrain_surface(const HeightField& field) {
  const TerrainLines lines(field);
  const std::vector<int> xs = lines.along_x(), ys = lines.along_y();
  TriangleMesh mesh;
  for (const int j : ys)
    for (const int i : xs) {
      mesh.positions.push_back(field.vertex(i, j));
      mesh.normals.push_back(terrain_normal(field, i, j));
    }
  const auto at = [&](std::size_t a, std::size_t b) {
    return static_cast<std::uint32_t>(b * xs.size() + a);
  };
  for (std::size_t b = 0; b + 1 < ys.size(); ++b)
    for (std::size_t a = 0; a + 1 < xs.size(); ++a) {
      const auto low = at(a, b), right = at(a + 1, b), far = at(a + 1, b + 1), up = at(a, b + 1);
      if (field.rising_split(xs[a], ys[b])) {
        mesh.triangles.push_back({low, right, far});
        mesh.triangles.push_back({low, far, up});
      } else {
        mesh.triangles.push_back({low, right, up});
        mesh.triangles.push_back({right, far, up});
      }
    }
  return mesh;
}

}  // namespace

TriangleMesh ground_surface(const SceneGround& ground) {
  if (ground.terrain) return terrain_surface(*ground.terrain);
  TriangleMesh mesh;
  const double e = ground.extent, z = ground.height;
  mesh.positions = {{-e, -e, z}, {e, -e, z}, {e, e, z}, {-e, e, z}};
  mesh.normals.assign(4, Vec3::UnitZ());
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

}  // namespace gambol
