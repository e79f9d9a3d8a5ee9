#pragma once

// Light through a rough boundary between two media (Walter et al., "Microfacet models for
// refraction through rough surfaces", 2007), with Smith's height-correlated shadowing. Light that
// is scattered more than once between facets is lost.

#include "render/lobes/fresnel.h"
#include "render/lobes/lobe.h"
#include "render/lobes/microfacet.h"

namespace gambol {

struct Glass {
  explicit Glass(const MaterialSpec& spec)
      : transmission(float(spec.transmission)), index(float(spec.index)) {}

  float transmission, index;

  template <class F>
  struct Point {
    F transmission = 0, index = 1.5f, alpha = 0.25f;
    Float3Of<F> tint;  // factor on transmitted light at each crossing of the surface

    template <class G>
    void set(const MaskOf<F>& to, const Point<G>& s) {
      put(to, transmission, s.transmission), put(to, index, s.index), put(to, alpha, s.alpha);
      put(to, tint, s.tint);
    }
    bool exists() const { return any(transmission > 0.0f); }
    void roughen(F least) { alpha = larger(alpha, least); }
  };
  template <class F>
  Point<F> at(const SurfacePropertiesOf<F>& p) const {
    Point<F> s;
    if (transmission == 0) return s;
    s.transmission = transmission * (1.0f - p[TextureTarget::metallic]);
    s.index = index;
    s.alpha = ggx_alpha(p[TextureTarget::roughness]);
    s.tint = {sqrt(p.color.x), sqrt(p.color.y), sqrt(p.color.z)};
    return s;
  }

  template <class F>
  struct View {
    bool present = false;
    F chance = 0;

    void begin(const Point<F>& point, const auto& /*tables*/, DescentOf<F>& d) {
      point_ = &point;
      eta_ = select(d.entering, point.index, 1.0f / point.index);
      passing_ = d.passing * point.transmission;
      chance = d.brightness * point.transmission;
      const F opaque = 1.0f - point.transmission;
      d.share *= opaque;
      d.brightness *= opaque;
    }
    Float3Of<F> albedo_over(Float3Of<F> below) const {
      return lerp(below, point_->tint, point_->transmission);
    }
    MaskOf<F> transmits() const { return chance > 0.0f; }

    void add(const DirectionsOf<F>& d, ScatteredOf<F>& sum) const {
      const MaskOf<F> used = transmits(), below = (d.wi.z < 0.0f) & used;
      const ScatteringOf<F> back = reflected(d), through = refracted(d);
      sum.above.f += select(used, point_->transmission * back.f, Float3Of<F>());
      sum.above.pdf += select(used, chance * back.pdf, F(0.0f));
      sum.below.f += select(below, passing_ * through.f, Float3Of<F>());
      sum.below.pdf += select(below, chance * through.pdf, F(0.0f));
    }
    F facet_alpha() const { return point_->alpha; }
    MaskOf<F> sample(const SamplingOf<F>& from, Float3Of<F>& wi) const {
      const Float3Of<F> wo = from.wo, h = from.h;
      const F oh = dot(wo, h);
      const MaskOf<F> back = from.which < dielectric_fresnel(oh, eta_);
      const F sine2 = (1.0f - oh * oh) / (eta_ * eta_);
      const F beyond = sqrt(larger(1.0f - sine2, F(0.0f)));
      wi = select(back, 2.0f * oh * h - wo, h * (oh / eta_ - beyond) - wo * (1.0f / eta_));
      return (oh > 0.0f) & select(back, wi.z > 0.0f, wi.z < 0.0f);
    }

   private:
    ScatteringOf<F> reflected(const DirectionsOf<F>& d) const {
      const F alpha = point_->alpha, reflectance = dielectric_fresnel(d.cosine, eta_);
      return {Float3Of<F>(reflectance * ggx_d(d.h.z, alpha) *
                          smith_visibility(d.wo.z, d.wi.z, alpha) * d.wi.z),
              reflectance * ggx_pdf(d.wo.z, d.h.z, alpha)};
    }
    ScatteringOf<F> refracted(const DirectionsOf<F>& d) const {
      const F alpha = point_->alpha;
      const Float3Of<F> h = refracting_facet(d);
      const F oh = dot(d.wo, h), ih = dot(d.wi, h);
      // smith_visibility is G2 / (4 cos cos). Radiance in a medium is proportional to the square of
      // its index, which divides f by eta^2.
      const F below = oh + eta_ * ih;
      const F facets =
          ggx_d(h.z, alpha) * smith_visibility(d.wo.z, -d.wi.z, alpha) * 4.0f * -d.wi.z;
      const F share = (1.0f - dielectric_fresnel(oh, eta_)) * oh * -ih / (below * below);
      const MaskOf<F> refracts = (oh > 0.0f) & (ih < 0.0f);
      const F pdf = share * 4.0f * ggx_pdf(d.wo.z, h.z, alpha) * eta_ * eta_;
      return {select(refracts, point_->tint * (share * facets), Float3Of<F>()),
              select(refracts, pdf, F(0.0f))};
    }
    // The normal, on wo's side, of the facet that refracts wo to wi.
    Float3Of<F> refracting_facet(const DirectionsOf<F>& d) const {
      const Float3Of<F> h = normalize(d.wo + d.wi * eta_);
      return select(h.z < 0.0f, -h, h);
    }

    const Point<F>* point_ = nullptr;
    F eta_ = 1;            // index beyond the surface over that on wo's side
    Float3Of<F> passing_;  // factor on light that is refracted, by this lobe and those above
  };
};

}  // namespace gambol
