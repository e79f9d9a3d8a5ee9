#pragma once

// How the hips of a gait that flies go up and down. Each leg pushes with a half sine of force over
// its stance, all alike, so that together they bear the weight over a stride; between, nothing
// pushes. What is highest in flight and lowest in the middle of a stance follows from times alone.

#include <span>

namespace gambol::skills {

// Where a leg is in its stride, as the gait asks.
struct LegInStride {
  double state = 0;  // share of the stride since its footfall, in [0, 1)
  double duty = 0;   // share of the stride for which it stands
};

struct Bounce {
  double height =
      0;            // above that at the footfalls, on average; of g T^2, T being the stride's time
  double rise = 0;  // of g T
  double weights = 0;  // force upwards, in weights
};

Bounce bounce(std::span<const LegInStride> legs);

}  // namespace gambol::skills
