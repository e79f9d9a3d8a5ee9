#pragma once

// Procedural patterns, in units of the pattern's size: p is the point, w the filter width (along
// each axis, or one for all). Each pattern returns 0 to 1.

#include "render/float3.h"

namespace gambol {

template <class F>
F checker_pattern(Float3Of<F> p, Float3Of<F> w);

// Fractal gradient noise; octaves finer than the filter fade out.
template <class F>
F noise_pattern(Float3Of<F> p, F w, int octaves, float gain, float contrast);

// The irregular cell that contains p: its random number, and the distance of p from the border of
// the cell, about 0.5 in the middle. `flat`: the pattern does not depend on z.
template <class F>
struct StoneCellOf {
  F random = 0, border = 0;
};
using StoneCell = StoneCellOf<float>;
template <class F>
StoneCellOf<F> stone_cell(Float3Of<F> p, bool flat);

}  // namespace gambol
