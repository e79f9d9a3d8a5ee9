#include "control/skills/footholds.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {

bool Footholds::pushed_aside(const Stepping& now, std::size_t k) const {
  const std::size_t f = body_.legs[k].frame;
  const Vec3 error = now.seen.frames[f].smooth - now.wanted.frames[f].velocity;
  return std::abs(error.dot(now.wanted.left())) >= spec_.pushed_from;
}

// `off`: of a foothold from the middle of the hips, W. A leg that is longer than `step_reach`
// allows would hold its foot above the ground there: it comes nearer to below the hip.
Vec3 Footholds::within_reach(const Stepping& now, std::size_t k, const Vec3& off) const {
  if (spec_.step_reach == 0 || !pushed_aside(now, k)) return off;
  const LegChain& chain = body_.legs[k].chain;
  const FrameSeen& frame = now.seen.frames[body_.legs[k].frame];
  const Vec3 hip = turn_to(now.wanted.heading, 0) * across(body_.to_hip(k));
  const double length = spec_.step_reach * (chain.foot - chain.frame_to_hip).norm();
  const double high = frame.height() - chain.foot_height;
  const double least = 0.2 * body_.height;
  const double most =
      std::sqrt(std::max(least * least, length * length - std::max(0.0, high) * high));
  const Vec3 from_hip = off - hip;
  const double far = from_hip.norm();
  return far > most ? Vec3(hip + most / far * from_hip) : off;
}

// P2 of seed 002, half a stance ahead, from the middle of the hips in the heading's axes.
Vec3 Footholds::from_hips(const Stepping& now, std::size_t k) const {
  const Leg& leg = body_.legs[k];
  const Wanted& wanted = now.wanted;
  const Vec3& velocity = wanted.frames[leg.frame].velocity;
  const auto number = [&](auto f) {
    return wanted.gait.of([&](const StridePlan& s) { return f(s.legs[k]); });
  };
  const double placement = number([](const StrideLeg& l) { return l.placement; });
  double stance_time = now.legs[k].stance_time;
  if (wanted.act)  // that of the gait that may follow
    stance_time =
        wanted.act->like.legs[k].duty_factor * wanted.act->like.period.at(wanted.velocity.norm());
  const Vec3 error = now.seen.frames[leg.frame].smooth - velocity;
  const Vec3 left = wanted.left();
  const double more = number([](const StrideLeg& l) { return l.placement_aside; }) - placement;
  const Vec3 moves = stance_time / 2 * velocity + placement * error + more * error.dot(left) * left;
  const Mat3 heading = turn_to(wanted.heading, 0);
  Vec3 at = leg.chain.foot - body_.frames[leg.frame].hips + heading.transpose() * moves;
  at.x() += number([](const StrideLeg& l) { return l.step.x(); });
  at.y() += leg.side * number([](const StrideLeg& l) { return l.step.y(); });
  at.y() = leg.side * std::max(leg.side * at.y(), spec_.least_aside);
  return at;
}

// Ahead of where the frame will be when the foot comes down.
Vec3 Footholds::at(const Stepping& now, std::size_t k, double time_left) const {
  const Leg& leg = body_.legs[k];
  const FrameSeen& frame = now.seen.frames[leg.frame];
  // With a factor of 1 the force that bears and turns it would point from the foot to the hip; with
  // more it turns the trunk to the inside.
  constexpr double farther = 1.23;
  const Vec3 outwards =
      -farther * (now.wanted.frames[leg.frame].height - leg.chain.foot_height) * now.wanted.inwards;
  const Mat3 heading = turn_to(now.wanted.heading, 0);
  const Vec3 off = within_reach(now, k, heading * across(from_hips(now, k)) + outwards);
  const Vec3 plain = across(frame.hips) + time_left * frame.smooth + off;
  return soles_ ? soles_->captured(now, k, time_left, plain) : plain;
}

Vec3 Footholds::landing(const Stepping& now, std::size_t k) const {
  const Leg& leg = body_.legs[k];
  const FrameSeen& frame = now.seen.frames[leg.frame];
  const double height = now.wanted.frames[leg.frame].height;
  const auto foothold_on = [&](double ground) {
    return at(now, k, fall_time(now.seen, frame, ground + height));
  };
  // The ground where it comes down, and how far it then goes, depend on each other.
  Vec3 to = foothold_on(now.seen.ground_at(foothold_on(frame.ground)));
  to.z() = now.seen.ground_at(to) + leg.chain.foot_height;
  const Vec3 hip = hip_of(now.seen, body_, k);
  constexpr double landing_reach = 0.97;  // of the leg at rest
  const double longest = landing_reach * (leg.chain.foot - leg.chain.frame_to_hip).norm();
  const Vec3 d = to - hip;
  return d.norm() > longest ? Vec3(hip + longest / d.norm() * d) : to;
}

}  // namespace gambol::skills
