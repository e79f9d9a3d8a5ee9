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

Surface Ground::surface_at(Float3 p, Float3 direction, float footprint) const {
  if (!ruled) return surface;
  // On the plane the round footprint is an ellipse, stretched along the view.
  const float slant = 1.0f / std::max(std::abs(direction.z), 1e-3f);
  const float level = direction.x * direction.x + direction.y * direction.y;
  const float hx2 = level > 0 ? direction.x * direction.x / level : 0.5f, hy2 = 1.0f - hx2;
  const float width_x = footprint * std::sqrt(hy2 + slant * slant * hx2);
  const float width_y = footprint * std::sqrt(hx2 + slant * slant * hy2);
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

Ground around(Ground ground, const Vec3& origin) {
  ground.height -= float(origin.z());
  ground.shift_x = float(origin.x());
  ground.shift_y = float(origin.y());
  return ground;
}

}  // namespace gambol
