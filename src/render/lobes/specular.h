#pragma once

// The reflecting surface of a metal, or of a dielectric over its body: GGX facets, with the light
// that is scattered more than once between them.

#include <tuple>

#include "render/lobes/ggx_albedo.h"
#include "render/lobes/lobe.h"
#include "render/lobes/microfacet.h"

namespace gambol {

struct Specular {
  explicit Specular(const MaterialSpec&) {}
  static constexpr TexturedNumber textured[] = {
      {TextureTarget::roughness, &MaterialSpec::roughness},
      {TextureTarget::metallic, &MaterialSpec::metallic},
      {TextureTarget::specular, &MaterialSpec::specular}};

  template <class F>
  struct Point {
    Float3Of<F> f0;
    F f90 = 1, alpha = 0.25f;

    template <class G>
    void set(const MaskOf<F>& to, const Point<G>& s) {
      put(to, f0, s.f0), put(to, f90, s.f90), put(to, alpha, s.alpha);
    }
    bool exists() const { return any(f90 > 0.0f); }
    void roughen(F least) { alpha = larger(alpha, least); }
  };
  template <class F>
  Point<F> at(const SurfacePropertiesOf<F>& p) const {
    Point<F> s;
    s.f0 =
        lerp(Float3Of<F>(0.08f * p[TextureTarget::specular]), p.color, p[TextureTarget::metallic]);
    // without a specular layer there is no highlight at grazing angles either
    s.f90 = smaller(50.0f * max_component(s.f0), F(1.0f));
    s.alpha = ggx_alpha(p[TextureTarget::roughness]);
    return s;
  }

  template <class F>
  struct View {
    bool present = false;
    F chance = 0;

    void begin(const Point<F>& point, const auto& tables, DescentOf<F>& d) {
      point_ = &point;
      const LayerAlbedoOf<F> e = std::get<GgxAlbedo>(tables).at(d.wo.z, point.alpha);
      compensation_ = Float3Of<F>(1.0f) + point.f0 * (1.0f / mirror(e) - 1.0f);
      albedo_ = (point.f0 * e.a + Float3Of<F>(point.f90 * e.b)) * compensation_;
      share_ = d.share;
      chance = d.brightness * luminance(albedo_);
      d.body = Float3Of<F>(1.0f) - albedo_;
    }
    Float3Of<F> albedo_over(Float3Of<F> below) const { return albedo_ + below; }
    void add(const DirectionsOf<F>& d, ScatteredOf<F>& sum) const {
      const GgxPairOf<F> base = ggx_pair(d.wo.z, d.wi.z, d.h.z, point_->alpha);
      sum.above.f += lerp(point_->f0, Float3Of<F>(point_->f90), d.fresnel_rise) * compensation_ *
                     (share_ * base.reflected * d.wi.z);
      sum.above.pdf += chance * base.pdf;
    }
    F facet_alpha() const { return point_->alpha; }
    MaskOf<F> sample(const SamplingOf<F>& from, Float3Of<F>& wi) const {
      return sample_mirror(from, wi);
    }

   private:
    const Point<F>* point_ = nullptr;
    F share_ = 1;
    Float3Of<F> compensation_;  // factor for light scattered more than once between facets
    Float3Of<F> albedo_;
  };
};

}  // namespace gambol
