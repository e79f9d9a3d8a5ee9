// Footholds by the capture point, and where the ground is to press.

#include <algorithm>
#include <cmath>

#include "control/leg_frames/sole_balance.h"

namespace gambol::leg_frames {

// The foothold that keeps the walk going: from the middle of the sole the capture point will be as
// far ahead and inwards as in a walk that repeats itself.
Vec3 SoleBalance::captured(const Now& now, std::size_t k, double time_left,
                           const Vec3& plain) const {
  const Leg& leg = legs_[k];
  const FrameNow& frame = now.frames[leg.frame];
  Vec3 pivot = Vec3::Zero();
  double standing = 0;
  for (const std::size_t j : frames_[leg.frame].legs)
    if (j != k && now.legs[j].swing < 0) {
      pivot += sole_middle(now, j);
      ++standing;
    }
  const double step_time = now.period / 2;
  const double both = std::max(0.0, now.legs[k].duty - 0.5) * now.period;  // on the ground
  const Vec3 at = standing > 0
                      ? now.whole.captured_later(pivot / standing, time_left + both / 2)
                      : Vec3(now.whole.captured() + time_left * across(now.whole.velocity));
  const Vec2 offset =
      capture_offset(frame.wanted.dot(ahead_of(now.heading)) * step_time,
                     balance_of(now.gait, &StrideBalanceSpec::width), now.whole.omega, step_time);
  const PressedSoleSpec& s = sole();
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 from_middle(leg.chain.ankle_to_foot.x() - (s.heel + s.ball) / 2,
                         leg.chain.ankle_to_foot.y() - leg.side * (s.inner + s.outer) / 2, 0);
  const Vec3 foothold = at + heading * (Vec3(-offset.x(), leg.side * offset.y(), 0) + from_middle);
  Vec3 off = heading.transpose() * (foothold - plain);
  off.x() *= balance_of(now.gait, &StrideBalanceSpec::ahead);
  off.y() *= balance_of(now.gait, &StrideBalanceSpec::aside);
  // Feet do not cross.
  Vec3 found = plain + heading * across(off);
  const Vec3 from_hips = heading.transpose() * (found - frame.hips);
  const double inwards = spec_.least_aside - leg.side * from_hips.y();
  if (inwards > 0) found += leg.side * inwards * (heading * Vec3::UnitY());
  return within_reach(now, k, time_left, found);
}

// The foothold, or the nearest to it along the ground that the leg reaches as the foot comes down
// flat.
Vec3 SoleBalance::within_reach(const Now& now, std::size_t k, double time_left,
                               const Vec3& foothold) const {
  const Leg& leg = legs_[k];
  const FrameNow& frame = now.frames[leg.frame];
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 hip = frame.hips + heading * (leg.chain.frame_to_hip - frames_[leg.frame].hips);
  const Vec3 ankle = foothold - heading * leg.chain.ankle_to_foot;
  const Vec3 away = across(ankle - hip - time_left * frame.smooth);
  const double length =
      sole().straight * (leg.chain.hip_to_knee.norm() + leg.chain.knee_to_ankle.norm());
  const double down = frame.height + leg.chain.ankle_to_foot.z() - leg.chain.foot_height;
  const double most = std::sqrt(std::max(0.0, length * length - down * down));
  return away.norm() > most ? Vec3(foothold - (1 - most / away.norm()) * away) : foothold;
}

// Where the capture point is to be while the leg bears all.
Vec3 SoleBalance::where_captured(const Now& now, std::size_t k) const {
  const LegNow& leg = now.legs[k];
  const FrameNow& frame = now.frames[legs_[k].frame];
  const Mat3 heading = turn_to(now.heading, 0);
  const double step_time = now.period / 2;
  const double both = std::max(0.0, leg.duty - 0.5) * now.period;
  const double state = leg.state < leg.duty ? leg.state : 0;  // 0: it came down early
  const double since = std::clamp(state * now.period - both / 2, 0.0, step_time);
  const Vec2 offset =
      capture_offset(frame.wanted.dot(ahead_of(now.heading)) * step_time,
                     balance_of(now.gait, &StrideBalanceSpec::width), now.whole.omega, step_time);
  const Vec3 from_sole(offset.x(), -legs_[k].side * offset.y(), 0);
  return across(sole_middle(now, k)) + std::exp(now.whole.omega * since) * (heading * from_sole);
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

void SoleBalance::press_soles(Now& now) const {
  const Vec3 capture = now.whole.captured();
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 gains(balance_of(now.gait, &StrideBalanceSpec::press_ahead),
                   balance_of(now.gait, &StrideBalanceSpec::press_aside), 0);
  const double through = balance_of(now.gait, &StrideBalanceSpec::through_centre);
  // The pressure ahead of the capture point drives it back.
  const auto press = [&](const Vec3& middle, const Vec3& captured) {
    Vec3 error = heading.transpose() * across(capture - captured);
    error = Vec3((1 + gains.x()) * error.x(), (1 + gains.y()) * error.y(), 0);
    return Vec3(middle + heading * error);
  };
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    Vec3 middle = Vec3::Zero();
    bool stands = true;
    for (const std::size_t k : frames_[f].legs) {
      middle += sole_middle(now, k) / static_cast<double>(frames_[f].legs.size());
      stands = stands && now.legs[k].duty >= 1;
    }
    const Vec3 wanted = press(middle, middle);
    for (const std::size_t k : frames_[f].legs) {
      LegNow& leg = now.legs[k];
      leg.press =
          on_sole(now, k, stands ? wanted : press(sole_middle(now, k), where_captured(now, k)));
    }
    share_soles(now, f, wanted);
    for (const std::size_t k : frames_[f].legs) {
      LegNow& leg = now.legs[k];
      const Vec3 to = now.whole.com - leg.press;
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
