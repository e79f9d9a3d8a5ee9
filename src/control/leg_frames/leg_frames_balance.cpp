// Balance on soles: footholds by the capture point, and where the ground is to press.

#include <algorithm>
#include <cmath>

#include "contact/find/ground_surface.h"
#include "control/leg_frames/leg_frames.h"
#include "dynamics/momentum.h"

namespace gambol {

void LegFrames::weigh(Now& now) const {
  const Momentum m = momentum(now.sense.model, now.sense.work);
  double ground = 0;
  for (const FrameNow& f : now.frames) ground += f.ground / static_cast<double>(now.frames.size());
  constexpr double least = 0.1;  // m: it lies
  now.whole.com = m.com;
  now.whole.velocity = m.linear / weight_;
  now.whole.omega = std::sqrt(now.sense.work.gravity.norm() / std::max(least, m.com.z() - ground));
}

// The mean height of the ground around the hips, as far as a step reaches: it rises evenly on
// slopes and stairs.
double LegFrames::ground_around(const Sense& sense, const Vec3& hips) const {
  constexpr int samples = 4;  // to each side
  double sum = 0;
  for (int i = -samples; i <= samples; ++i)
    for (int j = -samples; j <= samples; ++j)
      sum += ground_height(sense.ground, hips.x() + spec_.sole->around * i / samples,
                           hips.y() + spec_.sole->around * j / samples);
  constexpr double all = 2 * samples + 1;
  return sum / (all * all);
}

// The pitch at which a foot lies flat on the ground under it.
double LegFrames::ground_pitch(const Now& now, std::size_t k) const {
  const Vec3 ahead = (spec_.sole->ball - spec_.sole->heel) / 2 * ahead_of(foot_heading(now, k));
  const auto height = [&](const Vec3& p) { return ground_height(now.sense.ground, p.x(), p.y()); };
  const Vec3& foot = now.legs[k].foot;
  return -std::atan2(height(foot + ahead) - height(foot - ahead), 2 * ahead.norm());
}

// The middle of a sole, on the ground, W.
Vec3 LegFrames::sole_middle(const Now& now, std::size_t k) const {
  const LegChain& chain = legs_[k].chain;
  const PressedSoleSpec& s = *spec_.sole;
  const Vec3 from_foot((s.heel + s.ball) / 2 - chain.ankle_to_foot.x(),
                       legs_[k].side * (s.inner + s.outer) / 2 - chain.ankle_to_foot.y(),
                       -chain.foot_height);
  return now.legs[k].foot + rest_.turn(now.sense.work, chain.foot_body) * from_foot;
}

// A foot comes down in the direction in which the figure is to go, and stays as it came down.
double LegFrames::foot_heading(const Now& now, std::size_t k) const {
  if (now.legs[k].swing >= 0) return now.heading;
  return heading_of(rest_.turn(now.sense.work, legs_[k].chain.foot_body));
}

// How much higher than on the flat sole the foot's point is if the foot stands on its heel with its
// toes up, or on the tips of its toes, which bend only so far.
double LegFrames::heel_rise(double pitch) const {
  const PressedSoleSpec& s = *spec_.sole;
  if (pitch < 0) return std::sin(-pitch) * (s.ball - s.heel);
  return std::sin(std::max(0.0, pitch - s.most_bend)) * s.toes;
}

// Toes lie level under a foot whose heel is up, as far as they bend.
Vec3 LegFrames::bent_toes(const Now& now, std::size_t k) const {
  const LegChain& chain = legs_[k].chain;
  const Mat3 present = rest_.turn(now.sense.work, chain.foot_body);
  const double up = std::asin(std::clamp(-present(2, 0), -1.0, 1.0)) - ground_pitch(now, k);
  const double bend = std::clamp(up, 0.0, spec_.sole->most_bend);
  return chain.toe->coordinates(turn_to(0, -bend));
}

// The pitch of a foot on the ground: more than `pitch` if the foot is behind and the leg does not
// reach its ankle otherwise.
double LegFrames::heel_lifted(const Now& now, std::size_t k, const Vec3& to_foot,
                              double pitch) const {
  const LegChain& chain = legs_[k].chain;
  const double heading = now.frames[legs_[k].frame].heading, slope = ground_pitch(now, k);
  const double length =
      spec_.sole->straight * (chain.hip_to_knee.norm() + chain.knee_to_ankle.norm());
  const auto reaches = [&](double p) {
    return (to_foot - turn_to(heading, p + slope) * chain.ankle_to_foot).norm() <= length;
  };
  if (to_foot.dot(ahead_of(heading)) > 0 || reaches(pitch)) return pitch;
  constexpr int halvings = 12;
  double low = pitch, high = std::max(pitch, spec_.sole->most_lift);
  for (int i = 0; i < halvings; ++i) (reaches((low + high) / 2) ? high : low) = (low + high) / 2;
  return (low + high) / 2;
}

// The foothold that keeps the walk going: from the middle of the sole the capture point will be as
// far ahead and inwards as in a walk that repeats itself.
Vec3 LegFrames::captured(const Now& now, std::size_t k, double time_left, const Vec3& plain) const {
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
  const PressedSoleSpec& s = *spec_.sole;
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
Vec3 LegFrames::within_reach(const Now& now, std::size_t k, double time_left,
                             const Vec3& foothold) const {
  const Leg& leg = legs_[k];
  const FrameNow& frame = now.frames[leg.frame];
  const Mat3 heading = turn_to(now.heading, 0);
  const Vec3 hip = frame.hips + heading * (leg.chain.frame_to_hip - frames_[leg.frame].hips);
  const Vec3 ankle = foothold - heading * leg.chain.ankle_to_foot;
  const Vec3 away = across(ankle - hip - time_left * frame.smooth);
  const double length =
      spec_.sole->straight * (leg.chain.hip_to_knee.norm() + leg.chain.knee_to_ankle.norm());
  const double down = frame.height + leg.chain.ankle_to_foot.z() - leg.chain.foot_height;
  const double most = std::sqrt(std::max(0.0, length * length - down * down));
  return away.norm() > most ? Vec3(foothold - (1 - most / away.norm()) * away) : foothold;
}

// Where the capture point is to be while the leg bears all.
Vec3 LegFrames::where_captured(const Now& now, std::size_t k) const {
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

// The point of a sole that is nearest to the one that is wanted. A foot on its heel or on its ball
// is pressed there.
Vec3 LegFrames::on_sole(const Now& now, std::size_t k, const Vec3& wanted) const {
  const LegChain& chain = legs_[k].chain;
  const PressedSoleSpec& s = *spec_.sole;
  const Mat3 turn = rest_.turn(now.sense.work, chain.foot_body);
  const Vec3 ankle = now.legs[k].foot - turn * chain.ankle_to_foot;
  const double pitch = std::asin(std::clamp(-turn(2, 0), -1.0, 1.0)) - ground_pitch(now, k);
  const double up = std::clamp(pitch / s.rolls, -1.0, 1.0);
  const double length = s.ball - s.heel;
  Vec3 p = turn.transpose() * (wanted - ankle);
  p.x() =
      std::clamp(p.x(), s.heel + std::max(0.0, up) * length, s.ball - std::max(0.0, -up) * length);
  p.y() = legs_[k].side * std::clamp(legs_[k].side * p.y(), s.inner, s.outer);
  p.z() = chain.ankle_to_foot.z() - chain.foot_height;
  return ankle + turn * p;
}

// Of two feet the loads are shared as their time in the stride asks; where none is to step, so that
// the pressure is where it is wanted.
void LegFrames::share_soles(Now& now, std::size_t f, const Vec3& wanted) const {
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

void LegFrames::press_soles(Now& now) const {
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
    FrameNow& frame = now.frames[f];
    frame.up = std::max(0.0, lift(now, f));
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

void LegFrames::aim_angles(Now& now) const {
  const auto aim = [&](const StridePlan& plan, double share) {
    for (const StrideAngle& a : plan.angles) {
      const double phase = a.leg < 0 ? now.phase : now.legs[static_cast<std::size_t>(a.leg)].state;
      now.aims[a.dof] += share * a.angle.at(phase);
      now.rates[a.dof] += share * a.angle.derivative(phase, 1) / now.period;
    }
  };
  aim(*now.gait.slow, 1 - now.gait.share);
  if (now.gait.share > 0) aim(*now.gait.fast, now.gait.share);
}

// What the frame's hips have to give besides, because the joints that hold the root steady push
// against the frame.
Vec3 LegFrames::couple_of_steady(const Now& now, std::size_t f) const {
  Vec3 all = Vec3::Zero();
  for (std::size_t s = 0; s < steady_.size(); ++s) {
    const Chain& chain = steady_[s];
    if (!spec_.steady[s].rests) continue;  // it goes with the frame
    if (chain.holds_base && chain.end == frames_[f].body) all -= servo_couple(now, chain.end);
    if (!chain.holds_base && chain.base == frames_[f].body)
      all += servo_couple(now, chain.joints.front().body);
  }
  return all;
}

Vec3 LegFrames::at_most(const Now& now, const Vec3& couple) const {
  const double most = balance_of(now.gait, &StrideBalanceSpec::most_couple);
  return most > 0 && couple.norm() > most ? Vec3(most / couple.norm() * couple) : couple;
}

// The hip of a standing leg turns the frame about the leg, too, as far as the foot holds. A part of
// its servo keeps acting, so that a foot on its heel does not spin.
void LegFrames::twist(Now& now, std::size_t k, const Vec3& couple) const {
  const double most = balance_of(now.gait, &StrideBalanceSpec::most_twist);
  if (most == 0 || now.legs[k].turn == 0) return;
  const int i = legs_[k].chain.hip_twist;
  now.slack[i] = spec_.sole->twist_slack * now.legs[k].stands;
  now.Q[i] -= std::clamp(now.legs[k].turn * now.forces.axis(i).dot(couple), -most, most);
}

}  // namespace gambol
