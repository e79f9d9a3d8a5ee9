#pragma once

// The contract of a lobe: a part of a surface that scatters light in its own way. A lobe is one
// struct in one file of this folder, listed in lobes.h, and has
//
//   explicit Lobe(const MaterialSpec&)  the constants of a material
//   textured                            optional: the numbers that textures change
//   Point<F>                            its properties at a surface point, or at eight
//     set(lanes, other)                 copies some lanes
//     exists()                          whether any lane has this lobe
//     roughen(least)                    optional: bounds its roughness from below
//   at(properties)                      returns Point<F>
//   View<F>                             the lobe as seen from one direction, wo
//     present                           set by the Bsdf; other functions need it to be true
//     chance                            if listed in SampledLobes: see below
//     begin(point, tables, descent)     prepares it; called from the top lobe to the bottom lobe
//     albedo_over(below)                albedo of this lobe and of the lobes below it
//     add(directions, sum)              adds itself to the light that the lobes below scatter
//     facet_alpha()                     if listed in SampledLobes: its facets' roughness, squared
//     sample(from, wi)                  if listed in SampledLobes: finds wi; false if it found none
//     transmits()                       optional: lanes in which it scatters to the other side
//
// `chance` is the probability that the Bsdf samples this lobe. begin() sets it to the brightness of
// the lobe; the Bsdf then divides it by the sum over all lobes. A lobe that is not listed in
// SampledLobes adds its brightness to descent.unsampled: the bottom lobe samples it too.
//
// The bottom lobe is simpler: albedo(), scattered(wi) and sample(u, wi) replace albedo_over(),
// add() and sample().

#include <algorithm>
#include <array>

#include "render/float3.h"
#include "render/sampler.h"
#include "shot/look_spec.h"

namespace gambol {

// The properties that textures can change.
template <class F>
struct SurfacePropertiesOf {
  Float3Of<F> color, emission;
  std::array<F, texture_targets> numbers{};  // [TextureTarget]; those that are numbers

  SurfacePropertiesOf() = default;
  // The same in all lanes.
  template <class G>
  explicit SurfacePropertiesOf(const SurfacePropertiesOf<G>& p)
      : color(p.color), emission(p.emission) {
    std::copy(p.numbers.begin(), p.numbers.end(), numbers.begin());
  }
  const F& operator[](TextureTarget t) const { return numbers[std::size_t(t)]; }
  F& operator[](TextureTarget t) { return numbers[std::size_t(t)]; }
};

// A number of a material that textures change.
struct TexturedNumber {
  TextureTarget target;
  double MaterialSpec::*value;
};

inline float alpha_of(double roughness, float least) {
  return std::max(float(roughness * roughness), least);
}

// Copies the lanes `to` of `theirs`, or one number into all of them.
template <class Mine, class Theirs, class M>
void put(const M& to, Mine& mine, const Theirs& theirs) {
  mine = select(to, Mine(theirs), mine);
}

template <class F>
struct ScatteringOf {
  Float3Of<F> f;  // reflectance (or, where wi.z < 0, transmittance) times the cosine of wi
  F pdf = 0;      // density over solid angle with which sampling finds wi
};

// What the lobes above leave for a lobe and for those below it.
template <class F>
struct DescentOf {
  Float3Of<F> wo;
  MaskOf<F> entering;            // wo is outside the body
  F brightness = 1;              // of the light that arrives
  F share = 1;                   // fraction of the base that no lobe above replaces
  Float3Of<F> passing{1, 1, 1};  // factor of the lobes above whose add() attenuates the sum
  Float3Of<F> body{1, 1, 1};     // factor on the bottom lobe's light at the base's surface
  F unsampled = 0;               // brightness of lobes above that the bottom lobe samples
};

// A pair of directions in the local frame, with wo.z > 0.
template <class F>
struct DirectionsOf {
  Float3Of<F> wo, wi;
  // Only for surfaces that have lobes besides the body:
  Float3Of<F> h;       // half way between wo and wi
  F cosine = 0;        // between h and wo
  F fresnel_rise = 0;  // at that angle; see fresnel.h
};

// What a lobe finds a direction from.
template <class F>
struct SamplingOf {
  Float3Of<F> wo;
  Float3Of<F> h;  // a visible normal of GGX facets of its facet_alpha(), sampled with u
  F which;        // in [0, 1), independent of u
  Sample2Of<F> u;
};

// The mirror image of wo at the facet.
template <class F>
MaskOf<F> sample_mirror(const SamplingOf<F>& from, Float3Of<F>& wi) {
  wi = 2.0f * dot(from.wo, from.h) * from.h - from.wo;
  return wi.z > 0.0f;
}

// The light that the lobes so far scatter, and their density: valid above the surface where
// wi.z > 0, below it where wi.z < 0.
template <class F>
struct ScatteredOf {
  ScatteringOf<F> above, below;
};

}  // namespace gambol
