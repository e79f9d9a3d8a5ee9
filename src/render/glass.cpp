// Light through a rough border between two media (Walter et al., "Microfacet models for refraction
// through rough surfaces", 2007), with Smith's height-correlated shadowing. What facets scatter
// more than once is lost.

#include "render/material.h"
#include "render/microfacet.h"

namespace gambol {
namespace {

// The facet that refracts wo to wi: on wo's side.
Float3 refracting_facet(Float3 wo, Float3 wi, float eta) {
  const Float3 h = normalize(wo + wi * eta);
  return h.z < 0 ? -h : h;
}

}  // namespace

Float3 Bsdf::glass(Float3 wi) const {
  const float alpha = surface_.alpha;
  if (wi.z > 0) {
    const Float3 h = normalize(wo_ + wi);
    return Float3(dielectric_fresnel(dot(wo_, h), eta_) * ggx_d(h.z, alpha) *
                  smith_visibility(wo_.z, wi.z, alpha) * wi.z);
  }
  const Float3 h = refracting_facet(wo_, wi, eta_);
  const float oh = dot(wo_, h), ih = dot(wi, h);
  if (oh <= 0 || ih >= 0) return {};
  // smith_visibility is G2 / (4 cos cos). Radiance is denser where the index is higher: 1 / eta2.
  const float below = oh + eta_ * ih;
  const float facets = ggx_d(h.z, alpha) * smith_visibility(wo_.z, -wi.z, alpha) * 4 * -wi.z;
  return surface_.tint * ((1 - dielectric_fresnel(oh, eta_)) * facets * oh * -ih / (below * below));
}

float Bsdf::glass_pdf(Float3 wi) const {
  const float alpha = surface_.alpha;
  if (wi.z > 0) {
    const Float3 h = normalize(wo_ + wi);
    return dielectric_fresnel(dot(wo_, h), eta_) * ggx_pdf(wo_.z, h.z, alpha);
  }
  const Float3 h = refracting_facet(wo_, wi, eta_);
  const float oh = dot(wo_, h), ih = dot(wi, h);
  if (oh <= 0 || ih >= 0) return 0;
  const float below = oh + eta_ * ih;
  return (1 - dielectric_fresnel(oh, eta_)) * 4 * ggx_pdf(wo_.z, h.z, alpha) * oh * eta_ * eta_ *
         -ih / (below * below);
}

bool Bsdf::sample_glass(float which, Sample2 u, Float3& wi) const {
  const Float3 h = ggx_sample_normal(wo_, surface_.alpha, u);
  const float oh = dot(wo_, h);
  if (oh <= 0) return false;
  if (which < dielectric_fresnel(oh, eta_)) {
    wi = 2.0f * oh * h - wo_;
    return wi.z > 0;
  }
  const float sine2 = (1 - oh * oh) / (eta_ * eta_);
  const float beyond = std::sqrt(std::max(1 - sine2, 0.0f));
  wi = h * (oh / eta_ - beyond) - wo_ * (1 / eta_);
  return wi.z < 0;
}

}  // namespace gambol
