#pragma once

// Sheen, the light of fine hairs at grazing angles: the "Charlie" distribution (Estevez and Kulla,
// "Production friendly microfacet sheen BRDF", 2017) with the visibility term of Neubelt and
// Pettineo. It is wide: the samples of the body serve it too.

#include <tuple>

#include "render/lobes/albedo_table.h"
#include "render/lobes/lobe.h"

namespace gambol {

// Directional albedo of white sheen.
class SheenAlbedo {
 public:
  SheenAlbedo();
  template <class F>
  F at(F cos_o, F alpha) const {
    return AlbedoCell<F>(cos_o, alpha).of(table_);
  }

 private:
  AlbedoTable table_;
};

template <class F>
F sheen_brdf(Float3Of<F> wo, Float3Of<F> wi, Float3Of<F> h, F alpha) {
  const F cos_h = within(h.z, 0, 1);
  const F sine2 = larger(1.0f - cos_h * cos_h, F(0.0f));
  const F power = each(sine2, 0.5f / alpha, [](float x, float y) { return std::pow(x, y); });
  const F d = (2.0f + 1.0f / alpha) * power / (2.0f * pi_f);
  return d / (4.0f * (wo.z + wi.z - wo.z * wi.z));
}

struct Sheen {
  static constexpr float min_alpha = 0.05f;

  explicit Sheen(const MaterialSpec& spec)
      : color(spec.sheen_color), alpha(alpha_of(spec.sheen_roughness, min_alpha)) {}
  static constexpr TexturedNumber textured[] = {{TextureTarget::sheen, &MaterialSpec::sheen}};

  Float3 color;
  float alpha;

  template <class F>
  struct Point {
    Float3Of<F> color;  // times weight
    F alpha = 0.3f;

    template <class G>
    void set(const MaskOf<F>& to, const Point<G>& s) {
      put(to, color, s.color), put(to, alpha, s.alpha);
    }
    bool exists() const { return any(!is_black(color)); }
  };
  template <class F>
  Point<F> at(const SurfacePropertiesOf<F>& p) const {
    return {Float3Of<F>(color) * p[TextureTarget::sheen], alpha};
  }

  template <class F>
  struct View {
    bool present = false;

    void begin(const Point<F>& point, const auto& tables, DescentOf<F>& d) {
      point_ = &point;
      albedo_ = point.color * std::get<SheenAlbedo>(tables).at(d.wo.z, point.alpha);
      under_ = 1.0f - smaller(max_component(albedo_), F(1.0f));
      d.unsampled += luminance(albedo_);
      d.brightness *= under_;
      d.passing *= under_;
    }
    Float3Of<F> albedo_over(Float3Of<F> below) const { return albedo_ + under_ * below; }
    void add(const DirectionsOf<F>& d, ScatteredOf<F>& sum) const {
      sum.above.f = point_->color * (sheen_brdf(d.wo, d.wi, d.h, point_->alpha) * d.wi.z) +
                    under_ * sum.above.f;
    }

   private:
    const Point<F>* point_ = nullptr;
    F under_ = 1;
    Float3Of<F> albedo_;
  };
};

}  // namespace gambol
