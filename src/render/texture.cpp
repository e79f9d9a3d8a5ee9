#include "render/texture.h"

#include "render/patterns.h"

namespace gambol {
namespace {

// Integral of the pulse train from the middle of its line at 0 to x.
float lines_up_to(float x, float spacing, float line) {
  const float index = std::floor(x / spacing + 0.5f);
  return index * line + std::clamp(x - index * spacing, -0.5f * line, 0.5f * line);
}

float ramp(float from, float to, float x) {
  const float t = std::clamp((x - from) / std::max(to - from, 1e-6f), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

float grid(const GridTexture& t, float spacing, const TexturePoint& at) {
  const float line = float(t.width), bold = float(t.bold_width);
  const float bold_spacing = spacing * float(t.bold_every);
  const auto covered = [&](float x, float width) {
    return std::max(line_coverage(x, width, spacing, line),
                    line_coverage(x, width, bold_spacing, bold));
  };
  return 1 - (1 - covered(at.p.x, at.width.x)) * (1 - covered(at.p.y, at.width.y));
}

// The stones' brightness, with dark joints.
float stones(const StoneTexture& t, Float3 p, float width, bool flat) {
  const float joint = 0.5f * float(t.joint), mean = 1 - 0.5f * float(t.variety);
  const float blurred = mean * (1 - std::min(2 * float(t.joint), 1.0f));
  const float seen = std::clamp(2 - 2 * width, 0.0f, 1.0f);
  if (seen == 0) return blurred;
  const StoneCell cell = stone_cell(p, flat);
  const float inside = ramp(joint - 0.5f * width, joint + 0.5f * width + 0.01f, cell.border);
  return lerp(blurred, inside * (1 - float(t.variety) * cell.random), seen);
}

float stone_height(const StoneTexture& t, Float3 p, float width, bool flat) {
  const float joint = 0.5f * float(t.joint), seen = std::clamp(2 - 2 * width, 0.0f, 1.0f);
  if (seen == 0) return 0;
  return seen *
         ramp(joint * 0.5f, joint + 0.5f * float(t.roundness) + 0.01f, stone_cell(p, flat).border);
}

// Squares on level ground, not the cubes that it happens to cut.
Float3 in_cells(Float3 p) { return {p.x, p.y, p.z + 0.5f}; }

// The two coordinates across the axis that the normal is closest to.
void box_coordinates(const TexturePoint& at, float size, float& s, float& t, float& ds, float& dt) {
  const Float3 n(std::abs(at.normal.x), std::abs(at.normal.y), std::abs(at.normal.z));
  if (n.z >= n.x && n.z >= n.y) {
    s = at.p.x, t = -at.p.y, ds = at.width.x, dt = at.width.y;
  } else if (n.x >= n.y) {
    s = at.p.y, t = -at.p.z, ds = at.width.y, dt = at.width.z;
  } else {
    s = at.p.x, t = -at.p.z, ds = at.width.x, dt = at.width.z;
  }
  s /= size, t /= size, ds /= size, dt /= size;
}

}  // namespace

float line_coverage(float x, float width, float spacing, float line) {
  width = std::max(width, 1e-3f * spacing);  // below that, differences drown in rounding
  const float covered =
      lines_up_to(x + 0.5f * width, spacing, line) - lines_up_to(x - 0.5f * width, spacing, line);
  return std::clamp(covered / width, 0.0f, 1.0f);
}

Texture::Texture(const TextureSpec& spec, const Textures* images, int image)
    : on(spec.on),
      space(spec.space),
      amount(float(spec.amount)),
      value(float(spec.value)),
      depth(float(spec.depth)),
      spec_(spec),
      color_(spec.color),
      size_(float(spec.size)),
      images_(images),
      image_(image) {}

Texture::Pattern Texture::at(const TexturePoint& point) const {
  const Float3 p = point.p * (1 / size_), w = point.width * (1 / size_);
  const float widest = max_component(w);
  const bool flat = space == TextureSpace::world;
  if (std::holds_alternative<ImageTexture>(spec_.kind)) {
    float s = p.x, t = 1 - p.y, ds = w.x, dt = w.y;
    if (space != TextureSpace::uv) box_coordinates(point, size_, s, t, ds, dt);
    const Rgba c = images_->look_up(image_, s, t, ds, dt);
    const float whole = c.a > 0 ? 1 / c.a : 0;
    return {color_ * Float3(c.r, c.g, c.b) * whole, c.a};
  }
  float strength = 0;
  if (const auto* g = std::get_if<GridTexture>(&spec_.kind)) strength = grid(*g, size_, point);
  if (std::holds_alternative<CheckerTexture>(spec_.kind))
    strength = checker_pattern(in_cells(p), w);
  if (const auto* n = std::get_if<NoiseTexture>(&spec_.kind))
    strength = noise_pattern(p, widest, n->octaves, float(n->gain), float(n->contrast));
  if (const auto* s = std::get_if<StoneTexture>(&spec_.kind))
    strength = stones(*s, p, widest, flat);
  return {color_, strength};
}

float Texture::height(const TexturePoint& point) const {
  if (const auto* s = std::get_if<StoneTexture>(&spec_.kind))
    return depth * stone_height(*s, point.p * (1 / size_), max_component(point.width) / size_,
                                space == TextureSpace::world);
  const Pattern pattern = at(point);
  if (std::holds_alternative<ImageTexture>(spec_.kind))
    return depth * pattern.strength * luminance(pattern.color);
  return depth * pattern.strength;
}

TexturePoint texture_point(const SurfacePlace& place, TextureSpace space) {
  // What a round ray sees, projected along it onto the surface, reaches this far along an axis: the
  // part across the ray of the axis' gradient on the surface.
  float slant = dot(place.direction, place.normal);
  if (std::abs(slant) < 1e-3f) slant = std::copysign(1e-3f, slant);
  const auto width_along = [&](Float3 axis) {
    const float k = dot(place.direction, axis) / slant;
    const float g2 = length2(axis) + k * (k - 2 * dot(axis, place.normal));
    return place.footprint * std::sqrt(std::max(g2, 0.0f));
  };
  TexturePoint at;
  if (space == TextureSpace::world) {
    at.p = place.p + place.origin;
    at.normal = place.normal;
    at.along = place.tangent, at.aside = place.bitangent;
    at.width = {width_along({1, 0, 0}), width_along({0, 1, 0}), width_along({0, 0, 1})};
    return at;
  }
  const auto change = [](Float3 gx, Float3 gy, Float3 gz, Float3 way) {
    return Float3(dot(gx, way), dot(gy, way), dot(gz, way));
  };
  const bool uv = space == TextureSpace::uv;
  const Float3 gx = uv ? place.u_gradient : place.x_gradient;
  const Float3 gy = uv ? place.v_gradient : place.y_gradient;
  const Float3 gz = uv ? Float3() : place.z_gradient;
  at.p = uv ? Float3(place.u, place.v, 0) : place.p_body;
  at.normal = uv ? Float3(0, 0, 1) : place.normal_body;
  at.along = change(gx, gy, gz, place.tangent);
  at.aside = change(gx, gy, gz, place.bitangent);
  at.width = {width_along(gx), width_along(gy), width_along(gz)};
  return at;
}

Float3 bumped(const SurfacePlace& place, const std::vector<Texture>& textures) {
  float along = 0, aside = 0;
  // Slopes are taken over half of what a ray sees, as patterns are filtered over all of it, and
  // never over less than rounding leaves.
  const float step = std::max(0.5f * place.footprint, 1e-5f * (1e-3f + length(place.p)));
  for (const Texture& texture : textures) {
    if (texture.on != TextureTarget::bump || texture.depth == 0) continue;
    const TexturePoint at = texture_point(place, texture.space);
    TexturePoint next = at;
    const float here = texture.height(at);
    next.p = at.p + at.along * step;
    along += (texture.height(next) - here) / step;
    next.p = at.p + at.aside * step;
    aside += (texture.height(next) - here) / step;
  }
  return normalize(place.normal - place.tangent * along - place.bitangent * aside);
}

}  // namespace gambol
