// How a leg's servos go over from swing to stance and back, and how legs that stand turn the frame
// without lifting it.

#include <cmath>

#include "control/skills/sole_balance.h"
#include "dynamics/coordinates.h"

namespace gambol::leg_frames {

// A servo that begins with an error of angle or rate is a blow: 0.05 rad at 4000 N*m/rad. So the
// error at the beginning of a task is added to what is asked, and goes to zero over the time: a
// cubic that begins with the leg's own angle and rate.
void SoleBalance::ease(Now& now, LegFramesMemory& memory) const {
  const double over = balance_of(now.gait, &StrideBalanceSpec::lift_eases);
  std::vector<LegFramesMemory::HandOver>& all = memory.balance.front().legs;
  if (over == 0) return all.clear();
  all.resize(legs_.size());
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegNow& leg = now.legs[k];
    const LegChain& chain = legs_[k].chain;
    LegFramesMemory::HandOver& m = all[k];
    const int task = leg.swing < 0 ? 2 : leg.state < leg.duty ? 1 : 0;
    const bool begins = m.task >= 0 && task != m.task;
    if (m.task < 0) m.since = now.sense.time - 1;  // it has long done so
    if (begins) m = {task, now.sense.time, {}, {}};
    m.task = task;
    const double s = (now.sense.time - m.since) / over;
    if (task == 2 || s >= 1 || leg.duty >= 1) continue;
    std::size_t at = 0;
    for (const Turns* joint : {&chain.hip, &chain.knee, &chain.ankle})
      for (std::size_t i = 0; i < joint->axes.size(); ++i, ++at) {
        const int dof = joint->dof + static_cast<int>(i);
        if (begins) {
          m.ahead.push_back(coordinate(now.sense.model, now.sense.q, dof) - now.aims[dof]);
          m.rates.push_back(now.sense.v[dof] - now.rates[dof]);
        }
        if (at >= m.ahead.size()) continue;  // it began without
        const double x = m.ahead[at], v = m.rates[at];
        now.aims[dof] += (1 - s) * (1 - s) * ((1 + 2 * s) * x + s * over * v);
        now.rates[dof] += (1 - s) * ((1 - 3 * s) * v - 6 * s / over * x);
      }
  }
}

// A leg's couple sets in as it lifts, and ends as it comes down, from one tick to the next. What
// standing legs take up of it in the plane of the way, which pushes them along the ground, follows
// by degrees; between, trunk and pelvis bear the rest by their inertia. About the vertical they
// have little of it, and feet would turn them late.
Vec3 SoleBalance::taken_up(const Now& now, std::size_t f, const Vec3& swinging,
                           LegFramesMemory::Balance& memory) const {
  const Vec3 wanted = balance_of(now.gait, &StrideBalanceSpec::swing_share) * swinging;
  const double over = balance_of(now.gait, &StrideBalanceSpec::swing_eases);
  if (over == 0) {
    memory.swings.clear();
    return wanted;
  }
  memory.swings.resize(frames_.size(), wanted);
  Vec3& taken = memory.swings[f];
  taken += (1 - std::exp(-now.sense.dt / over)) * (wanted - taken);
  const Vec3 left = Vec3::UnitZ().cross(ahead_of(now.heading));
  return wanted + (taken - wanted).dot(left) * left;
}

// A force f along the ground at the sole, h below the hip, turns the frame by -f h about the axis
// to the left. Torques of hip, knee and ankle that exert it on the ground push along it alone. A
// torque of the hip alone pushes along the shank, by its size over the distance of the hip from the
// shank's line, 10 cm or less of a leg that is nearly straight.
void SoleBalance::couple_along(Now& now, std::size_t k, Vec3& couple) const {
  const double share = balance_of(now.gait, &StrideBalanceSpec::couple_along);
  const LegNow& leg = now.legs[k];
  if (share == 0 || leg.turn == 0) return;
  const Leg& of = legs_[k];
  const Vec3 forward = ahead_of(now.heading), left = Vec3::UnitZ().cross(forward);
  const double about = share * couple.dot(left);
  constexpr double least = 0.3;  // m
  const double h = std::max(least, now.frames[of.frame].hips.z() - leg.press.z());
  const Vec3 F = -leg.turn * about / h * forward;
  now.forces.add_force(frames_[of.frame].body, of.chain.foot_body, leg.press, -F, now.Q);
  couple -= about * left;
}

}  // namespace gambol::leg_frames
