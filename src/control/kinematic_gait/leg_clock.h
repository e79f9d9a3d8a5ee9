#pragma once

// The clock of one leg (Girard and Maciejewski 1985, PODA, "seed 004", Eq. 9 and "Vertical
// Control"). A cycle lasts from one mid-stance to the next: the leg pushes, swings while the body
// falls, and restores. The leg's effect on the body has a closed form and is 0 at mid-stance. A
// cycle may differ from the one before: since changes take effect at mid-stance, the body's motion
// stays smooth.

#include <vector>

#include "base/vec.h"

namespace gambol {

struct LegClock {
  double mid = 0;           // s: mid-stance, at which the cycle begins
  double half_support = 1;  // s: duration of the push, and of the restoring
  double transfer = 1;      // s: duration of the swing

  double period() const { return 2 * half_support + transfer; }
  double lift() const { return mid + half_support; }
  double place() const { return lift() + transfer; }
  double next_mid() const { return mid + period(); }
  bool stands(double t) const { return t < lift() || t >= place(); }
};

struct GaitClock {
  double time = 0;    // s
  double cycles = 0;  // of the gait, since its phases were 0
  std::vector<LegClock> legs;
};

// Height (m), above that at mid-stance, of a body that this leg alone carries against `gravity`
// (m/s2): a constant force accelerates the body upwards while the leg stands (Eq. 12); the body is
// in free fall while the leg swings (Eq. 13).
double lift_by(const LegClock& leg, double t, double gravity);

// Mean of lift_by over a cycle with these times, m.
double mean_lift(double half_support, double transfer, double gravity);

// Degree to which a leg bears the body: 1 at mid-stance, falling smoothly to 0 where the leg is
// placed and where it lifts; 0 while it swings.
double bearing_by(const LegClock& leg, double t);

// The mean, over the legs and weighted by bearing_by() at the clock's time, of what `of` gives for
// each leg's index. The body itself counts with 0, by a tenth of a foot's weight: as the last foot
// lifts, the mean goes smoothly back to it.
template <class Of>
Vec3 mean_over_feet(const GaitClock& clock, const Of& of) {
  double all = 0.1;
  Vec3 sum = Vec3::Zero();
  for (std::size_t leg = 0; leg < clock.legs.size(); ++leg) {
    const double counts = bearing_by(clock.legs[leg], clock.time);
    if (counts == 0) continue;
    all += counts;
    sum += counts * of(leg);
  }
  return sum / all;
}

// Rises from 0 to 1 within a cycle, with a constant acceleration in the push, the opposite one in
// the restoring, and none between them ("Rotational Control").
double turn_by(const LegClock& leg, double t);
double turn_rate_by(const LegClock& leg, double t);  // 1/s

}  // namespace gambol
