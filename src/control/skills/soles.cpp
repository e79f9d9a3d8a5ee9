// Footholds by the capture point, and where the ground is to press.

#include <algorithm>
#include <cmath>

#include "contact/find/ground_surface.h"
#include "control/skills/sole_balance.h"

namespace gambol::leg_frames {

// The pressure goes ahead on the sole by `travel` in a step, from half of it behind the pivot, as
// on a foot that rolls. With p = p0 + u t the capture point is at p + u / omega + b e^(omega t),
// and b is that of a step which is shorter by the travel.
SoleBalance::Repeated SoleBalance::repeated(const Now& now, std::size_t k) const {
  Repeated r;
  r.step_time = now.period / 2;
  const double length = now.frames[legs_[k].frame].wanted.dot(ahead_of(now.heading)) * r.step_time;
  const double travel = std::min(sole().travel, std::max(0.0, length));
  const Vec2 offset =
      capture_offset(length - travel, balance_of(now.gait, &StrideBalanceSpec::width),
                     now.whole.omega, r.step_time);
  r.rolls.x() = travel / r.step_time;
  r.growing = Vec3(offset.x(), -offset.y(), 0);
  r.ahead = r.growing + r.rolls / now.whole.omega;
  return r;
}

double SoleBalance::since_transfer(const Now& now, std::size_t k) const {
  const LegNow& leg = now.legs[k];
  const double both = std::max(0.0, leg.duty - 0.5) * now.period;
  const double state = leg.state < leg.duty ? leg.state : 0;  // 0: it came down early
  return std::clamp(state * now.period - both / 2, 0.0, now.period / 2);
}

// Where the capture point will be when half of the weight has come upon the foot of leg k. Until
// the footfall, in `time_left`, the pressure is half way between the middle of the foot that stands
// and where it is wanted now.
Vec3 SoleBalance::capture_at_transfer(const Now& now, std::size_t k, double time_left, double both,
                                      const Vec3& ahead) const {
  Vec3 pivot = Vec3::Zero();
  double standing = 0;
  for (const std::size_t j : frames_[legs_[k].frame].legs)
    if (j != k && now.legs[j].swing < 0) {
      pivot += (rolled_pivot(now, j) + wanted_press(now, j)) / 2;
      ++standing;
    }
  if (standing == 0)
    return now.whole.captured() + (time_left + both / 2) * across(now.whole.velocity);
  const Vec3 rolls = turn_to(now.heading, 0) * repeated(now, k).rolls;
  return now.whole.captured_at_transfer(pivot / standing, time_left, both / 2, ahead, rolls);
}

// The foothold that keeps the walk going: from where the weight comes upon the sole the capture
// point will be as far ahead and inwards as in a walk that repeats itself.
Vec3 SoleBalance::captured(const Now& now, std::size_t k, double time_left,
                           const Vec3& plain) const {
  const Leg& leg = legs_[k];
  const FrameNow& frame = now.frames[leg.frame];
  const double both = std::max(0.0, now.legs[k].duty - 0.5) * now.period;  // on the ground
  const Repeated r = repeated(now, k);
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 ahead_of_press = heading * Vec3(r.ahead.x(), leg.side * r.ahead.y(), 0);
  const Vec3 at = capture_at_transfer(now, k, time_left, both, ahead_of_press);
  const Vec3 ahead_of_sole = ahead_of_press - r.step_time / 2 * (heading * r.rolls);
  const PressedSoleSpec& s = sole();
  const Vec3 from_pivot(leg.chain.ankle_to_foot.x() - pivot(),
                        leg.chain.ankle_to_foot.y() - leg.side * (s.inner + s.outer) / 2, 0);
  const Vec3 foothold = at - ahead_of_sole + heading * from_pivot;
  Vec3 off = heading.transpose() * (foothold - plain);
  off.x() *= balance_of(now.gait, &StrideBalanceSpec::ahead);
  off.y() *= balance_of(now.gait, &StrideBalanceSpec::aside);
  // Feet do not cross.
  Vec3 found = plain + heading * across(off);
  const Vec3 from_hips = heading.transpose() * (found - frame.hips);
  const double inwards = spec_.least_aside - leg.side * from_hips.y();
  const double outwards =
      leg.side * from_hips.y() - balance_of(now.gait, &StrideBalanceSpec::most_aside);
  if (outwards > 0) found -= leg.side * outwards * (heading * Vec3::UnitY());
  if (inwards > 0) found += leg.side * inwards * (heading * Vec3::UnitY());
  return off_edges(now, k, within_reach(now, k, time_left, found));
}

// The pitch of a foot as it comes down.
double SoleBalance::strike_pitch(const Now& now, std::size_t k) const {
  return now.gait.of([&](const StridePlan& s) {
    const StrideLeg& leg = s.legs[k];
    return leg.pitch.keys.empty() ? leg.strike : leg.pitch.at(1);
  });
}

// The foothold, or the nearest to it along the ground that the leg reaches.
Vec3 SoleBalance::within_reach(const Now& now, std::size_t k, double time_left,
                               const Vec3& foothold) const {
  const Leg& leg = legs_[k];
  const FrameNow& frame = now.frames[leg.frame];
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 hip = frame.hips + heading * (leg.chain.frame_to_hip - frames_[leg.frame].hips);
  // As it comes down: the hips' height then, and the foot on its heel.
  const Mat3 pitched = turn_to(0, strike_pitch(now, k));
  const Vec3 from_heel(leg.chain.ankle_to_foot.x() - sole().heel, 0, leg.chain.foot_height);
  const Vec3 from_foot = pitched * (from_heel - leg.chain.ankle_to_foot) - from_heel;
  const Vec3 ankle = foothold + heading * from_foot;
  const Vec3 away = across(ankle - hip - time_left * frame.smooth);
  const double length =
      sole().straight * (leg.chain.hip_to_knee.norm() + leg.chain.knee_to_ankle.norm());
  const double then = now.phase + time_left / now.period;
  const double height = now.gait.at_phase(
      then - std::floor(then),
      [&](const StridePlan& s, double phase) { return s.frames[leg.frame].height.at(phase); });
  double down = height - (ankle.z() - foothold.z() + leg.chain.foot_height);
  if (now.sense.ground.terrain)
    down += ground_around(now.sense, hip + time_left * frame.smooth) -
            ground_height(now.sense.ground, foothold.x(), foothold.y());
  const double most = std::sqrt(std::max(0.0, length * length - down * down));
  return away.norm() > most ? Vec3(foothold - (1 - most / away.norm()) * away) : foothold;
}

// Where the pressure is to be on the sole of a leg that bears, unless balance asks for more.
Vec3 SoleBalance::rolled_pivot(const Now& now, std::size_t k) const {
  const Repeated r = repeated(now, k);
  const double from_middle = since_transfer(now, k) - r.step_time / 2;
  return sole_pivot(now, k) + from_middle * (turn_to(now.heading, 0) * r.rolls);
}

// Where the capture point is to be while the leg bears all.
Vec3 SoleBalance::where_captured(const Now& now, std::size_t k) const {
  const Repeated r = repeated(now, k);
  const double growth = std::exp(now.whole.omega * since_transfer(now, k));
  const Vec3 from_press = growth * r.growing + r.rolls / now.whole.omega;
  return across(rolled_pivot(now, k)) +
         turn_to(now.heading, 0) * Vec3(from_press.x(), legs_[k].side * from_press.y(), 0);
}

// Of two feet the loads are shared as their time in the stride asks; where none is to step, so that
// the pressure is where it is wanted.
void SoleBalance::share_soles(Now& now, std::size_t f, const Vec3& wanted) const {
  double sum = 0, most = 0;
  bool stands = frames_[f].legs.size() == 2;
  for (const std::size_t k : frames_[f].legs) {
    sum += now.legs[k].push;
    most = std::max(most, now.legs[k].push);
    stands = stands && now.legs[k].duty >= 1 && now.legs[k].push > 0;
  }
  if (sum == 0) return;
  for (const std::size_t k : frames_[f].legs) now.legs[k].push *= most / sum;
  if (!stands) return;
  LegNow &a = now.legs[frames_[f].legs[0]], &b = now.legs[frames_[f].legs[1]];
  const Vec3 between = across(b.press - a.press);
  const double share = std::clamp(
      across(wanted - a.press).dot(between) / std::max(1e-6, between.squaredNorm()), 0.05, 0.95);
  a.push = most * (1 - share);
  b.push = most * share;
}

bool SoleBalance::steps(const Now& now, LegFramesMemory& memory) const {
  const PressedSoleSpec& s = sole();
  if (s.steps_at == 0) return false;
  LegFramesMemory::Balance& m = memory.balance.front();
  const Mat3 heading = turn_to(heading_of(now.frames.front().turn), 0);
  Vec3 middle = Vec3::Zero();
  double foremost = -HUGE_VAL, hindmost = HUGE_VAL;
  bool all = true;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const Vec3 at = across(sole_middle(now, k));
    const double ahead = at.dot(heading.col(0));
    middle += at / static_cast<double>(legs_.size());
    foremost = std::max(foremost, ahead);
    hindmost = std::min(hindmost, ahead);
    all = all && (now.first || (!memory.legs[k].swings && memory.legs[k].touches));
  }
  const double off = (now.whole.captured() - middle).norm();
  if (now.goal_speed > s.steps_at / 2 || off > s.leaves)
    m.stands = false;
  else if (all && off < s.settles && foremost - hindmost < s.side_by_side)
    m.stands = true;
  return !m.stands;
}

double SoleBalance::quicker(const Now& now, const LegFramesMemory& memory) const {
  const double off =
      std::abs(memory.balance.front().off.dot(Vec3::UnitZ().cross(ahead_of(now.heading))));
  const double factor = now.gait.of([&](const StridePlan& s) { return s.balance.hurry.at(off); });
  for (const LegFramesMemory::Leg& leg : memory.legs)
    if (leg.swings && !leg.asked)
      return factor * (1 - balance_of(now.gait, &StrideBalanceSpec::waits));
  return factor;
}

void SoleBalance::slacken(Now& now, std::size_t k) const {
  const LegChain& chain = legs_[k].chain;
  const LegNow& leg = now.legs[k];
  // A foot that has just come down does not press by its leg's servos what they are off by, nor
  // does one that is about to lift: they would stop its knee, which bends after the push-off.
  const bool new_foot = leg.state < leg.duty / 2 || leg.state >= leg.duty;
  const bool steps = leg.swing < 0 && leg.duty < 1;
  const double unloaded = !steps ? 0
                                 : balance_of(now.gait, new_foot ? &StrideBalanceSpec::lands_slack
                                                                 : &StrideBalanceSpec::lifts_slack);
  for (const int i : chain.hip_swings) now.slack[i] = std::max(now.slack[i], unloaded);
  const auto give = [&](const Turns& joint, double share) {
    for (std::size_t i = 0; i < joint.axes.size(); ++i)
      now.slack[joint.dof + static_cast<int>(i)] = share;
  };
  if (sole().knee_slack > 0) give(chain.knee, sole().knee_slack * std::max(leg.stands, unloaded));
  if (sole().ankle_slack > 0) give(chain.ankle, sole().ankle_slack * leg.stands);
}

// Where the pressure is to be for the capture point to go where it is wanted: the pressure ahead of
// it drives it back.
Vec3 SoleBalance::press_about(const Now& now, const Vec3& middle, const Vec3& captured) const {
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 gains(balance_of(now.gait, &StrideBalanceSpec::press_ahead),
                   balance_of(now.gait, &StrideBalanceSpec::press_aside), 0);
  Vec3 error = heading.transpose() * across(now.whole.captured() - captured);
  error = Vec3((1 + gains.x()) * error.x(), (1 + gains.y()) * error.y(), 0);
  return middle + heading * error;
}

Vec3 SoleBalance::wanted_press(const Now& now, std::size_t k) const {
  return on_sole(now, k, press_about(now, rolled_pivot(now, k), where_captured(now, k)));
}

// The error of the capture point, which standing legs say by what they push.
void SoleBalance::remember(const Now& now, std::size_t f, const Vec3& standing,
                           LegFramesMemory::Balance& memory) const {
  Vec3 off = Vec3::Zero();
  double all = 0;
  for (const std::size_t k : frames_[f].legs) {
    const LegNow& leg = now.legs[k];
    const Vec3 own = leg.duty >= 1 ? standing : Vec3(now.whole.captured() - where_captured(now, k));
    off += leg.push * across(own);
    all += leg.push;
  }
  if (all == 0) return;
  const double kept = std::exp(-now.sense.dt / spec_.smoothing);
  memory.off = kept * memory.off + (1 - kept) / all * off;
}

void SoleBalance::press_soles(Now& now, LegFramesMemory::Balance& memory) const {
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    Vec3 middle = Vec3::Zero();
    bool stands = true;
    for (const std::size_t k : frames_[f].legs) {
      middle += sole_middle(now, k) / static_cast<double>(frames_[f].legs.size());
      stands = stands && now.legs[k].duty >= 1;
    }
    const Vec3 wanted = press_about(now, middle, middle);
    for (const std::size_t k : frames_[f].legs) {
      LegNow& leg = now.legs[k];
      leg.press = stands ? on_sole(now, k, wanted) : wanted_press(now, k);
    }
    remember(now, f, now.whole.captured() - middle, memory);
    share_soles(now, f, wanted);
    for (const std::size_t k : frames_[f].legs) {
      LegNow& leg = now.legs[k];
      const Vec3 to = now.whole.com - leg.press;
      const double stance = leg.state < leg.duty ? leg.state / leg.duty : 0;  // 0: it came early
      const double through =
          now.gait.of([&](const StridePlan& s) { return s.balance.through_centre.at(stance); });
      leg.slope = through / std::max(0.1, to.z()) * across(to);
    }
  }
}

Vec3 SoleBalance::at_most(const Now& now, const Vec3& couple) const {
  const double most = balance_of(now.gait, &StrideBalanceSpec::most_couple);
  return most > 0 && couple.norm() > most ? Vec3(most / couple.norm() * couple) : couple;
}

// The hip of a standing leg turns the frame about the leg, too, as far as the foot holds. A part of
// its servo keeps acting, so that a foot on its heel does not spin.
void SoleBalance::twist(Now& now, std::size_t k, const Vec3& couple) const {
  const double most = balance_of(now.gait, &StrideBalanceSpec::most_twist);
  if (most == 0 || now.legs[k].turn == 0) return;
  const int i = legs_[k].chain.hip_twist;
  now.slack[i] = sole().twist_slack * now.legs[k].stands;
  now.Q[i] -= std::clamp(now.legs[k].turn * now.forces.axis(i).dot(couple), -most, most);
}

}  // namespace gambol::leg_frames
