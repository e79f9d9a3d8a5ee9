#include "render/material.h"

namespace gambol {
namespace {

SurfacePropertiesOf<float> properties_of(const MaterialSpec& spec) {
  SurfacePropertiesOf<float> p;
  p.color = Float3(spec.color), p.emission = Float3(spec.emission);
  Lobes::each([&]<class L>(std::type_identity<L>) {
    if constexpr (requires { L::textured; })
      for (const TexturedNumber& number : L::textured) p[number.target] = float(spec.*number.value);
  });
  return p;
}

// A fibre has no other lobes.
MaterialSpec alone(MaterialSpec spec) {
  if (!spec.fibre) return spec;
  spec.metallic = spec.specular = spec.coat = spec.sheen = spec.transmission = 0;
  spec.emission = Vec3::Zero();
  return spec;
}

template <class F>
void lay(const Texture& texture, const Texture::PatternOf<F>& pattern, SurfacePropertiesOf<F>& p) {
  const auto color = [&](Float3Of<F>& to) {
    to = lerp(to, pattern.color, texture.amount * pattern.strength);
  };
  const auto value = [&](F& to) {
    const F grey = pattern.strength * smaller(luminance(pattern.color), F(1.0f));
    to = lerp(to, F(texture.value), texture.amount * grey);
  };
  switch (texture.on) {
    case TextureTarget::color:
      return color(p.color);
    case TextureTarget::emission:
      return color(p.emission);
    case TextureTarget::bump:
    case TextureTarget::normal:
    case TextureTarget::opacity:
      return;
    default:
      return value(p[texture.on]);
  }
}

}  // namespace

Material::Material(const MaterialSpec& spec, Textures* images)
    : properties_(properties_of(alone(spec))),
      lobes_(Lobes::of(alone(spec))),
      plain_(surface(properties_)) {
  for (const TextureSpec& t : spec.textures) {
    const auto* image = std::get_if<ImageTexture>(&t.kind);
    textures_.emplace_back(t, images, image ? images->open(image->file) : -1);
    bumped_ = bumped_ || t.on == TextureTarget::bump || t.on == TextureTarget::normal;
    has_holes_ = has_holes_ || t.on == TextureTarget::opacity;
    follows_bodies_ = follows_bodies_ || t.space != TextureSpace::world;
  }
}

bool Material::glows() const {
  if (!is_black(properties_.emission)) return true;
  for (const Texture& t : textures_)
    if (t.on == TextureTarget::emission) return true;
  return false;
}

bool Material::is_hole(float u, float v) const {
  for (const Texture& t : textures_)
    if (t.on == TextureTarget::opacity && t.is_hole(u, v)) return true;
  return false;
}

template <class F>
SurfaceOf<F> Material::surface(const SurfacePropertiesOf<F>& p) const {
  SurfaceOf<F> s;
  s.emission = p.emission;
  Lobes::each(
      [&]<class L>(std::type_identity<L>) { s.template of<L>() = std::get<L>(lobes_).at(p); });
  return s;
}

template <class F>
SurfaceOf<F> Material::at(const SurfacePlaceOf<F>& place) const {
  SurfacePropertiesOf<F> p(properties_);
  TexturePointOf<F> point;
  const Texture* last = nullptr;
  for (const Texture& texture : textures_) {
    if (texture.on == TextureTarget::bump || texture.on == TextureTarget::normal ||
        texture.on == TextureTarget::opacity)
      continue;
    if (!last || last->space != texture.space) point = texture_point(place, texture.space);
    last = &texture;
    lay(texture, texture.at(point), p);
  }
  return surface(p);
}
template Surface Material::at(const SurfacePlace&) const;
template Surfaces Material::at(const SurfacePlaceOf<Floats>&) const;

}  // namespace gambol
