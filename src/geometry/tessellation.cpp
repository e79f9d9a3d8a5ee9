#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/frustum.h"
#include "geometry/mesh.h"
#include "geometry/subdivide.h"

namespace gambol {
namespace {

using std::numbers::pi;

std::uint32_t add_vertex(TriangleMesh& mesh, const Vec3& p, const Vec3& n) {
  mesh.positions.push_back(p);
  mesh.normals.push_back(n);
  return static_cast<std::uint32_t>(mesh.positions.size() - 1);
}

// Leaves out triangles that collapse to a line, as at the poles of a sphere.
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

// A convex polygon with one normal, wound so that it faces along that normal.
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

// The hull of the six faces of a box, each inset by `bevel` of the unit cube: 6 rectangles, 12
// strips along the edges, 8 triangles at the corners.
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
    const double a = 0.5 * pi * (k % quarter) / quarter;
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

struct ProfilePoint {
  double radius, y;  // distance from the axis and place along it
  double n_r, n_y;   // normal
};

// Revolves a profile, given from the lowest to the highest point, about the y axis.
TriangleMesh lathe(const std::vector<ProfilePoint>& profile, int segments) {
  TriangleMesh mesh;
  for (const ProfilePoint& p : profile)
    for (int j = 0; j < segments; ++j) {
      const double a = 2 * pi * j / segments, c = std::cos(a), s = std::sin(a);
      // z towards x, so that (around, up) is seen counter-clockwise from outside
      add_vertex(mesh, {p.radius * s, p.y, p.radius * c}, Vec3(p.n_r * s, p.n_y, p.n_r * c));
    }
  for (std::uint32_t i = 0; i + 1 < profile.size(); ++i)
    for (int j = 0; j < segments; ++j) {
      const std::uint32_t k = (j + 1) % segments, low = i * segments, high = low + segments;
      add_quad(mesh, low + j, low + k, high + k, high + j);
    }
  return mesh;
}

// Appends an arc of radius r about (centre_radius, y), by default a quarter turn, from angle `from`
// upwards. The arc begins or ends at a pole.
void add_arc(std::vector<ProfilePoint>& profile, double centre_radius, double y, double r,
             double from, int steps, double turn = 0.5 * pi) {
  for (int i = 0; i <= steps; ++i) {
    const double a = from + turn * i / steps;
    double c = std::cos(a), s = std::sin(a);
    if (i == (from == -0.5 * pi ? 0 : steps)) c = 0;  // the pole lies exactly on the axis
    profile.push_back({centre_radius + r * c, y + r * s, c, s});
  }
}

TriangleMesh tapered_capsule(const Shape& shape, int segments) {
  const int quarter = std::max(2, (segments + 3) / 4);
  const double slope = std::asin(taper(shape));
  std::vector<ProfilePoint> profile;
  add_arc(profile, 0, -0.5 * shape.length, shape.radius, -0.5 * pi, quarter, 0.5 * pi + slope);
  add_arc(profile, 0, 0.5 * shape.length, shape.end_radius, slope, quarter, 0.5 * pi - slope);
  return lathe(profile, segments);
}

TriangleMesh capsule(double radius, double length, int segments) {
  const int quarter = std::max(2, (segments + 3) / 4);
  std::vector<ProfilePoint> profile;
  add_arc(profile, 0, -0.5 * length, radius, -0.5 * pi, quarter);
  if (length == 0) profile.pop_back();
  add_arc(profile, 0, 0.5 * length, radius, 0, quarter);
  return lathe(profile, segments);
}

TriangleMesh cylinder(const Shape& shape, int segments) {
  const int quarter = std::max(2, (segments + 3) / 4);
  const double h = 0.5 * shape.length, r = std::min({shape.edge, h, shape.radius});
  std::vector<ProfilePoint> profile{{0, -h, 0, -1}};
  if (r > 0) {
    add_arc(profile, shape.radius - r, -h + r, r, -0.5 * pi, quarter);
    add_arc(profile, shape.radius - r, h - r, r, 0, quarter);
  } else {
    profile.insert(profile.end(), {{shape.radius, -h, 0, -1},
                                   {shape.radius, -h, 1, 0},
                                   {shape.radius, h, 1, 0},
                                   {shape.radius, h, 0, 1}});
  }
  profile.push_back({0, h, 0, 1});
  return lathe(profile, segments);
}

// A stretched sphere; normals scale by the inverse of the stretch.
TriangleMesh ellipsoid(const Vec3& radii, int segments) {
  TriangleMesh mesh = capsule(1, 0, segments);
  for (Vec3& p : mesh.positions) p = p.cwiseProduct(radii);
  for (Vec3& n : mesh.normals) n = n.cwiseQuotient(radii).normalized();
  return mesh;
}

TriangleMesh mirrored_as(const Shape& shape, TriangleMesh mesh) {
  if (!shape.mirrored) return mesh;
  for (Vec3& p : mesh.positions) p.y() = -p.y();
  for (Vec3& n : mesh.normals) n.y() = -n.y();
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

TriangleMesh local_surface(const Shape& shape, int segments) {
  switch (shape.kind) {
    case ShapeKind::box:
      if (is_tapered(shape)) return frustum_surface(shape, segments);
      return shape.edge > 0 ? round_box(shape.size, shape.edge, segments)
                            : flat_box(shape.size, shape.bevel);
    case ShapeKind::sphere:
      return capsule(shape.radius, 0, segments);
    case ShapeKind::ellipsoid:
      return ellipsoid(shape.size, segments);
    case ShapeKind::cylinder:
      return is_tapered(shape) || !is_round(shape) ? frustum_surface(shape, segments)
                                                   : cylinder(shape, segments);
    case ShapeKind::capsule:
      return shape.end_radius > 0 ? tapered_capsule(shape, segments)
                                  : capsule(shape.radius, shape.length, segments);
    case ShapeKind::height_field:
      return solid_mesh(shape);
    case ShapeKind::mesh:
      if (shape.subdivision == 0) return solid_mesh(shape);
      return mirrored_as(shape,
                         subdivided(load_polygons(shape.mesh), shape.subdivision, shape.mesh));
  }
  return {};
}

}  // namespace

TriangleMesh solid_mesh(const Shape& shape) {
  return mirrored_as(shape, shape.kind == ShapeKind::mesh
                                ? load_mesh(shape.mesh)
                                : height_block(*shape.field, shape.length, shape.smooth));
}

TriangleMesh surface_mesh(const Shape& shape, int segments) {
  TriangleMesh mesh = local_surface(shape, std::max(segments, 3));
  for (Vec3& p : mesh.positions) p = shape.X_BS * p;
  for (Vec3& n : mesh.normals) n = shape.X_BS.R * n;
  return mesh;
}

}  // namespace gambol
