#pragma once

// A fibre: a rough dielectric cylinder whose inside absorbs light, seen from close by (Chiang,
// Bitterli, Tappan and Burley, "A practical and controllable hair and fur model for production path
// tracing", EGSR 2016, after d'Eon et al. 2011 and Marschner et al. 2003). Light is reflected (R),
// goes through (TT), is reflected once inside (TRT), or more often. Along the fibre each of these
// is spread by d'Eon's distribution, around it by a trimmed logistic one.
//
// Its local frame: x along the fibre towards the tip, z its normal towards the viewer. It takes the
// place of all other lobes, and scatters light to both sides.

#include <array>

#include "render/exponential.h"
#include "render/lobes/fresnel.h"
#include "render/lobes/lobe.h"

namespace gambol {

// How often light is reflected inside: 0, 1, 2 times; what remains is one more term.
inline constexpr int fibre_terms = 4;

// The logarithm of the modified Bessel function I0 of x >= 0, to 3e-7 (Abramowitz and Stegun,
// 9.8.1 and 9.8.2).
template <class F>
F log_bessel_i0(F x) {
  const MaskOf<F> small = x < 3.75f;
  const F t = x * (1 / 3.75f), t2 = t * t, r = 3.75f / larger(x, F(3.75f));
  const F low = polynomial(
      t2, {1.0f, 3.5156229f, 3.0899424f, 1.2067492f, 0.2659732f, 0.0360768f, 0.0045813f});
  const F high = polynomial(r, {0.39894228f, 0.01328592f, 0.00225319f, -0.00157565f, 0.00916281f,
                                -0.02057706f, 0.02635537f, -0.01647633f, 0.00392377f});
  return 0.5f * logarithm(select(small, low * low, high * high / larger(x, F(1.0f)))) +
         select(small, F(0.0f), x);
}

// Absorption for which a fibre in a coat of its like has this colour (Chiang et al., Eq. 9).
inline float absorption_scale(float azimuthal_roughness) {
  const float b = azimuthal_roughness;
  return 5.969f + b * (-0.215f + b * (2.532f + b * (-10.73f + b * (5.574f + b * 0.245f))));
}
template <class F>
Float3Of<F> absorption_of(Float3Of<F> color, float azimuthal_roughness) {
  const float scale = absorption_scale(azimuthal_roughness);
  const auto of = [&](F c) {
    const F x = logarithm(within(c, F(1e-3f), F(0.999f))) * (1 / scale);
    return x * x;
  };
  return {of(color.x), of(color.y), of(color.z)};
}
// That colour again, about: for an azimuthal roughness of 0.3.
inline Float3 color_of_coat(Float3 absorption) {
  const auto of = [](float a) { return exponential(-5.9f * std::sqrt(a)); };
  return {of(absorption.x), of(absorption.y), of(absorption.z)};
}

struct Fibre {
  explicit Fibre(const MaterialSpec& spec) {
    if (!spec.fibre) return;
    const FibreSpec& f = *spec.fibre;
    present = 1;
    const float m = float(f.roughness), n = float(f.azimuthal_roughness);
    azimuthal_roughness = n;
    const float v = 0.726f * m + 0.812f * m * m + 3.7f * std::pow(m, 20.0f);
    variance = v * v;
    scale = std::sqrt(pi_f / 8) * (0.265f * n + 1.194f * n * n + 5.372f * std::pow(n, 22.0f));
    tilt = float(f.tilt) / (2 * pi_f);
    index = float(f.index);
    variation = float(f.variation);
    tip = Float3(f.tip);
    has_melanin = f.melanin.has_value();
    if (!f.melanin) return;
    // Of eumelanin and pheomelanin (d'Eon et al. 2011).
    const Float3 brown(0.419f, 0.697f, 1.37f), red(0.187f, 0.4f, 1.05f);
    melanin = lerp(brown, red, float(f.redness)) * float(*f.melanin);
  }

  float present = 0, variance = 0.1f, scale = 0.3f, tilt = 0, index = 1.55f, variation = 0;
  float azimuthal_roughness = 0.3f;
  Float3 tip{1}, melanin;
  bool has_melanin = false;

  template <class F>
  struct Point {
    F present = 0;
    F variance = 0.1f, scale = 0.3f, tilt = 0, index = 1.55f;
    Float3Of<F> absorption;  // per radius
    F across = 0;            // where the ray meets it, from -1 to 1 towards y
    // Set by place().
    F variation = 0;
    Float3Of<F> tip{1, 1, 1};

    template <class G>
    void set(const MaskOf<F>& to, const Point<G>& s) {
      put(to, present, s.present), put(to, variance, s.variance), put(to, scale, s.scale);
      put(to, tilt, s.tilt), put(to, index, s.index), put(to, absorption, s.absorption);
      put(to, across, s.across), put(to, variation, s.variation), put(to, tip, s.tip);
    }
    bool exists() const { return any(present > 0.0f); }
    // Where on which strand it is met.
    void place(F at_across, F along, F random) {
      across = within(at_across, F(-0.9999f), F(0.9999f));
      absorption *= exponential(variation * 2.0f * (random - 0.5f));
      // A colour's factor adds to the root of its absorption.
      const auto more = [&](F& a, F factor) {
        const F root = sqrt(a) - along * logarithm(larger(factor, F(1e-3f))) * (1 / 5.9f);
        a = root * root;
      };
      more(absorption.x, tip.x), more(absorption.y, tip.y), more(absorption.z, tip.z);
    }
  };
  template <class F>
  Point<F> at(const SurfacePropertiesOf<F>& p) const {
    Point<F> s;
    if (present == 0) return s;
    s.present = present;
    s.variance = variance, s.scale = scale, s.tilt = tilt, s.index = index;
    s.variation = variation, s.tip = Float3Of<F>(tip);
    s.absorption = has_melanin ? Float3Of<F>(melanin) : absorption_of(p.color, azimuthal_roughness);
    return s;
  }

  template <class F>
  struct View {
    bool present = false;
    F chance = 0;

    void begin(const Point<F>& point, const auto& /*tables*/, DescentOf<F>& d) {
      point_ = &point;
      is_ = point.present > 0.0f;
      chance = select(is_, F(1.0f), F(0.0f));
      const F others = select(is_, F(0.0f), F(1.0f));
      d.brightness *= others, d.share *= others;
      d.passing *= others, d.body *= others;
      find_paths(d.wo);
      find_tilts(d.wo);
      const F s = point.scale;
      trimmed_ = 2.0f / (1.0f + exponential(-pi_f / s)) - 1.0f;
    }
    Float3Of<F> albedo_over(Float3Of<F> below) const {
      Float3Of<F> sum;
      for (int p = 0; p < fibre_terms; ++p) sum += passing_[p];
      return select(is_, sum, below);
    }
    MaskOf<F> transmits() const { return is_; }

    void add(const DirectionsOf<F>& d, ScatteredOf<F>& sum) const {
      const ScatteringOf<F> own = scattered(d.wi);
      const auto set = [&](ScatteringOf<F>& to) {
        to.f = select(is_, own.f, to.f), to.pdf = select(is_, own.pdf, to.pdf);
      };
      set(sum.above), set(sum.below);
    }
    F facet_alpha() const { return 0.25f; }
    MaskOf<F> sample(const SamplingOf<F>& from, Float3Of<F>& wi) const {
      // `which` chooses the term, and what remains of it the angle around the fibre.
      F begin = 0, rest = from.which, sine = 0, cosine = 1, v = 1, turn = 0;
      MaskOf<F> it = everywhere<F>;
      for (int p = 0; p < fibre_terms; ++p) {
        it = from.which >= begin;  // later terms overwrite earlier ones
        rest = select(it, (from.which - begin) / larger(chances_[p], F(1e-6f)), rest);
        sine = select(it, sine_[p], sine), cosine = select(it, cosine_[p], cosine);
        v = select(it, spread(p), v), turn = select(it, turn_[p], turn);
        begin = begin + chances_[p];
      }
      const MaskOf<F> last = it;
      rest = within(rest, F(1e-6f), F(0.999999f));
      // Along the fibre (d'Eon et al. 2013, Eq. 7).
      const F u = larger(from.u.x, F(1e-5f));
      const F c =
          within(1.0f + v * logarithm(u + (1.0f - u) * exponential(-2.0f / v)), -1.0f, 1.0f);
      const CircleOf<F> around = circle(from.u.y);
      const F sine_i =
          within(-c * sine + sqrt(larger(1.0f - c * c, F(0.0f))) * around.cosine * cosine,
                 -0.99999f, 0.99999f);
      const F cosine_i = sqrt(1.0f - sine_i * sine_i);
      // Around it.
      const F s = point_->scale;
      const F from_below = 0.5f * (1.0f - trimmed_);
      const F off = -s * logarithm(1.0f / fused(rest, trimmed_, from_below) - 1.0f);
      const F part = select(last, rest, turn + within(off, -pi_f, pi_f) * (0.5f / pi_f));
      const CircleOf<F> at = circle(part + 0.25f);
      wi = {sine_i, cosine_i * at.cosine, cosine_i * at.sine};
      return is_;
    }

   private:
    F spread(int p) const { return point_->variance * (p == 0 ? 1.0f : p == 1 ? 0.25f : 4.0f); }
    // What comes of the light on each path, the chance to sample it, and by which part of a turn it
    // is deflected around the fibre.
    void find_paths(Float3Of<F> wo) {
      const F sine_o = wo.x, cosine_o = sqrt(larger(1.0f - sine_o * sine_o, F(1e-6f)));
      const F h = point_->across, eta = point_->index;
      const F cosine_h = sqrt(1.0f - h * h);
      const F sine_t = sine_o / eta, cosine_t = sqrt(1.0f - sine_t * sine_t);
      const F bent = sqrt(eta * eta - sine_o * sine_o) / cosine_o;
      const F sine_g = h / bent, cosine_g = sqrt(1.0f - sine_g * sine_g);
      const F length = -2.0f * cosine_g / cosine_t;
      const Float3Of<F> a = point_->absorption * length;
      const Float3Of<F> through(exponential(a.x), exponential(a.y), exponential(a.z));
      const F f = dielectric_fresnel(cosine_o * cosine_h, eta);
      passing_[0] = Float3Of<F>(f);
      passing_[1] = through * ((1.0f - f) * (1.0f - f));
      passing_[2] = passing_[1] * through * f;
      const auto others = [&](F t, F before) { return before * t * f / (1.0f - t * f); };
      passing_[3] = {others(through.x, passing_[2].x), others(through.y, passing_[2].y),
                     others(through.z, passing_[2].z)};
      F sum = 0;
      for (int p = 0; p < fibre_terms; ++p) sum += chances_[p] = luminance(passing_[p]);
      for (int p = 0; p < fibre_terms; ++p) chances_[p] = chances_[p] / sum;
      const F outside = turn_of(h, cosine_h), inside = turn_of(sine_g, cosine_g);
      for (int p = 0; p < 3; ++p)
        turn_[p] = 2.0f * float(p) * inside - 2.0f * outside + 0.5f * float(p);
      turn_[3] = 0;
    }
    void find_tilts(Float3Of<F> wo) {
      const F sine = wo.x, cosine = sqrt(larger(1.0f - sine * sine, F(1e-6f)));
      const float by[fibre_terms] = {-2, 1, 4, 0};
      for (int p = 0; p < fibre_terms; ++p) {
        const CircleOf<F> t = circle(point_->tilt * by[p]);
        sine_[p] = sine * t.cosine + cosine * t.sine;
        cosine_[p] = abs(cosine * t.cosine - sine * t.sine);
      }
    }
    // d'Eon et al. 2011, Eq. 7: integrates to 1 over sines, with cosine weight.
    F along(int p, F sine_i, F cosine_i) const {
      const F v = spread(p), inverse = 1.0f / v;
      const F norm = logarithm(v * (1.0f - exponential(-2.0f * inverse)));
      return exponential(log_bessel_i0(cosine_i * cosine_[p] * inverse) -
                         (sine_i * sine_[p] + 1.0f) * inverse - norm);
    }
    // Density over the angle around the fibre.
    F around(int p, F turn) const {
      if (p == fibre_terms - 1) return 0.5f / pi_f;
      F x = turn - turn_[p];
      x = abs(x - nearbyint(x)) * (2.0f * pi_f);
      const F s = point_->scale, e = exponential(-x / s), one = 1.0f + e;
      return e / (s * one * one * trimmed_);
    }
    ScatteringOf<F> scattered(Float3Of<F> wi) const {
      const F sine_i = wi.x, cosine_i = sqrt(larger(1.0f - sine_i * sine_i, F(0.0f)));
      const F turn = turn_of(wi.z, wi.y) - 0.25f;
      ScatteringOf<F> sum;
      for (int p = 0; p < fibre_terms; ++p) {
        const F density = along(p, sine_i, cosine_i) * around(p, turn);
        sum.f += passing_[p] * density;
        sum.pdf += chances_[p] * density;
      }
      return sum;
    }

    const Point<F>* point_ = nullptr;
    MaskOf<F> is_;
    std::array<Float3Of<F>, fibre_terms> passing_;
    std::array<F, fibre_terms> chances_, turn_;
    std::array<F, fibre_terms> sine_, cosine_;  // of wo's angle off the normal, tilted
    F trimmed_ = 1;  // what of the logistic distribution lies between -pi and pi
  };
};

}  // namespace gambol
