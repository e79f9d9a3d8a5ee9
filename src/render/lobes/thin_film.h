#pragma once

// Interference in a film as thin as the wavelength of light.

#include <array>

#include "render/float3.h"
#include "shot/look_spec.h"

namespace gambol {

// Reflectance of air | film | dielectric of index 1.5: the sum of the waves reflected at both
// boundaries (Airy), over the visible spectrum, as linear bt.709 under light of equal energy.
class ThinFilm {
 public:
  explicit ThinFilm(const ThinFilmSpec& spec);
  Float3 reflectance(float cosine) const;

 private:
  static constexpr int size = 64;
  std::array<Float3, size + 1> table_;  // [cosine]
};

// The thin films on one surface point, or on eight; null where there is none.
template <class F>
struct FilmsOf {
  std::array<const ThinFilm*, lanes_of<F>> films{};  // [lane]
  bool any = false;

  FilmsOf() = default;
  // The same film on all points.
  explicit FilmsOf(const ThinFilm* film) : any(film != nullptr) { films.fill(film); }
  // Copies the lanes `to` of `theirs`, or a single point's film into all of them.
  template <class G>
  void set(const MaskOf<F>& to, const FilmsOf<G>& theirs) {
    if (!any && !theirs.any) return;
    any = true;
    for_each_lane(to, [&](int k) { films[k] = theirs.films[lanes_of<G> == 1 ? 0 : k]; });
  }

  // The film's reflectance where there is a film, `bare` elsewhere.
  Float3Of<F> over(Float3Of<F> bare, F cosine) const {
    for (int k = 0; any && k < lanes_of<F>; ++k)
      if (films[k]) set_lane(bare, k, films[k]->reflectance(lane(cosine, k)));
    return bare;
  }
};

}  // namespace gambol
