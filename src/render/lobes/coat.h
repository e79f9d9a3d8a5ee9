#pragma once

// A clear coat of index 1.5, perhaps under a thin film. Light that it reflects does not reach the
// lobes below.

#include <memory>
#include <tuple>

#include "render/lobes/fresnel.h"
#include "render/lobes/ggx_albedo.h"
#include "render/lobes/lobe.h"
#include "render/lobes/microfacet.h"
#include "render/lobes/thin_film.h"

namespace gambol {

struct Coat {
  explicit Coat(const MaterialSpec& spec)
      : alpha(alpha_of(spec.coat_roughness, min_alpha)),
        film(spec.film ? std::make_shared<const ThinFilm>(*spec.film) : nullptr) {}
  static constexpr TexturedNumber textured[] = {{TextureTarget::coat, &MaterialSpec::coat}};

  float alpha;
  std::shared_ptr<const ThinFilm> film;

  template <class F>
  struct Point {
    F weight = 0, alpha = 0.01f;
    FilmsOf<F> film;

    template <class G>
    void set(const MaskOf<F>& to, const Point<G>& s) {
      put(to, weight, s.weight), put(to, alpha, s.alpha), film.set(to, s.film);
    }
    bool exists() const { return any(weight > 0.0f); }
    void roughen(F least) { alpha = larger(alpha, least); }
  };
  template <class F>
  Point<F> at(const SurfacePropertiesOf<F>& p) const {
    return {p[TextureTarget::coat], alpha, FilmsOf<F>(film.get())};
  }

  template <class F>
  struct View {
    bool present = false;
    F chance = 0;

    void begin(const Point<F>& point, const auto& tables, DescentOf<F>& d) {
      point_ = &point;
      const LayerAlbedoOf<F> e = std::get<GgxAlbedo>(tables).at(d.wo.z, point.alpha);
      // Under a film: the film's reflectance at wo's angle to the normal, where most facets point,
      // scaled by the albedo of a perfect mirror of that roughness.
      const Float3Of<F> bare = Float3Of<F>((usual_f0 * e.a + e.b) / mirror(e));
      albedo_ = point.film.over(bare, d.wo.z) * (point.weight * mirror(e));
      under_ = Float3Of<F>(1.0f) - albedo_;
      chance = d.brightness * luminance(albedo_);
      d.brightness *= luminance(under_);
      d.passing *= under_;
    }
    Float3Of<F> albedo_over(Float3Of<F> below) const { return albedo_ + under_ * below; }
    void add(const DirectionsOf<F>& d, ScatteredOf<F>& sum) const {
      const GgxPairOf<F> coat = ggx_pair(d.wo.z, d.wi.z, d.h.z, point_->alpha);
      const Float3Of<F> bare(lerp(F(usual_f0), F(1.0f), d.fresnel_rise));
      const Float3Of<F> reflectance = point_->film.over(bare, d.cosine);
      sum.above.f = reflectance * (point_->weight * coat.reflected * d.wi.z) + under_ * sum.above.f;
      sum.above.pdf += chance * coat.pdf;
    }
    F facet_alpha() const { return point_->alpha; }
    MaskOf<F> sample(const SamplingOf<F>& from, Float3Of<F>& wi) const {
      return sample_mirror(from, wi);
    }

   private:
    const Point<F>* point_ = nullptr;
    Float3Of<F> albedo_, under_;
  };
};

}  // namespace gambol
