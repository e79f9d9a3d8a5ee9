#pragma once

#include "render/float3.h"
#include "render/spectrum.h"

namespace gambol {

// Colour of a black body at `kelvin`, linear bt.709 of luminance 1; negative components are clipped
// to 0. Uses the cubic splines of Kim et al. (2002) for the Planckian locus, 1667 K to 25000 K.
inline Float3 blackbody_color(double kelvin) {
  const double i = 1 / kelvin;
  const double x = kelvin < 4000
                       ? ((-0.2661239e9 * i - 0.2343589e6) * i + 0.8776956e3) * i + 0.179910
                       : ((-3.0258469e9 * i + 2.1070379e6) * i + 0.2226347e3) * i + 0.240390;
  const double y = kelvin < 2222 ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
                   : kelvin < 4000
                       ? ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
                       : ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483;
  const Float3 c(Vec3(bt709_of_xyz({x / y, 1, (1 - x - y) / y}).cwiseMax(0)));
  return c * (1 / luminance(c));
}

}  // namespace gambol
