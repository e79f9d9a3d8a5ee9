#pragma once

// The mathematics of procedural patterns, in units of their size: p is a place, w the widths over
// which they are filtered. Each gives 0 to 1.

#include "render/float3.h"

namespace gambol {

float checker_pattern(Float3 p, Float3 w);

// Fractal gradient noise; octaves finer than the filter fade out.
float noise_pattern(Float3 p, float w, int octaves, float gain, float contrast);

// The irregular cell that p lies in: its own random number, and how far p is from its border, about
// 0.5 in the middle.
struct StoneCell {
  float random = 0, border = 0;
};
StoneCell stone_cell(Float3 p, bool flat);

}  // namespace gambol
