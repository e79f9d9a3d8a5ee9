#pragma once

// How a surface scatters light. Its layers, from the top: fine hairs (sheen), a clear coat, perhaps
// under a thin film, and a base that is a metal, a dielectric over a diffuse body, or glass. Layers
// are combined by directional albedo: light that a layer reflects does not reach the layer below,
// so that no surface reflects more light than it receives. lobes/ has each of them.

#include "render/surface.h"

namespace gambol {

// The BSDF of a surface for one viewing direction; wo and wi are in the local frame with wo.z > 0.
// `entering`: wo is outside the body.
template <class F>
class BsdfOf {
 public:
  // `surface` must outlive this object.
  BsdfOf(const SurfaceOf<F>& surface, const AlbedoTables& tables, Float3Of<F> wo,
         MaskOf<F> entering);

  using Value = ScatteringOf<F>;
  Value at(Float3Of<F> wi) const;
  // Samples a direction wi; false if none was found. `lobe` in [0, 1) selects the lobe.
  MaskOf<F> sample(F lobe, Sample2Of<F> u, Float3Of<F>& wi) const;
  // Probability that sample() takes the diffuse lobe.
  F diffuse_probability() const { return view<BottomLobe>().chance; }
  // Whether it scatters light to the other side of the surface.
  MaskOf<F> transmits() const;
  // The fraction of uniform light from all directions that the surface scatters towards wo; for
  // glass, including transmitted light.
  Float3Of<F> albedo() const;

 private:
  template <class L>
  auto& view() {
    return std::get<Later<typename L::template View<F>>>(views_).value;
  }
  template <class L>
  const auto& view() const {
    return std::get<Later<typename L::template View<F>>>(views_).value;
  }
  void find_layers(const SurfaceOf<F>& surface);
  void share_chances();

  Float3Of<F> wo_;
  bool layered_ = false;   // any layer over the body, in any lane
  bool choosing_ = false;  // any of them is sampled
  Lobes::Views<F> views_;
};
using Bsdf = BsdfOf<float>;

}  // namespace gambol
