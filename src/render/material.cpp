#include "render/material.h"

#include "render/microfacet.h"
#include "render/sheen.h"

namespace gambol {
namespace {

constexpr float coat_f0 = 0.04f;  // index 1.5

float alpha_of(double roughness) { return std::max(float(roughness * roughness), min_alpha); }

float mirror(LayerAlbedo e) { return e.a + e.b; }

void blend(float& value, const Texture& texture, float strength) {
  value = lerp(value, texture.value, texture.amount * strength);
}

void lay(const Texture& texture, const Texture::Pattern& pattern, SurfaceProperties& p) {
  const float share = texture.amount * pattern.strength;
  const float grey = pattern.strength * std::min(luminance(pattern.color), 1.0f);
  switch (texture.on) {
    case TextureTarget::color:
      p.color = lerp(p.color, pattern.color, share);
      break;
    case TextureTarget::emission:
      p.emission = lerp(p.emission, pattern.color, share);
      break;
    case TextureTarget::roughness:
      blend(p.roughness, texture, grey);
      break;
    case TextureTarget::metallic:
      blend(p.metallic, texture, grey);
      break;
    case TextureTarget::specular:
      blend(p.specular, texture, grey);
      break;
    case TextureTarget::coat:
      blend(p.coat, texture, grey);
      break;
    case TextureTarget::sheen:
      blend(p.sheen, texture, grey);
      break;
    case TextureTarget::bump:
      break;
  }
}

Float3 square_root(Float3 c) { return {std::sqrt(c.x), std::sqrt(c.y), std::sqrt(c.z)}; }

}  // namespace

Material::Material(const MaterialSpec& spec, Textures* images)
    : properties_{Float3(spec.color),    Float3(spec.emission), float(spec.metallic),
                  float(spec.roughness), float(spec.specular),  float(spec.coat),
                  float(spec.sheen)},
      transmission_(float(spec.transmission)),
      sheen_color_(spec.sheen_color) {
  if (spec.film) film_ = std::make_shared<const ThinFilm>(*spec.film);
  for (const TextureSpec& t : spec.textures) {
    const auto* image = std::get_if<ImageTexture>(&t.kind);
    textures_.emplace_back(t, images, image ? images->open(image->file) : -1);
    bumped_ = bumped_ || t.on == TextureTarget::bump;
  }
  plain_.coat_alpha = alpha_of(spec.coat_roughness);
  plain_.sheen_alpha = std::max(alpha_of(spec.sheen_roughness), min_sheen_alpha);
  plain_.index = float(spec.index);
  plain_.film = film_.get();
  set(properties_, plain_);
}

bool Material::glows() const {
  if (!is_black(properties_.emission)) return true;
  for (const Texture& t : textures_)
    if (t.on == TextureTarget::emission) return true;
  return false;
}

// What textures change; all else of a surface is the same everywhere.
void Material::set(const SurfaceProperties& p, Surface& s) const {
  s.diffuse = p.color * (1.0f - p.metallic);
  s.f0 = lerp(Float3(0.08f * p.specular), p.color, p.metallic);
  s.f90 = std::min(50.0f * max_component(s.f0), 1.0f);  // no specular layer, no grazing highlight
  s.alpha = alpha_of(p.roughness);
  s.coat = p.coat;
  s.sheen = sheen_color_ * p.sheen;
  s.transmission = transmission_ * (1.0f - p.metallic);
  if (transmission_ > 0) s.tint = square_root(p.color);
  s.emission = p.emission;
}

void Material::at(const SurfacePlace& place, Surface& surface) const {
  SurfaceProperties p = properties_;
  TexturePoint point;
  const Texture* last = nullptr;
  for (const Texture& texture : textures_) {
    if (texture.on == TextureTarget::bump) continue;
    if (!last || last->space != texture.space) point = texture_point(place, texture.space);
    last = &texture;
    lay(texture, texture.at(point), p);
  }
  surface = plain_;
  set(p, surface);
}

Bsdf::Bsdf(const Surface& surface, const AlbedoTables& tables, Float3 wo, bool entering)
    : surface_(surface), wo_(wo), diffuse_(surface.diffuse) {
  if (surface.f90 == 0 && surface.coat == 0 && surface.transmission == 0 && is_black(surface.sheen))
    return;
  if (!is_black(surface.sheen)) {
    sheen_albedo_ = surface.sheen * tables.sheen(wo.z, surface.sheen_alpha);
    under_sheen_ = 1.0f - std::min(max_component(sheen_albedo_), 1.0f);
  }
  if (surface.coat > 0) {
    const LayerAlbedo e = tables.ggx(wo.z, surface.coat_alpha);
    coat_albedo_ = surface.film ? surface.film->albedo(wo.z, mirror(e)) * surface.coat
                                : Float3(surface.coat * (coat_f0 * e.a + e.b));
    under_coat_ = Float3(1) - coat_albedo_;
  }
  const LayerAlbedo e = tables.ggx(wo.z, surface.alpha);
  compensation_ = Float3(1) + surface.f0 * (1.0f / mirror(e) - 1.0f);
  specular_ = (surface.f0 * e.a + Float3(surface.f90 * e.b)) * compensation_;
  diffuse_ = diffuse_ * (Float3(1) - specular_);
  eta_ = entering ? surface.index : 1.0f / surface.index;

  const float opaque = 1.0f - surface.transmission, under = luminance(under_coat_);
  p_coat_ = under_sheen_ * luminance(coat_albedo_);
  p_specular_ = under_sheen_ * under * opaque * luminance(specular_);
  p_glass_ = under_sheen_ * under * surface.transmission;
  p_diffuse_ = luminance(sheen_albedo_) + under_sheen_ * under * opaque * luminance(diffuse_);
  const float sum = p_coat_ + p_specular_ + p_glass_ + p_diffuse_;
  if (sum <= 0) {
    p_diffuse_ = 1;
    return;
  }
  const float share = 1.0f / sum;
  p_coat_ *= share;
  p_specular_ *= share;
  p_glass_ *= share;
  p_diffuse_ *= share;
}

Float3 Bsdf::albedo() const {
  const Float3 opaque = specular_ + diffuse_;
  const Float3 base = lerp(opaque, surface_.tint, surface_.transmission);
  return sheen_albedo_ + under_sheen_ * (coat_albedo_ + under_coat_ * base);
}

Bsdf::Value Bsdf::at(Float3 wi) const {
  if (wi.z <= 0) {
    if (wi.z == 0 || p_glass_ == 0) return {};
    return {under_sheen_ * under_coat_ * surface_.transmission * glass(wi),
            p_glass_ * glass_pdf(wi)};
  }
  const float opaque = 1.0f - surface_.transmission;
  Value v{diffuse_ * (opaque * wi.z / pi_f), p_diffuse_ * wi.z / pi_f};
  const bool hairy = !is_black(surface_.sheen);
  if (only_diffuse() && !hairy) {
    v.f *= under_coat_;
    return v;
  }
  const Float3 h = normalize(wo_ + wi);
  const float cosine = dot(wo_, h), fresnel = schlick(cosine);
  const GgxPair base = ggx_pair(wo_.z, wi.z, h.z, surface_.alpha);
  v.f += lerp(surface_.f0, Float3(surface_.f90), fresnel) * compensation_ *
         (opaque * base.reflected * wi.z);
  v.pdf += p_specular_ * base.pdf;
  if (p_glass_ > 0) {
    v.f += surface_.transmission * glass(wi);
    v.pdf += p_glass_ * glass_pdf(wi);
  }
  if (surface_.coat > 0) {
    const GgxPair coat = ggx_pair(wo_.z, wi.z, h.z, surface_.coat_alpha);
    const Float3 reflectance =
        surface_.film ? surface_.film->reflectance(cosine) : Float3(lerp(coat_f0, 1.0f, fresnel));
    v.f = reflectance * (surface_.coat * coat.reflected * wi.z) + under_coat_ * v.f;
    v.pdf += p_coat_ * coat.pdf;
  }
  if (hairy)
    v.f = surface_.sheen * (sheen_brdf(wo_, wi, surface_.sheen_alpha) * wi.z) + under_sheen_ * v.f;
  return v;
}

bool Bsdf::sample(float lobe, Sample2 u, Float3& wi) const {
  if (lobe < p_diffuse_) {
    wi = cosine_hemisphere(u);
    return wi.z > 0;
  }
  lobe -= p_diffuse_;
  if (lobe < p_glass_) return sample_glass(lobe / p_glass_, u, wi);
  const bool coat = lobe < p_glass_ + p_coat_;
  const Float3 h = ggx_sample_normal(wo_, coat ? surface_.coat_alpha : surface_.alpha, u);
  wi = 2.0f * dot(wo_, h) * h - wo_;
  return wi.z > 0;
}

}  // namespace gambol
