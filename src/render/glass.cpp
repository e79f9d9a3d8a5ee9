// Light through a rough boundary between two media (Walter et al., "Microfacet models for
// refraction through rough surfaces", 2007), with Smith's height-correlated shadowing. Light that
// is scattered more than once between facets is lost.

#include "render/fresnel.h"
#include "render/material.h"
#include "render/microfacet.h"

namespace gambol {
namespace {

// The normal, on wo's side, of the facet that refracts wo to wi.
template <class F>
Float3Of<F> refracting_facet(Float3Of<F> wo, Float3Of<F> wi, F eta) {
  const Float3Of<F> h = normalize(wo + wi * eta);
  return select(h.z < 0.0f, -h, h);
}

}  // namespace

template <class F>
typename BsdfOf<F>::Value BsdfOf<F>::glass(Float3Of<F> wi) const {
  const F alpha = surface_.alpha;
  const Float3Of<F> mirror = normalize(wo_ + wi);
  const F reflectance = dielectric_fresnel(dot(wo_, mirror), eta_);
  const Value back{Float3Of<F>(reflectance * ggx_d(mirror.z, alpha) *
                               smith_visibility(wo_.z, wi.z, alpha) * wi.z),
                   reflectance * ggx_pdf(wo_.z, mirror.z, alpha)};
  const Float3Of<F> h = refracting_facet(wo_, wi, eta_);
  const F oh = dot(wo_, h), ih = dot(wi, h);
  // smith_visibility is G2 / (4 cos cos). Radiance in a medium is proportional to the square of its
  // index, which divides f by eta^2.
  const F below = oh + eta_ * ih;
  const F facets = ggx_d(h.z, alpha) * smith_visibility(wo_.z, -wi.z, alpha) * 4.0f * -wi.z;
  const F share = (1.0f - dielectric_fresnel(oh, eta_)) * oh * -ih / (below * below);
  const MaskOf<F> refracts = (oh > 0.0f) & (ih < 0.0f), is_back = wi.z > 0.0f;
  const Float3Of<F> through = surface_.tint * (share * facets);
  const F pdf = share * 4.0f * ggx_pdf(wo_.z, h.z, alpha) * eta_ * eta_;
  return {select(is_back, back.f, select(refracts, through, Float3Of<F>())),
          select(is_back, back.pdf, select(refracts, pdf, F(0.0f)))};
}

template <class F>
Float3Of<F> BsdfOf<F>::sample_glass(F which, Sample2Of<F> u, MaskOf<F>& found) const {
  const Float3Of<F> h = ggx_sample_normal(wo_, surface_.alpha, u);
  const F oh = dot(wo_, h);
  const MaskOf<F> reflected = which < dielectric_fresnel(oh, eta_);
  const F sine2 = (1.0f - oh * oh) / (eta_ * eta_);
  const F beyond = sqrt(larger(1.0f - sine2, F(0.0f)));
  const Float3Of<F> wi =
      select(reflected, 2.0f * oh * h - wo_, h * (oh / eta_ - beyond) - wo_ * (1.0f / eta_));
  found = (oh > 0.0f) & select(reflected, wi.z > 0.0f, wi.z < 0.0f);
  return wi;
}

template Bsdf::Value Bsdf::glass(Float3) const;
template BsdfOf<Floats>::Value BsdfOf<Floats>::glass(Floats3) const;
template Float3 Bsdf::sample_glass(float, Sample2, bool&) const;
template Floats3 BsdfOf<Floats>::sample_glass(Floats, Sample2Of<Floats>, Mask&) const;

}  // namespace gambol
