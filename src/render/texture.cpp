#include "render/texture.h"

#include "render/patterns.h"

namespace gambol {
namespace {

// Integral of the lines' coverage from 0, the middle of a line, to x.
template <class F>
F lines_up_to(F x, float spacing, float line) {
  const F index = floor(x / spacing + 0.5f);
  return index * line + within(x - index * spacing, -0.5f * line, 0.5f * line);
}

template <class F>
F ramp(F from, F to, F x) {
  const F t = within((x - from) / larger(to - from, F(1e-6f)), 0, 1);
  return t * t * (3.0f - 2.0f * t);
}

template <class F>
F grid(const GridTexture& t, float spacing, const TexturePointOf<F>& at) {
  const float line = float(t.width), bold = float(t.bold_width);
  const float bold_spacing = spacing * float(t.bold_every);
  const auto covered = [&](F x, F width) {
    return larger(line_coverage(x, width, spacing, line),
                  line_coverage(x, width, bold_spacing, bold));
  };
  return 1.0f - (1.0f - covered(at.p.x, at.width.x)) * (1.0f - covered(at.p.y, at.width.y));
}

// The stones' brightness, with dark joints.
template <class F>
F stones(const StoneTexture& t, Float3Of<F> p, F width, bool flat) {
  const float joint = 0.5f * float(t.joint), mean = 1 - 0.5f * float(t.variety);
  const float blurred = mean * (1 - std::min(2 * float(t.joint), 1.0f));
  const F seen = within(2.0f - 2.0f * width, 0, 1);
  if (!any(seen > 0.0f)) return blurred;
  const StoneCellOf<F> cell = stone_cell(p, flat);
  const F inside = ramp<F>(joint - 0.5f * width, joint + 0.5f * width + 0.01f, cell.border);
  return lerp(F(blurred), inside * (1.0f - float(t.variety) * cell.random), seen);
}

template <class F>
F stone_height(const StoneTexture& t, Float3Of<F> p, F width, bool flat) {
  const float joint = 0.5f * float(t.joint);
  const F seen = within(2.0f - 2.0f * width, 0, 1);
  if (!any(seen > 0.0f)) return 0;
  return seen * ramp<F>(joint * 0.5f, joint + 0.5f * float(t.roundness) + 0.01f,
                        stone_cell(p, flat).border);
}

// Shifts cells by half their height, so that level ground at 0 cuts one layer of cubes through the
// middle and shows squares.
template <class F>
Float3Of<F> in_cells(Float3Of<F> p) {
  return {p.x, p.y, p.z + 0.5f};
}

// Box projection: the two coordinates perpendicular to the axis that is closest to the normal.
template <class F>
void box_coordinates(const TexturePointOf<F>& at, float size, F& s, F& t, F& ds, F& dt) {
  const F x = abs(at.normal.x), y = abs(at.normal.y), z = abs(at.normal.z);
  const MaskOf<F> up = (z >= x) & (z >= y), aside = x >= y;
  s = select(up, at.p.x, select(aside, at.p.y, at.p.x)) / size;
  t = select(up, -at.p.y, -at.p.z) / size;
  ds = select(up, at.width.x, select(aside, at.width.y, at.width.x)) / size;
  dt = select(up, at.width.y, at.width.z) / size;
}

// Of stored numbers with associated alpha.
float channel_of(const Rgba& c, ImageChannel channel) {
  if (channel == ImageChannel::alpha) return c.a;
  const float stored = channel == ImageChannel::red     ? c.r
                       : channel == ImageChannel::green ? c.g
                                                        : c.b;
  return c.a > 0 ? stored / c.a : 0;
}

}  // namespace

template <class F>
F line_coverage(F x, F width, float spacing, float line) {
  width = larger(width, F(1e-3f * spacing));  // below that, rounding exceeds the differences
  const F covered = lines_up_to<F>(x + 0.5f * width, spacing, line) -
                    lines_up_to<F>(x - 0.5f * width, spacing, line);
  return within(covered / width, 0, 1);
}
template float line_coverage(float, float, float, float);

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

template <class F>
Texture::PatternOf<F> Texture::picture(const TexturePointOf<F>& point) const {
  F s = point.p.x / size_, t = 1.0f - point.p.y / size_;
  F ds = point.width.x / size_, dt = point.width.y / size_;
  if (space != TextureSpace::uv) box_coordinates(point, size_, s, t, ds, dt);
  PatternOf<F> pattern;
  const ImageChannel channel = std::get<ImageTexture>(spec_.kind).channel;
  const bool colors = channel == ImageChannel::rgba || channel == ImageChannel::rgb;
  for_each_lane(point.met, [&](int k) {
    if (!colors) {
      set_lane(pattern.color, k, color_);
      set_lane(pattern.strength, k,
               channel_of(images_->look_up_stored(image_, lane(s, k), lane(t, k), lane(ds, k),
                                                  lane(dt, k)),
                          channel));
      return;
    }
    const Rgba c = images_->look_up(image_, lane(s, k), lane(t, k), lane(ds, k), lane(dt, k));
    const float whole = c.a > 0 ? 1 / c.a : 0;
    set_lane(pattern.color, k, color_ * Float3(c.r, c.g, c.b) * whole);
    set_lane(pattern.strength, k, channel == ImageChannel::rgb ? 1.0f : c.a);
  });
  return pattern;
}

template <class F>
Float3Of<F> Texture::stored_normal(const TexturePointOf<F>& point) const {
  Float3Of<F> normal(0, 0, 1);
  const F s = point.p.x / size_, t = 1.0f - point.p.y / size_;
  const F ds = point.width.x / size_, dt = point.width.y / size_;
  for_each_lane(point.met, [&](int k) {
    const Rgba c =
        images_->look_up_stored(image_, lane(s, k), lane(t, k), lane(ds, k), lane(dt, k));
    set_lane(normal, k, Float3(2 * c.r - 1, 2 * c.g - 1, 2 * c.b - 1));
  });
  return normal;
}

bool Texture::is_hole(float u, float v) const {
  TexturePoint point;
  point.p = Float3(u, v, 0);
  const PatternOf<float> pattern = at(point);
  return amount * pattern.strength * luminance(pattern.color) < float(spec_.cutoff);
}

template <class F>
Texture::PatternOf<F> Texture::at(const TexturePointOf<F>& point) const {
  const Float3Of<F> p = point.p * (1 / size_), w = point.width * (1 / size_);
  const F widest = max_component(w);
  const bool flat = space == TextureSpace::world;
  if (std::holds_alternative<ImageTexture>(spec_.kind)) return picture(point);
  PatternOf<F> pattern{color_, 0};
  if (const auto* g = std::get_if<GridTexture>(&spec_.kind))
    pattern.strength = grid(*g, size_, point);
  if (std::holds_alternative<CheckerTexture>(spec_.kind))
    pattern.strength = checker_pattern(in_cells(p), w);
  if (const auto* n = std::get_if<NoiseTexture>(&spec_.kind))
    pattern.strength = noise_pattern(p, widest, n->octaves, float(n->gain), float(n->contrast));
  if (const auto* s = std::get_if<StoneTexture>(&spec_.kind))
    pattern.strength = stones(*s, p, widest, flat);
  return pattern;
}
template Texture::PatternOf<float> Texture::at(const TexturePoint&) const;
template Texture::PatternOf<Floats> Texture::at(const TexturePointOf<Floats>&) const;

template <class F>
F Texture::height(const TexturePointOf<F>& point) const {
  if (const auto* s = std::get_if<StoneTexture>(&spec_.kind))
    return depth * stone_height<F>(*s, point.p * (1 / size_), max_component(point.width) / size_,
                                   space == TextureSpace::world);
  const PatternOf<F> pattern = at(point);
  if (std::holds_alternative<ImageTexture>(spec_.kind))
    return depth * pattern.strength * luminance(pattern.color);
  return depth * pattern.strength;
}

template <class F>
TexturePointOf<F> texture_point(const SurfacePlaceOf<F>& place, TextureSpace space) {
  // The extent along a texture axis of the ray's round footprint, projected along the ray onto the
  // surface: proportional to the length of the axis' gradient on the surface, made perpendicular
  // to the ray.
  F slant = dot(place.direction, place.normal);
  slant = copysign(larger(abs(slant), F(1e-3f)), slant);
  const auto width_along = [&](Float3Of<F> axis) {
    const F k = dot(place.direction, axis) / slant;
    const F g2 = length2(axis) + k * (k - 2.0f * dot(axis, place.normal));
    return place.footprint * sqrt(larger(g2, F(0.0f)));
  };
  TexturePointOf<F> at;
  at.met = place.met;
  if (space == TextureSpace::world) {
    at.p = place.p + place.origin;
    at.normal = place.normal;
    at.along = place.tangent, at.aside = place.bitangent;
    at.width = {width_along({1, 0, 0}), width_along({0, 1, 0}), width_along({0, 0, 1})};
    return at;
  }
  const auto change = [](Float3Of<F> gx, Float3Of<F> gy, Float3Of<F> gz, Float3Of<F> way) {
    return Float3Of<F>(dot(gx, way), dot(gy, way), dot(gz, way));
  };
  const bool uv = space == TextureSpace::uv;
  const Float3Of<F> gx = uv ? place.u_gradient : place.x_gradient;
  const Float3Of<F> gy = uv ? place.v_gradient : place.y_gradient;
  const Float3Of<F> gz = uv ? Float3Of<F>() : place.z_gradient;
  at.p = uv ? Float3Of<F>(place.u, place.v, 0) : place.p_body;
  at.normal = uv ? Float3Of<F>(0, 0, 1) : place.normal_body;
  at.along = change(gx, gy, gz, place.tangent);
  at.aside = change(gx, gy, gz, place.bitangent);
  at.width = {width_along(gx), width_along(gy), width_along(gz)};
  return at;
}
template TexturePoint texture_point(const SurfacePlace&, TextureSpace);
template TexturePointOf<Floats> texture_point(const SurfacePlaceOf<Floats>&, TextureSpace);

// The slopes along the tangents of a surface whose normal a picture states along u and v.
template <class F>
void add_slopes(const SurfacePlaceOf<F>& place, const Texture& texture, F& along, F& aside) {
  const Float3Of<F> n = texture.stored_normal(texture_point(place, TextureSpace::uv));
  // The direction in which one coordinate grows while the other stays.
  const auto direction = [&](Float3Of<F> across, Float3Of<F> gradient) {
    return across * (copysign(F(1.0f), dot(across, gradient)) / larger(length(across), F(1e-12f)));
  };
  const Float3Of<F> slope =
      (direction(cross(place.v_gradient, place.normal), place.u_gradient) * n.x +
       direction(cross(place.normal, place.u_gradient), place.v_gradient) * n.y) *
      (texture.amount / larger(n.z, F(0.05f)));
  along -= dot(slope, place.tangent);
  aside -= dot(slope, place.bitangent);
}

template <class F>
Float3Of<F> bumped(const SurfacePlaceOf<F>& place, const std::vector<Texture>& textures) {
  F along = 0, aside = 0;
  // Slopes are taken over half the ray's footprint, because patterns are filtered over all of it,
  // and never over so little that rounding dominates.
  const F step = larger(0.5f * place.footprint, 1e-5f * (1e-3f + length(place.p)));
  for (const Texture& texture : textures) {
    if (texture.on == TextureTarget::normal) add_slopes(place, texture, along, aside);
    if (texture.on != TextureTarget::bump || texture.depth == 0) continue;
    const TexturePointOf<F> at = texture_point(place, texture.space);
    TexturePointOf<F> next = at;
    const F here = texture.height(at);
    next.p = at.p + at.along * step;
    along += (texture.height(next) - here) / step;
    next.p = at.p + at.aside * step;
    aside += (texture.height(next) - here) / step;
  }
  return normalize(place.normal - place.tangent * along - place.bitangent * aside);
}
template Float3 bumped(const SurfacePlace&, const std::vector<Texture>&);
template Floats3 bumped(const SurfacePlaceOf<Floats>&, const std::vector<Texture>&);

}  // namespace gambol
