#pragma once

// The properties of one surface point, or of eight, as the path tracer uses them.

#include "render/lobes/lobes.h"

namespace gambol {

template <class F>
struct SurfaceOf {
  Float3Of<F> emission;
  Lobes::Points<F> points;  // of each lobe

  // Copies the lanes `to` from `s`, or a single surface into all of them.
  template <class G>
  void set(const MaskOf<F>& to, const SurfaceOf<G>& s) {
    put(to, emission, s.emission);
    Lobes::each([&]<class L>(std::type_identity<L>) { of<L>().set(to, s.template of<L>()); });
  }
  // Bounds the roughness of all lobes from below; alpha is roughness squared.
  void roughen(F least_alpha) {
    Lobes::each([&]<class L>(std::type_identity<L>) {
      if constexpr (requires(typename L::template Point<F> & p) { p.roughen(least_alpha); })
        of<L>().roughen(least_alpha);
    });
  }

  // The properties of lobe L.
  template <class L>
  auto& of() {
    return std::get<Later<typename L::template Point<F>>>(points).value;
  }
  template <class L>
  const auto& of() const {
    return std::get<Later<typename L::template Point<F>>>(points).value;
  }
};
using Surface = SurfaceOf<float>;
using Surfaces = SurfaceOf<Floats>;

}  // namespace gambol
