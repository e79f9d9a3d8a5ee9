// Steps: when feet lift and come down, and the way between.

#include <algorithm>
#include <cmath>

#include "contact/find/ground_surface.h"
#include "control/skills/leg_frames.h"

namespace gambol {

void LegFrames::step(Now& now, LegFramesMemory& memory) const {
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    LegNow& leg = now.legs[k];
    const auto number = [&](auto f) {
      return now.gait.of([&](const StridePlan& s) { return s.legs[k].*f; });
    };
    leg.duty = number(&StrideLeg::duty_factor) + now.gait.of([&](const StridePlan& s) {
      return s.duty_by_speed.at(now.wanted.norm());
    });
    // Phases go round: of two gaits' the nearer way.
    const double slow = now.gait.slow->legs[k].relative_phase + now.gait.shift;
    const double to_fast = std::remainder(now.gait.fast->legs[k].relative_phase - slow, 1.0);
    leg.state = leg_state(slow + now.gait.share * to_fast, now.phase);
    leg.stance_time = leg.duty * now.period;
    LegFramesMemory::Leg& m = memory.legs[k];
    const double weight = weight_ * now.sense.work.gravity.norm();
    const double kept = std::exp(-now.sense.dt / spec_.load_smoothing);
    m.load = m.begun ? kept * m.load + (1 - kept) * leg.load : leg.load;
    const bool touches = leg.load > (m.touches ? spec_.leave : spec_.touch) * weight;
    if (spec_.regrip && touches && !m.touches && m.begun && !m.swings) m.since = now.sense.time;
    m.touches = touches;
    lift_or_land(now, k, m);
    const bool steps_on = !m.swings && !touches && leg.duty < 1 && steps_on_if_lost(now, k);
    search(now, m, leg.state < leg.duty || steps_on);
    leg.down = m.ground + legs_[k].chain.foot_height - m.drop;
    leg.stood = now.sense.time - m.since;
    if (!m.swings && !touches && spec_.late_drop > 0) leg.lost = m.drop / spec_.late_drop;
    if (now.stage && now.stage->legs[k].in_air())
      fly(now, k, memory);
    else if (m.swings)
      swing(now, k, memory);
    else if (steps_on)
      step_on(now, k);
  }
  for (std::size_t f = 0; f < frames_.size(); ++f) stand(now, f);
}

// Whether the leg's frame goes aside, against what is wanted, as it does not in its gait.
bool LegFrames::pushed_aside(const Now& now, std::size_t k) const {
  const FrameNow& frame = now.frames[legs_[k].frame];
  const Vec3 left = Vec3::UnitZ().cross(ahead_of(now.heading));
  return std::abs((frame.smooth - frame.wanted).dot(left)) >= spec_.pushed_from;
}

bool LegFrames::steps_on_if_lost(const Now& now, std::size_t k) const {
  return spec_.lost_speed > 0 && pushed_aside(now, k);
}

// A foot that is to stand and is not on the ground goes to where it would stand now, had it stood
// since its time: hips that were pushed aside would leave it behind.
void LegFrames::step_on(Now& now, std::size_t k) const {
  LegNow& leg = now.legs[k];
  const double since = leg.state < leg.duty ? leg.state * now.period : 0;
  const Vec3 passed = since * now.frames[legs_[k].frame].wanted;
  const Vec3 way = across(foothold(now, k, 0) - passed - leg.aim);
  const double over = leg.swing < 0 ? 0.02 : now.sense.dt;  // s: one that stands is aimed at anew
  const double most = over * spec_.lost_speed, far = way.norm();
  const Vec3 next = far > most ? Vec3(most / far * way) : way;
  leg.aim += next;
  leg.aim_velocity = next / over;
}

// A frame none of whose legs is to step goes back to over the middle of its feet. In an act it
// goes to where the whole figure is balanced.
void LegFrames::stand(Now& now, std::size_t f) const {
  FrameNow& frame = now.frames[f];
  Vec3 off = Vec3::Zero();
  double feet = 0;
  for (const std::size_t k : frames_[f].legs) {
    const LegNow& leg = now.legs[k];
    if (!now.stage && leg.duty < 1) return;
    if (now.stage && leg.swing >= 0) continue;
    const Vec3 rest = legs_[k].chain.foot - frames_[f].hips;
    off += leg.foot - turn_to(frame.heading, 0) * rest - frame.hips;
    ++feet;
  }
  if (feet == 0) return;
  if (now.stage) off = feet * over_support(now, f, off / feet);
  frame.wanted += spec_.stand_gain / feet * across(off);
}

// A foot that should be on the ground and is not is lowered, by degrees: it would bounce.
void LegFrames::search(const Now& now, LegFramesMemory::Leg& m, bool down) const {
  const bool lower = down && !m.touches;
  m.drop +=
      ((lower ? spec_.late_drop : 0) - m.drop) * (1 - std::exp(-now.sense.dt / spec_.late_over));
  if (!down) m.drop = 0;
}

// A swing begins when the gait asks for it, and ends on the ground: early if the foot touches late
// in the swing, and late if it finds no ground in time.
void LegFrames::lift_or_land(const Now& now, std::size_t k, LegFramesMemory::Leg& m) const {
  const LegNow& leg = now.legs[k];
  const bool asked = leg.state >= leg.duty;
  const double phase = asked ? (leg.state - leg.duty) / (1 - leg.duty) : 1;
  if (!m.begun) {
    m.begun = true;
    m.since = now.sense.time - 1;  // it stands, and has long done so
    m.ground = ground_height(now.sense.ground, leg.foot.x(), leg.foot.y());
    m.swings = false;
  } else if (asked && !m.asked && !m.swings) {
    m.swings = true;
    m.since = now.sense.time;
    m.from = m.aim = leg.foot;
    const Vec3 at = foothold(now, k, (1 - leg.duty) * now.period);
    m.ground = ground_height(now.sense.ground, at.x(), at.y());
  } else if (m.swings && m.touches && phase >= spec_.early) {
    m.swings = false;
    m.since = now.sense.time;
    m.ground = ground_height(now.sense.ground, leg.foot.x(), leg.foot.y());
  }
  m.asked = asked;
}

// `off`: of a foothold from the middle of the hips, W. A leg that is longer than `step_reach`
// allows would hold its foot above the ground there: it comes nearer to below the hip.
Vec3 LegFrames::within_reach(const Now& now, std::size_t k, const Vec3& off) const {
  if (spec_.step_reach == 0 || !pushed_aside(now, k)) return off;
  const LegChain& chain = legs_[k].chain;
  const FrameNow& frame = now.frames[legs_[k].frame];
  const Vec3 hip =
      turn_to(now.heading, 0) * across(chain.frame_to_hip - frames_[legs_[k].frame].hips);
  const double length = spec_.step_reach * (chain.foot - chain.frame_to_hip).norm();
  const double high = frame.hips.z() - frame.ground - chain.foot_height;
  constexpr double least = 0.1;  // m
  const double most =
      std::sqrt(std::max(least * least, length * length - std::max(0.0, high) * high));
  const Vec3 from_hip = off - hip;
  const double far = from_hip.norm();
  return far > most ? Vec3(hip + most / far * from_hip) : off;
}

// P2 of seed 002, half a stance ahead of where the frame will be when the foot comes down.
Vec3 LegFrames::foothold(const Now& now, std::size_t k, double time_left) const {
  const Leg& leg = legs_[k];
  const FrameNow& frame = now.frames[leg.frame];
  const auto number = [&](auto f) {
    return now.gait.of([&](const StridePlan& s) { return f(s.legs[k]); });
  };
  const double placement = number([](const StrideLeg& l) { return l.placement; });
  const Mat3 heading = turn_to(now.heading, 0);
  double stance_time = now.legs[k].stance_time;
  if (now.act)  // that of the gait that may follow
    stance_time = now.act->like.legs[k].duty_factor * now.act->like.period.at(now.wanted.norm());
  const Vec3 error = frame.smooth - frame.wanted;
  const Vec3 left = Vec3::UnitZ().cross(ahead_of(now.heading));
  const double more = number([](const StrideLeg& l) { return l.placement_aside; }) - placement;
  const Vec3 moves =
      stance_time / 2 * frame.wanted + placement * error + more * error.dot(left) * left;
  Vec3 at = leg.chain.foot - frames_[leg.frame].hips + heading.transpose() * moves;
  at.x() += number([](const StrideLeg& l) { return l.step.x(); });
  at.y() += leg.side * number([](const StrideLeg& l) { return l.step.y(); });
  at.y() = leg.side * std::max(leg.side * at.y(), spec_.least_aside);
  // With a factor of 1 the force that bears and turns it points from the foot to the hip.
  const Vec3 outwards =
      -spec_.outside_in_turns * (frame.height - leg.chain.foot_height) * now.inwards;
  const Vec3 off = within_reach(now, k, heading * across(at) + outwards);
  const Vec3 plain = across(frame.hips) + time_left * frame.smooth + off;
  return soles_ ? soles_->captured(now, k, time_left, plain) : plain;
}

void LegFrames::swing(Now& now, std::size_t k, LegFramesMemory& memory) const {
  LegFramesMemory::Leg& m = memory.legs[k];
  LegNow& leg = now.legs[k];
  const bool late = leg.state < leg.duty;
  leg.swing = late ? 1 : (leg.state - leg.duty) / (1 - leg.duty);
  const auto curve = [&](Curve StrideLeg::*c) {
    return now.gait.of([&](const StridePlan& s) { return (s.legs[k].*c).at(leg.swing); });
  };
  const auto slope = [&](Curve StrideLeg::*c) {
    return now.gait.of(
        [&](const StridePlan& s) { return (s.legs[k].*c).derivative(leg.swing, 1); });
  };
  const double time_left = (1 - leg.swing) * (1 - leg.duty) * now.period;
  const double progress = curve(&StrideLeg::progress);
  Vec3 to = foothold(now, k, time_left);
  if (soles_) {
    Vec3& kept = memory.balance.front().to[k];
    if (leg.swing <= spec_.sole->freezes) kept = to;
    to = kept;
    m.ground = ground_height(now.sense.ground, to.x(), to.y());
  }
  const double sole = legs_[k].chain.foot_height;
  to.z() = m.ground + sole;
  leg.aim = m.from + progress * (to - m.from);
  leg.aim.z() += curve(&StrideLeg::lift);
  // Up a step in the first half of the way, down one in the second: it does not meet its edge.
  const double rise = m.ground - ground_height(now.sense.ground, m.from.x(), m.from.y());
  const double half = std::clamp(rise > 0 ? 2 * progress : 2 * progress - 1, 0.0, 1.0);
  leg.aim.z() += (half - progress) * rise;
  if (late) {
    leg.aim = across(m.aim);
    if (steps_on_if_lost(now, k)) step_on(now, k);
    leg.aim.z() = leg.down;
  } else {  // as if the foothold stood still: what moves it is noise
    const double rate = 1 / ((1 - leg.duty) * now.period);
    leg.aim_velocity = slope(&StrideLeg::progress) * rate * (to - m.from);
    leg.aim_velocity.z() += slope(&StrideLeg::lift) * rate;
  }
  if (soles_ && !late) {  // over edges, but neither from nor to where it stands
    const double share = std::min(1.0, 4 * leg.swing * (1 - leg.swing) / spec_.sole->rises_by);
    const double over = soles_->above_edges(now, k, leg.aim) - leg.aim.z();
    if (over > 0) leg.aim.z() += share * over;
  }
  m.aim = leg.aim;
  if (soles_) {
    const double rise = soles_->heel_rise(swing_pitch(now, k, 0, 0));
    leg.aim.z() += rise;
    if (!late)
      leg.aim_velocity.z() += (soles_->heel_rise(swing_pitch(now, k, 0, tick_)) - rise) / tick_;
  }
}

}  // namespace gambol
