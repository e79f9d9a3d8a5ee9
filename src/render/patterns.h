#pragma once

// The mathematics of procedural patterns, in units of their size: p is a place, w the widths over
// which they are filtered. Each gives 0 to 1.

#include "render/float3.h"

namespace gambol {

template <class F>
F checker_pattern(Float3Of<F> p, Float3Of<F> w);

// Fractal gradient noise; octaves finer than the filter fade out.
template <class F>
F noise_pattern(Float3Of<F> p, F w, int octaves, float gain, float contrast);

// The irregular cell that p lies in: its own random number, and how far p is from its border, about
// 0.5 in the middle.
template <class F>
struct StoneCellOf {
  F random = 0, border = 0;
};
using StoneCell = StoneCellOf<float>;
template <class F>
StoneCellOf<F> stone_cell(Float3Of<F> p, bool flat);

}  // namespace gambol
