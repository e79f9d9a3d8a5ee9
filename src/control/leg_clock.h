#pragma once

// One leg's time (seed 004, Eq. 9 and "Vertical Control"): a cycle goes from one mid-stance to the
// next: the leg pushes, swings while the body falls, and restores. What a leg does to the body is
// known in closed form, is nothing at mid-stance, and may change with each cycle, so that whatever
// changes keeps the body's motion smooth.

#include <vector>

namespace gambol {

struct LegClock {
  double mid = 0;           // s: when the cycle began, at mid-stance
  double half_support = 1;  // s: push, and restore
  double transfer = 1;      // s

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

// m, above its mid-stance, of a body that this leg alone carries against `gravity` (m/s2): up by a
// constant force while it stands (Eq. 12), free while it does not (Eq. 13).
double lift_by(const LegClock& leg, double t, double gravity);

// m: the mean of that over cycles with those times.
double mean_lift(double half_support, double transfer, double gravity);

// How far a leg has taken up its part of bearing the body: 1 in mid-stance, 0 where it is placed
// and lifts, smooth; 0 while it swings.
double bearing_by(const LegClock& leg, double t);

// From 0 to 1 within a cycle, by a constant acceleration in the push, as much against it in the
// restoring, and none between them ("Rotational Control").
double turn_by(const LegClock& leg, double t);
double turn_rate_by(const LegClock& leg, double t);  // 1/s

// m/s by which a leg changes the speed of a body of height `height` that moves at `speed`, from its
// mid-stance on, if its force points from its foot to the body: it pushes until it lifts, and
// brakes from where it is placed.
double surge_by(const LegClock& leg, double t, double gravity, double speed, double height);
double mean_surge(double half_support, double transfer, double gravity, double speed,
                  double height);

}  // namespace gambol
