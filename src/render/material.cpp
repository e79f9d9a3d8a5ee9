#include "render/material.h"

#include "render/microfacet.h"

namespace gambol {
namespace {

constexpr float coat_f0 = 0.04f;  // index 1.5
constexpr float min_alpha = 1e-3f;

float schlick(float cosine) {
  const float m = 1.0f - cosine, m2 = m * m;
  return m2 * m2 * m;
}

// Fresnel and shadowing averaged over visible normals: G2 / G1 times the Fresnel factor.
LayerAlbedo integrate_albedo(float cos_o, float alpha) {
  constexpr int n = 24;
  const Float3 wo(std::sqrt(1.0f - cos_o * cos_o), 0, cos_o);
  double a = 0, b = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Float3 h = ggx_sample_normal(wo, alpha, {(i + 0.5f) / n, (j + 0.5f) / n});
      const float cos_oh = dot(wo, h), cos_i = 2.0f * cos_oh * h.z - cos_o;
      if (cos_i <= 0) continue;
      const float weight =
          4.0f * cos_o * cos_i * smith_visibility(cos_o, cos_i, alpha) / smith_g1(cos_o, alpha);
      const float f = schlick(cos_oh);
      a += weight * (1 - f);
      b += weight * f;
    }
  return {float(a / (n * n)), float(b / (n * n))};
}

float alpha_of(double roughness) { return std::max(float(roughness * roughness), min_alpha); }

}  // namespace

AlbedoTable::AlbedoTable() {
  for (int r = 0; r < size; ++r)
    for (int c = 0; c < size; ++c) {
      const float roughness = float(r) / (size - 1), cos_o = float(c) / (size - 1);
      cells_[r * size + c] =
          integrate_albedo(std::max(cos_o, 1e-3f), std::max(roughness * roughness, min_alpha));
    }
}

LayerAlbedo AlbedoTable::at(float cos_o, float alpha) const {
  const float r = std::min(std::sqrt(alpha), 1.0f) * (size - 1);
  const float c = std::clamp(cos_o, 0.0f, 1.0f) * (size - 1);
  const int i = std::min(int(r), size - 2), j = std::min(int(c), size - 2);
  const float s = r - i, t = c - j;
  const LayerAlbedo* cell = &cells_[i * size + j];
  const auto mix = [&](float LayerAlbedo::*m) {
    return lerp(lerp(cell[0].*m, cell[1].*m, t), lerp(cell[size].*m, cell[size + 1].*m, t), s);
  };
  return {mix(&LayerAlbedo::a), mix(&LayerAlbedo::b)};
}

Surface make_surface(const MaterialSpec& spec) {
  Surface s;
  const Float3 color(spec.color);
  const float metallic = float(spec.metallic);
  s.diffuse = color * (1.0f - metallic);
  s.f0 = lerp(Float3(0.08f * float(spec.specular)), color, metallic);
  s.f90 = std::min(50.0f * max_component(s.f0), 1.0f);  // no specular layer, no grazing highlight
  s.alpha = alpha_of(spec.roughness);
  s.coat = float(spec.coat);
  s.coat_alpha = alpha_of(spec.coat_roughness);
  s.emission = Float3(spec.emission);
  return s;
}

Bsdf::Bsdf(const Surface& surface, const AlbedoTable& table, Float3 wo)
    : surface_(surface), wo_(wo), diffuse_(surface.diffuse) {
  if (surface.f90 == 0 && surface.coat == 0) return;
  if (surface.coat > 0) {
    const LayerAlbedo e = table.at(wo.z, surface.coat_alpha);
    coat_albedo_ = surface.coat * (coat_f0 * e.a + e.b);
    under_coat_ = 1.0f - coat_albedo_;
  }
  const LayerAlbedo e = table.at(wo.z, surface.alpha);
  compensation_ = Float3(1) + surface.f0 * (1.0f / (e.a + e.b) - 1.0f);
  specular_ = (surface.f0 * e.a + Float3(surface.f90 * e.b)) * compensation_;
  diffuse_ = diffuse_ * (Float3(1) - specular_);
  p_coat_ = coat_albedo_;
  p_specular_ = under_coat_ * luminance(specular_);
  p_diffuse_ = under_coat_ * luminance(diffuse_);
  const float sum = p_coat_ + p_specular_ + p_diffuse_;
  if (sum <= 0) {
    p_diffuse_ = 1;
    return;
  }
  p_coat_ /= sum;
  p_specular_ /= sum;
  p_diffuse_ /= sum;
}

Float3 Bsdf::evaluate(Float3 wi) const {
  if (wi.z <= 0) return {};
  Float3 value = diffuse_ * (wi.z / pi_f);
  if (p_diffuse_ == 1) return under_coat_ * value;
  const Float3 h = normalize(wo_ + wi);
  const float fresnel = schlick(dot(wo_, h));
  const float alpha = surface_.alpha;
  const Float3 f = lerp(surface_.f0, Float3(surface_.f90), fresnel) * compensation_;
  value += f * (ggx_d(h.z, alpha) * smith_visibility(wo_.z, wi.z, alpha) * wi.z);
  if (surface_.coat == 0) return value;
  const float coat = surface_.coat * lerp(coat_f0, 1.0f, fresnel) *
                     ggx_d(h.z, surface_.coat_alpha) *
                     smith_visibility(wo_.z, wi.z, surface_.coat_alpha) * wi.z;
  return Float3(coat) + under_coat_ * value;
}

float Bsdf::pdf(Float3 wi) const {
  if (wi.z <= 0) return 0;
  float sum = p_diffuse_ * wi.z / pi_f;
  if (p_diffuse_ == 1) return sum;
  const Float3 h = normalize(wo_ + wi);
  sum += p_specular_ * ggx_pdf(wo_.z, h.z, surface_.alpha);
  if (p_coat_ > 0) sum += p_coat_ * ggx_pdf(wo_.z, h.z, surface_.coat_alpha);
  return sum;
}

bool Bsdf::sample(float lobe, Sample2 u, Float3& wi) const {
  if (lobe < p_diffuse_) {
    wi = cosine_hemisphere(u);
    return wi.z > 0;
  }
  const bool coat = lobe < p_diffuse_ + p_coat_;
  const Float3 h = ggx_sample_normal(wo_, coat ? surface_.coat_alpha : surface_.alpha, u);
  wi = 2.0f * dot(wo_, h) * h - wo_;
  return wi.z > 0;
}

}  // namespace gambol
