#include "control/kinematic_gait/foot_target.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hermite.h"
#include "base/rotation.h"

namespace gambol {
namespace {

// Middle of the stance that t belongs to, or that of the next during a swing.
double mid_of(const LegClock& c, double t) { return t < c.lift() ? c.mid : c.next_mid(); }

// Share of the stance that has elapsed.
double stance_share(const LegClock& c, double t) {
  return 0.5 + (t - mid_of(c, t)) / (2 * c.half_support);
}

// The angle of the foot during a swing: a smooth curve through those of its keys.
class SwingPitch {
 public:
  void add(double u, double pitch) {
    u_[n_] = u;
    pitch_[n_++] = pitch;
  }
  // With the given rate by u at the beginning, and none at the end.
  double at(double u, double first_rate) const {
    std::size_t i = 0;
    while (i + 2 < n_ && u > u_[i + 1]) ++i;
    const double h = u_[i + 1] - u_[i];
    const double in = i == 0 ? first_rate : rate(i), out = i + 2 == n_ ? 0 : rate(i + 1);
    return Hermite((u - u_[i]) / h, h)(pitch_[i], in, pitch_[i + 1], out);
  }

 private:
  double rate(std::size_t i) const {
    const double before = u_[i] - u_[i - 1], after = u_[i + 1] - u_[i];
    return ((pitch_[i] - pitch_[i - 1]) / before * after +
            (pitch_[i + 1] - pitch_[i]) / after * before) /
           (before + after);
  }
  std::array<double, most_step_keys + 2> u_{}, pitch_{};
  std::size_t n_ = 0;
};

// Pitch of a level foot among the keys of its swing.
double pitch_among(const std::vector<StepKeySpec>& keys, const AmongKeys& at, double begins) {
  const auto pitch_of = [&](const StepKeySpec& key) { return key.pitch.at(begins); };
  const double before = at.after > 0 && !keys.empty() ? pitch_of(keys[at.after - 1]) : 0;
  const double after = at.after < keys.size() ? pitch_of(keys[at.after]) : 0;
  return before + smooth_step(at.share) * (after - before);
}

// A heel rises for its leg's reach after this share of the stance: it has come down before. By
// twice that it does so fully.
constexpr double rises_after = 0.25;

void roll_in_stance(const FootRoll& roll, const LegClock& c, double t, FootTarget& to) {
  const double s = stance_share(c, t);
  to.pitch = stance_pitch(roll.angles(mid_of(c, t)), std::clamp(s, 0.0, 1.0));
  to.toes = std::max(-to.pitch, 0.0);
  to.may_rise = smooth_step(std::clamp(s / rises_after - 1, 0.0, 1.0));
  to.ball = to.tip + to.turned * (roll.ball(to.pitch) - roll.tip);
}

void roll_in_swing(const FootRoll& roll, const SteppingLeg& leg, const LegClock& c,
                   const LedFoot& foot, double t, FootTarget& to) {
  const SoleAngles before = roll.angles(c.mid), after = roll.angles(c.next_mid());
  const double u = std::clamp((t - c.lift()) / c.transfer, 0.0, 1.0);
  const double first_rate = toe_off_rate(before) * c.transfer / (2 * c.half_support);
  SwingPitch swing;
  swing.add(0, -before.toe_off);
  for (const StepKeySpec& key : leg.step.keys) swing.add(*key.at, key.pitch.at(foot.way.begins));
  swing.add(1, after.heel_strike);
  constexpr double relax = 0.5;  // of the swing, in which the toes come back to their posture
  to.toes = u < relax ? Hermite(u / relax, relax)(before.toe_off, -first_rate, 0.0, 0.0) : 0.0;
  to.pitch = swing.at(u, first_rate);
}

// A foot that swings: between its footholds, along its path.
void swing(const SteppingLeg& leg, const LegClock& c, const LedFoot& foot, const Frame& heading,
           double t, FootTarget& to) {
  const double u = (t - c.lift()) / c.transfer, share = smooth_step(u);
  const Quat from = exp_rotation(foot.turned), next = exp_rotation(foot.next_turned);
  const Vec3 turn = log_rotation(from.conjugate() * next);
  to.turned = (from * exp_rotation(share * turn)).toRotationMatrix();
  to.up = (to.up + share * (next * Vec3::UnitZ() - to.up)).normalized();
  to.ground = foot.at + share * (foot.next - foot.at);
  const StepEnds way = way_at(foot, c, t);
  to.among = among_keys(leg.step, way, u);
  to.air = std::pow(4 * u * (1 - u), 2);
  to.tip = heading.R * step_at(leg.step, way, u) + heading.p;
  if (!leg.roll) to.pitch = pitch_among(leg.step.keys, to.among, foot.way.begins);
}

}  // namespace

StepEnds way_at(const LedFoot& foot, const LegClock& clock, double t) {
  StepEnds way = foot.way;
  if (!foot.changed) return way;
  const StepEnds& before = foot.changed->from;
  const double left = clock.place() - foot.changed->since;
  const double share =
      left > 0 ? smooth_step(std::clamp((t - foot.changed->since) / left, 0.0, 1.0)) : 1;
  way.to = before.to + share * (way.to - before.to);
  way.to_rate = before.to_rate + share * (way.to_rate - before.to_rate);
  return way;
}

FootTarget foot_target(const SteppingLeg& leg, const LegClock& clock, const LedFoot& foot,
                       const Frame& heading, double t) {
  FootTarget to;
  to.stands = foot.stands;
  const Quat from = exp_rotation(foot.turned);
  to.turned = from.toRotationMatrix();
  to.up = from * Vec3::UnitZ();
  to.ground = to.tip = foot.at;
  if (!foot.stands) swing(leg, clock, foot, heading, t, to);
  if (!leg.roll) return to;
  if (foot.stands) {
    roll_in_stance(*leg.roll, clock, t, to);
  } else {
    to.ball = to.tip;  // the step's path is that of the ball
    roll_in_swing(*leg.roll, leg, clock, foot, t, to);
  }
  to.tip = to.ball + to.turned * leg.roll->tip;
  return to;
}

}  // namespace gambol
