#include "geometry/lathe.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh_parts.h"

namespace gambol {

namespace {
using std::numbers::pi;
}  // namespace

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

void add_arc(std::vector<ProfilePoint>& profile, double centre_radius, double y, double r,
             double from, int steps, double turn) {
  for (int i = 0; i <= steps; ++i) {
    const double a = from + turn * i / steps;
    double c = std::cos(a), s = std::sin(a);
    if (i == (from == -0.5 * pi ? 0 : steps)) c = 0;  // the pole lies exactly on the axis
    profile.push_back({centre_radius + r * c, y + r * s, c, s});
  }
}

TriangleMesh round_rod(double radius, double length, int segments) {
  const int quarter = std::max(2, (segments + 3) / 4);
  std::vector<ProfilePoint> profile;
  add_arc(profile, 0, -0.5 * length, radius, -0.5 * pi, quarter);
  if (length == 0) profile.pop_back();
  add_arc(profile, 0, 0.5 * length, radius, 0, quarter);
  return lathe(profile, segments);
}

}  // namespace gambol
