#pragma once

// Interference in a film as thin as the wavelength of light.

#include <array>

#include "render/float3.h"
#include "shot/look_spec.h"

namespace gambol {

// Fresnel reflectance of a dielectric border, unpolarised; `eta` is the index beyond it over that
// before. 1 where all is reflected.
float dielectric_fresnel(float cosine, float eta);

// Reflectance of air | film | dielectric of index 1.5: the waves that come back from both borders,
// by Airy's sum, over the visible spectrum, as linear bt.709 under light of equal energy.
class ThinFilm {
 public:
  explicit ThinFilm(const ThinFilmSpec& spec);
  Float3 reflectance(float cosine) const;
  // Directional albedo of a rough surface under the film, for a GGX lobe seen from cos_o: the
  // reflectance where most facets stand, scaled by what a perfect mirror of that roughness gives.
  Float3 albedo(float cos_o, float mirror_albedo) const {
    return reflectance(cos_o) * mirror_albedo;
  }

 private:
  static constexpr int size = 64;
  std::array<Float3, size + 1> table_;  // [cosine]
};

}  // namespace gambol
