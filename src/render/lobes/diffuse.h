#pragma once

// The body of an opaque surface: scatters light evenly (Lambert). Every surface has this lobe.

#include "render/lobes/lobe.h"
#include "render/lobes/microfacet.h"

namespace gambol {

struct Diffuse {
  explicit Diffuse(const MaterialSpec&) {}

  template <class F>
  struct Point {
    Float3Of<F> color;

    template <class G>
    void set(const MaskOf<F>& to, const Point<G>& s) {
      put(to, color, s.color);
    }
  };
  template <class F>
  Point<F> at(const SurfacePropertiesOf<F>& p) const {
    return {p.color * (1.0f - p[TextureTarget::metallic])};
  }

  template <class F>
  struct View {
    F chance = 1;

    void begin(const Point<F>& point, const auto& /*tables*/, DescentOf<F>& d) {
      albedo_ = point.color * d.body;
      share_ = d.share;
      chance = d.unsampled + d.brightness * luminance(albedo_);
    }
    Float3Of<F> albedo() const { return albedo_; }
    ScatteringOf<F> scattered(Float3Of<F> wi) const {
      return {albedo_ * (share_ * wi.z * (1 / pi_f)), chance * wi.z * (1 / pi_f)};
    }
    MaskOf<F> sample(Sample2Of<F> u, Float3Of<F>& wi) const {
      wi = cosine_hemisphere(u);
      return wi.z > 0.0f;
    }

   private:
    Float3Of<F> albedo_;  // as seen through the specular interface
    F share_ = 1;
  };
};

}  // namespace gambol
