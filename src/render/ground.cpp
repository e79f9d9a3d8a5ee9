#include "render/ground.h"

namespace gambol {
namespace {

// Integral of the pulse train from the middle of its line at 0 to x.
float lines_up_to(float x, float spacing, float line) {
  const float index = std::floor(x / spacing + 0.5f);
  return index * line + std::clamp(x - index * spacing, -0.5f * line, 0.5f * line);
}

}  // namespace

float line_coverage(float x, float width, float spacing, float line) {
  width = std::max(width, 1e-3f * spacing);  // below that, differences drown in rounding
  const float covered =
      lines_up_to(x + 0.5f * width, spacing, line) - lines_up_to(x - 0.5f * width, spacing, line);
  return std::clamp(covered / width, 0.0f, 1.0f);
}

Surface Ground::surface_at(Float3 p, Float3 direction, float footprint, Float3 n) const {
  if (!ruled) return surface;
  // The round footprint, projected along the view onto the surface, reaches this far along an axis:
  // the part across the view of the axis' gradient on the surface.
  float slant = dot(direction, n);
  if (std::abs(slant) < 1e-3f) slant = std::copysign(1e-3f, slant);
  const auto width_along = [&](Float3 axis) {
    const Float3 g = axis - n * (dot(direction, axis) / slant);
    const float along = dot(g, direction);
    return footprint * std::sqrt(std::max(dot(g, g) - along * along, 0.0f));
  };
  const float width_x = width_along({1, 0, 0}), width_y = width_along({0, 1, 0});
  const auto covered = [&](float x, float width) {
    return std::max(line_coverage(x, width, spacing, line),
                    line_coverage(x, width, bold_spacing, bold_line));
  };
  const float both =
      1.0f - (1.0f - covered(p.x + shift_x, width_x)) * (1.0f - covered(p.y + shift_y, width_y));
  Surface s = surface;
  s.diffuse = lerp(surface.diffuse, line_color, both);
  return s;
}

Ground make_ground(const GroundLookSpec& spec, const MaterialSpec& material, double height) {
  Ground g;
  g.present = true;
  g.height = float(height);
  g.extent = float(spec.extent);
  g.surface = make_surface(material);
  if (spec.grid) {
    g.ruled = true;
    g.spacing = float(spec.grid->spacing);
    g.bold_spacing = float(spec.grid->spacing * spec.grid->bold_every);
    g.line = float(spec.grid->width);
    g.bold_line = float(spec.grid->bold_width);
    g.line_color = Float3(spec.grid->color);
  }
  return g;
}

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

Ground around(Ground ground, const Vec3& origin) {
  ground.height -= float(origin.z());
  ground.shift_x = float(origin.x());
  ground.shift_y = float(origin.y());
  return ground;
}

}  // namespace gambol
