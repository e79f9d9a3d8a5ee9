#include "control/skills/bounce.h"

#include <cmath>

namespace gambol::skills {
namespace {

// Of one leg alone, which bears `share` of the weight over a stride: its acceleration
// share (pi / (2 d) sin(pi s / d) - 1) over its stance of d, and -share in its swing, integrated
// so that the velocity is 0 on average and the height 0 at its footfall.
Bounce of_one(double s, double d, double share) {
  const double first = -share * (1 - d) / 2;  // velocity at the footfall
  if (s < d) {
    const double angle = M_PI * s / d;
    return {first * s + share / 2 * (s - d / M_PI * std::sin(angle) - s * s),
            first + share / 2 * (1 - std::cos(angle)) - share * s,
            share * M_PI / (2 * d) * std::sin(angle)};
  }
  const double lifts = first * d + share / 2 * (d - d * d);
  return {lifts + (first + share) * (s - d) - share / 2 * (s * s - d * d),
          first + share - share * s, 0};
}

}  // namespace

Bounce bounce(std::span<const LegInStride> legs) {
  const double share = 1 / static_cast<double>(legs.size());
  Bounce all;
  for (const LegInStride& leg : legs) {
    const Bounce one = of_one(leg.state, leg.duty, share);
    all.height += one.height;
    all.rise += one.rise;
    all.weights += one.weights;
    for (const LegInStride& other : legs) {
      const double then = leg.state - other.state;  // its state at the footfall of the other
      all.height -= share * of_one(then - std::floor(then), leg.duty, share).height;
    }
  }
  return all;
}

}  // namespace gambol::skills
