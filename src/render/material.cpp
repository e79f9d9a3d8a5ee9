#include "render/material.h"

#include "render/fresnel.h"
#include "render/microfacet.h"
#include "render/sheen.h"

namespace gambol {
namespace {

float alpha_of(double roughness) { return std::max(float(roughness * roughness), min_alpha); }

template <class F>
F mirror(LayerAlbedoOf<F> e) {
  return e.a + e.b;
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
    case TextureTarget::roughness:
      return value(p.roughness);
    case TextureTarget::metallic:
      return value(p.metallic);
    case TextureTarget::specular:
      return value(p.specular);
    case TextureTarget::coat:
      return value(p.coat);
    case TextureTarget::sheen:
      return value(p.sheen);
    case TextureTarget::bump:
      return;
  }
}

template <class F>
Float3Of<F> square_root(Float3Of<F> c) {
  return {sqrt(c.x), sqrt(c.y), sqrt(c.z)};
}

}  // namespace

template <class F>
template <class G>
void SurfaceOf<F>::set(const MaskOf<F>& to, const SurfaceOf<G>& s) {
  const auto put = [&](auto& mine, const auto& theirs) {
    mine = select(to, std::decay_t<decltype(mine)>(theirs), mine);
  };
  put(diffuse, s.diffuse), put(f0, s.f0), put(emission, s.emission), put(f90, s.f90);
  put(alpha, s.alpha), put(coat, s.coat), put(coat_alpha, s.coat_alpha);
  put(sheen, s.sheen), put(sheen_alpha, s.sheen_alpha);
  put(transmission, s.transmission), put(index, s.index), put(tint, s.tint);
  if (!film.any && !s.film.any) return;
  film.any = true;
  for_each_lane(to, [&](int k) { film.films[k] = s.film.films[lanes_of<G> == 1 ? 0 : k]; });
}
template void Surfaces::set(const Mask&, const Surfaces&);
template void Surfaces::set(const Mask&, const Surface&);

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
    follows_bodies_ = follows_bodies_ || t.space != TextureSpace::world;
  }
  plain_.coat_alpha = alpha_of(spec.coat_roughness);
  plain_.sheen_alpha = std::max(alpha_of(spec.sheen_roughness), min_sheen_alpha);
  plain_.index = float(spec.index);
  plain_.film = {{film_.get()}, film_ != nullptr};
  set(properties_, plain_);
}

bool Material::glows() const {
  if (!is_black(properties_.emission)) return true;
  for (const Texture& t : textures_)
    if (t.on == TextureTarget::emission) return true;
  return false;
}

// Sets what textures can change; the rest of a surface is the same everywhere.
template <class F>
void Material::set(const SurfacePropertiesOf<F>& p, SurfaceOf<F>& s) const {
  s.diffuse = p.color * (1.0f - p.metallic);
  s.f0 = lerp(Float3Of<F>(0.08f * p.specular), p.color, p.metallic);
  // without a specular layer there is no highlight at grazing angles either
  s.f90 = smaller(50.0f * max_component(s.f0), F(1.0f));
  s.alpha = larger(p.roughness * p.roughness, F(min_alpha));
  s.coat = p.coat;
  s.sheen = Float3Of<F>(sheen_color_) * p.sheen;
  s.transmission = transmission_ * (1.0f - p.metallic);
  if (transmission_ > 0) s.tint = square_root(p.color);
  s.emission = p.emission;
}

template <class F>
SurfaceOf<F> Material::at(const SurfacePlaceOf<F>& place) const {
  const auto& is = properties_;
  SurfacePropertiesOf<F> p{is.color,    is.emission, is.metallic, is.roughness,
                           is.specular, is.coat,     is.sheen};
  TexturePointOf<F> point;
  const Texture* last = nullptr;
  for (const Texture& texture : textures_) {
    if (texture.on == TextureTarget::bump) continue;
    if (!last || last->space != texture.space) point = texture_point(place, texture.space);
    last = &texture;
    lay(texture, texture.at(point), p);
  }
  SurfaceOf<F> surface;
  surface.coat_alpha = plain_.coat_alpha, surface.sheen_alpha = plain_.sheen_alpha;
  surface.index = plain_.index;
  surface.film.any = plain_.film.any;
  surface.film.films.fill(plain_.film.films[0]);
  set(p, surface);
  return surface;
}
template Surface Material::at(const SurfacePlace&) const;
template Surfaces Material::at(const SurfacePlaceOf<Floats>&) const;

template <class F>
BsdfOf<F>::BsdfOf(const SurfaceOf<F>& surface, const AlbedoTables& tables, Float3Of<F> wo,
                  MaskOf<F> entering)
    : surface_(surface),
      wo_(wo),
      hairy_(any(!is_black(surface.sheen))),
      coated_(any(surface.coat > 0.0f)),
      glassy_(any(surface.transmission > 0.0f)),
      glossy_(coated_ || glassy_ || any(surface.f90 > 0.0f)),
      diffuse_(surface.diffuse) {
  if (!hairy_ && !glossy_) return;
  if (hairy_) {
    sheen_albedo_ = surface.sheen * tables.sheen(wo.z, surface.sheen_alpha);
    under_sheen_ = 1.0f - smaller(max_component(sheen_albedo_), F(1.0f));
  }
  if (coated_) {
    const LayerAlbedoOf<F> e = tables.ggx(wo.z, surface.coat_alpha);
    // Under a film: the film's reflectance at wo's angle to the normal, where most facets point,
    // scaled by the albedo of a perfect mirror of that roughness.
    const Float3Of<F> bare = Float3Of<F>((usual_f0 * e.a + e.b) / mirror(e));
    coat_albedo_ = surface.film.over(bare, wo.z) * (surface.coat * mirror(e));
    under_coat_ = Float3Of<F>(1.0f) - coat_albedo_;
  }
  const LayerAlbedoOf<F> e = tables.ggx(wo.z, surface.alpha);
  compensation_ = Float3Of<F>(1.0f) + surface.f0 * (1.0f / mirror(e) - 1.0f);
  specular_ = (surface.f0 * e.a + Float3Of<F>(surface.f90 * e.b)) * compensation_;
  diffuse_ = diffuse_ * (Float3Of<F>(1.0f) - specular_);

  const F opaque = 1.0f - surface.transmission, under = under_sheen_ * luminance(under_coat_);
  p_coat_ = under_sheen_ * luminance(coat_albedo_);
  p_specular_ = under * opaque * luminance(specular_);
  p_diffuse_ = luminance(sheen_albedo_) + under * opaque * luminance(diffuse_);
  if (glassy_) {
    eta_ = select(entering, surface.index, 1.0f / surface.index);
    p_glass_ = under * surface.transmission;
  }
  const F sum = p_coat_ + p_specular_ + p_glass_ + p_diffuse_;
  const MaskOf<F> dark = sum <= 0.0f;
  const F share = 1.0f / select(dark, F(1.0f), sum);
  p_coat_ *= share;
  p_specular_ *= share;
  p_glass_ *= share;
  p_diffuse_ = select(dark, F(1.0f), p_diffuse_ * share);
}

template <class F>
Float3Of<F> BsdfOf<F>::albedo() const {
  const Float3Of<F> opaque = specular_ + diffuse_;
  const Float3Of<F> base = glassy_ ? lerp(opaque, surface_.tint, surface_.transmission) : opaque;
  return sheen_albedo_ + under_sheen_ * (coat_albedo_ + under_coat_ * base);
}

template <class F>
typename BsdfOf<F>::Value BsdfOf<F>::at(Float3Of<F> wi) const {
  const MaskOf<F> above = wi.z > 0.0f;
  Value v = reflected(wi);
  if (!glassy_) return {select(above, v.f, Float3Of<F>()), select(above, v.pdf, F(0.0f))};
  const MaskOf<F> below = (wi.z < 0.0f) & (p_glass_ > 0.0f);
  const Value through = glass(wi);
  const Float3Of<F> under = under_sheen_ * under_coat_ * surface_.transmission;
  return {select(above, v.f, select(below, under * through.f, Float3Of<F>())),
          select(above, v.pdf, select(below, p_glass_ * through.pdf, F(0.0f)))};
}

// For wi.z > 0.
template <class F>
typename BsdfOf<F>::Value BsdfOf<F>::reflected(Float3Of<F> wi) const {
  const F opaque = 1.0f - surface_.transmission;
  Value v{diffuse_ * (opaque * wi.z * (1 / pi_f)), p_diffuse_ * wi.z * (1 / pi_f)};
  if (!glossy_ && !hairy_) return v;
  const Float3Of<F> h = normalize(wo_ + wi);
  const F cosine = dot(wo_, h), fresnel = fresnel_rise(cosine);
  const GgxPairOf<F> base = ggx_pair(wo_.z, wi.z, h.z, surface_.alpha);
  v.f += lerp(surface_.f0, Float3Of<F>(surface_.f90), fresnel) * compensation_ *
         (opaque * base.reflected * wi.z);
  v.pdf += p_specular_ * base.pdf;
  if (glassy_) {
    const Value back = glass(wi);
    v.f += select(p_glass_ > 0.0f, surface_.transmission * back.f, Float3Of<F>());
    v.pdf += select(p_glass_ > 0.0f, p_glass_ * back.pdf, F(0.0f));
  }
  if (coated_) {
    const GgxPairOf<F> coat = ggx_pair(wo_.z, wi.z, h.z, surface_.coat_alpha);
    const Float3Of<F> bare(lerp(F(usual_f0), F(1.0f), fresnel));
    const Float3Of<F> reflectance = surface_.film.over(bare, cosine);
    v.f = reflectance * (surface_.coat * coat.reflected * wi.z) + under_coat_ * v.f;
    v.pdf += p_coat_ * coat.pdf;
  }
  if (hairy_)
    v.f = surface_.sheen * (sheen_brdf(wo_, wi, surface_.sheen_alpha) * wi.z) + under_sheen_ * v.f;
  return v;
}

template <class F>
MaskOf<F> BsdfOf<F>::sample(F lobe, Sample2Of<F> u, Float3Of<F>& wi) const {
  wi = cosine_hemisphere(u);
  MaskOf<F> found = wi.z > 0.0f;
  const MaskOf<F> diffuse = lobe < p_diffuse_;
  if (!glossy_ || !any(!diffuse)) return found;
  lobe -= p_diffuse_;
  const MaskOf<F> coat = lobe < p_glass_ + p_coat_;
  const Float3Of<F> h =
      ggx_sample_normal(wo_, select(coat, surface_.coat_alpha, surface_.alpha), u);
  const Float3Of<F> mirrored = 2.0f * dot(wo_, h) * h - wo_;
  wi = select(diffuse, wi, mirrored);
  found = select(diffuse, found, wi.z > 0.0f);
  if (!glassy_) return found;
  const MaskOf<F> glass = (lobe < p_glass_) & !diffuse;
  MaskOf<F> refracted;
  const Float3Of<F> through = sample_glass(lobe / p_glass_, u, refracted);
  wi = select(glass, through, wi);
  return select(glass, refracted, found);
}

template class BsdfOf<float>;
template class BsdfOf<Floats>;

}  // namespace gambol
