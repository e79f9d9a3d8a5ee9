#include "control/skills/sole_servos.h"

#include <algorithm>
#include <cmath>

#include "dynamics/coordinates.h"

namespace gambol::skills {

// A servo that begins with an error of angle or rate is a blow: 0.05 rad at 4000 N*m/rad. So the
// error at the beginning of a task is added to what is asked, and goes to zero over the time: a
// cubic that begins with the leg's own angle and rate.
void SoleServos::ease(const Stepping& now, SoleServosMemory& memory, Aims& aims) const {
  const double over = balance_of(now.wanted.gait, &StrideBalanceSpec::lift_eases);
  std::vector<SoleServosMemory::HandOver>& all = memory.legs;
  if (over == 0) return all.clear();
  all.resize(body_.legs.size());
  for (std::size_t k = 0; k < body_.legs.size(); ++k) {
    const LegStep& leg = now.legs[k];
    const LegChain& chain = body_.legs[k].chain;
    SoleServosMemory::HandOver& m = all[k];
    const int task = leg.swing < 0 ? 2 : leg.state < leg.duty ? 1 : 0;
    const bool begins = m.task >= 0 && task != m.task;
    if (m.task < 0) m.since = now.seen.sense.time - 1;  // it has long done so
    if (begins) m = {task, now.seen.sense.time, {}, {}};
    m.task = task;
    const double s = (now.seen.sense.time - m.since) / over;
    if (task == 2 || s >= 1 || leg.duty >= 1) continue;
    std::size_t at = 0;
    for (const Turns* joint : {&chain.hip, &chain.knee, &chain.ankle})
      for (std::size_t i = 0; i < joint->axes.size(); ++i, ++at) {
        const int dof = joint->dof + static_cast<int>(i);
        if (begins) {
          m.ahead.push_back(coordinate(now.seen.sense.model, now.seen.sense.q, dof) -
                            aims.angles[dof]);
          m.rates.push_back(now.seen.sense.v[dof] - aims.rates[dof]);
        }
        if (at >= m.ahead.size()) continue;  // it began without
        const double x = m.ahead[at], v = m.rates[at];
        aims.angles[dof] += (1 - s) * (1 - s) * ((1 + 2 * s) * x + s * over * v);
        aims.rates[dof] += (1 - s) * ((1 - 3 * s) * v - 6 * s / over * x);
      }
  }
}

// A leg's couple sets in as it lifts, and ends as it comes down, from one tick to the next. What
// standing legs take up of it in the plane of the way, which pushes them along the ground, follows
// by degrees; between, trunk and pelvis bear the rest by their inertia. About the vertical they
// have little of it, and feet would turn them late.
Vec3 SoleServos::taken_up(const Stepping& now, std::size_t f, const Vec3& swinging,
                          SoleServosMemory& memory) const {
  const double over = balance_of(now.wanted.gait, &StrideBalanceSpec::swing_eases);
  if (over == 0) {
    memory.swings.clear();
    return swinging;
  }
  memory.swings.resize(body_.frames.size(), swinging);
  Vec3& taken = memory.swings[f];
  taken += (1 - std::exp(-now.seen.sense.dt / over)) * (swinging - taken);
  const Vec3 left = now.wanted.left();
  return swinging + (taken - swinging).dot(left) * left;
}

// A force f along the ground at the sole, h below the hip, turns the frame by -f h about the axis
// to the left. Torques of hip, knee and ankle that exert it on the ground push along it alone. A
// torque of the hip alone pushes along the shank, by its size over the distance of the hip from the
// shank's line, 10 cm or less of a leg that is nearly straight.
void SoleServos::couple_along(const Stepping& now, const LegBears& bears, std::size_t k,
                              Vec3& couple, Torques& out) const {
  const double share = balance_of(now.wanted.gait, &StrideBalanceSpec::couple_along);
  if (share == 0 || bears.turn == 0) return;
  const Leg& of = body_.legs[k];
  const Vec3 forward = now.wanted.forward(), left = Vec3::UnitZ().cross(forward);
  const double about = share * couple.dot(left);
  const double least = 0.3 * body_.height;
  const double h = std::max(least, now.seen.frames[of.frame].hips.z() - bears.press.z());
  const Vec3 F = -bears.turn * about / h * forward;
  now.seen.forces.add_force(body_.frames[of.frame].body, of.chain.foot_body, bears.press, -F,
                            out.Q);
  couple -= about * left;
}

void SoleServos::slacken(const Stepping& now, const LegBears& bears, std::size_t k,
                         Torques& out) const {
  const LegChain& chain = body_.legs[k].chain;
  const LegStep& leg = now.legs[k];
  // A foot that has just come down does not press by its leg's servos what they are off by, nor
  // does one that is about to lift: they would stop its knee, which bends after the push-off.
  const bool new_foot = leg.state < leg.duty / 2 || leg.state >= leg.duty;
  const bool steps = leg.swing < 0 && leg.duty < 1;
  const double unloaded =
      !steps ? 0
             : balance_of(now.wanted.gait, new_foot ? &StrideBalanceSpec::lands_slack
                                                    : &StrideBalanceSpec::lifts_slack);
  for (const int i : chain.hip_swings) out.slack[i] = std::max(out.slack[i], unloaded);
  const auto give = [&](const Turns& joint, double share) {
    for (std::size_t i = 0; i < joint.axes.size(); ++i)
      out.slack[joint.dof + static_cast<int>(i)] = share;
  };
  if (sole_.knee_slack > 0) give(chain.knee, sole_.knee_slack * std::max(bears.stands, unloaded));
  constexpr double ankle_slack = 0.15;
  give(chain.ankle, ankle_slack * bears.stands);
}

Vec3 SoleServos::at_most(const Stepping& now, const Vec3& couple) const {
  const double most = balance_of(now.wanted.gait, &StrideBalanceSpec::most_couple);
  return most > 0 && couple.norm() > most ? Vec3(most / couple.norm() * couple) : couple;
}

// The hip of a standing leg turns the frame about the leg, too, as far as the foot holds. A part of
// its servo keeps acting, so that a foot on its heel does not spin.
void SoleServos::twist(const Stepping& now, const LegBears& bears, std::size_t k,
                       const Vec3& couple, Torques& out) const {
  const double most = 0.1 * balance_of(now.wanted.gait, &StrideBalanceSpec::most_couple);
  if (most == 0 || bears.turn == 0) return;
  const int i = body_.legs[k].chain.hip_twist;
  constexpr double slack = 0.5;
  out.slack[i] = slack * bears.stands;
  out.Q[i] -= std::clamp(bears.turn * now.seen.forces.axis(i).dot(couple), -most, most);
}

}  // namespace gambol::skills
