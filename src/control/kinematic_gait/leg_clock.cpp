#include "control/kinematic_gait/leg_clock.h"

#include <cmath>

namespace gambol {
namespace {

// Time to the nearer mid-stance, s; symmetric about the middle of the swing.
double from_mid_stance(const LegClock& leg, double t) {
  const double after = t - leg.mid, before = leg.next_mid() - t;
  return after < before ? after : before;
}

}  // namespace

double lift_by(const LegClock& leg, double t, double gravity) {
  const double s = from_mid_stance(leg, t), push = leg.half_support, fall = leg.transfer / 2;
  const double up = gravity * fall / push;  // Eq. 13
  if (s <= push) return up * s * s / 2;
  const double from_top = push + fall - s;
  return up * push * push / 2 + gravity * (fall * fall - from_top * from_top) / 2;
}

double mean_lift(double push, double transfer, double gravity) {
  const double fall = transfer / 2, up = gravity * fall / push;
  const double half = up * push * push * (push / 6 + fall / 2) + gravity * fall * fall * fall / 3;
  return half / (push + fall);
}

double turn_by(const LegClock& leg, double t) {
  const double push = leg.half_support, all = push * (push + leg.transfer);
  const double after = t - leg.mid, before = leg.next_mid() - t;
  if (after <= push) return after * after / 2 / all;
  if (before <= push) return 1 - before * before / 2 / all;
  return (push * push / 2 + push * (after - push)) / all;
}

double turn_rate_by(const LegClock& leg, double t) {
  const double push = leg.half_support, all = push * (push + leg.transfer);
  const double s = from_mid_stance(leg, t);
  return (s < push ? s : push) / all;
}

double bearing_by(const LegClock& leg, double t) {
  if (!leg.stands(t)) return 0;
  const double since = t - (t < leg.lift() ? leg.mid : leg.next_mid());
  return std::pow(std::cos(M_PI / 2 * since / leg.half_support), 2);
}

}  // namespace gambol
