#include "control/skills/sole_balance.h"

#include <algorithm>
#include <cmath>

#include "control/skills/passing.h"

namespace gambol::skills {
namespace {

// The pitch of a foot as it comes down.
double strike_pitch(const StrideMix& gait, std::size_t k) {
  return gait.of([&](const StridePlan& s) {
    const StrideLeg& leg = s.legs[k];
    return leg.pitch.keys.empty() ? leg.strike : leg.pitch.at(1);
  });
}

// Of a frame, as its gait asks after `time`, s; m.
double hips_height(const Wanted& wanted, std::size_t frame, double time) {
  const double then = wanted.phase + time / wanted.period;
  return wanted.gait.at_phase(then - std::floor(then), [&](const StridePlan& s, double phase) {
    return s.frames[frame].height_at(phase, wanted.velocity.norm());
  });
}

}  // namespace

// The pressure goes ahead on the sole by `travel` in a step, from half of it behind the pivot, as
// on a foot that rolls. With p = p0 + u t the capture point is at p + u / omega + b e^(omega t),
// and b is that of a step which is shorter by the travel.
SoleBalance::Repeated SoleBalance::repeated(const Stepping& now, std::size_t k) const {
  Repeated r;
  r.step_time = now.wanted.period / 2;
  r.length = speed_ahead(now, k) * r.step_time;
  r.aside = body_.legs[k].side * r.step_time *
            now.wanted.frames[body_.legs[k].frame].velocity.dot(now.wanted.left());
  // Going sideways, a foot comes up to the other one and does not cross it.
  r.width = width(now) + std::abs(r.aside);
  if (flies(now, k)) return r;
  const double travel = std::min(sole().travel, std::max(0.0, r.length));
  const double omega = now.seen.whole.omega;
  const Vec2 offset = capture_offset(r.length - travel, r.width, omega, r.step_time);
  r.rolls.x() = travel / r.step_time;
  const double drifts = capture_offset(r.aside, 0, omega, r.step_time).x();
  r.growing = Vec3(offset.x(), drifts - offset.y(), 0);
  return r;
}

Vec3 SoleBalance::in_world(double heading, std::size_t k, const Vec3& of_left) const {
  return turn_to(heading, 0) * Vec3(of_left.x(), body_.legs[k].side * of_left.y(), 0);
}

SoleBalance::Headings SoleBalance::headings(const Stepping& now, std::size_t k) const {
  if (now.footfalls.empty() || stands(now, k)) return {now.wanted.heading, now.wanted.heading};
  const Footfall& next = next_footfall(now, k);
  return {next.way, next.heading};
}

// Feet that turn need room: the inner one would come down on the outer one's way.
double SoleBalance::width(const Stepping& now) const {
  const double width = balance_of(now.wanted.gait, &StrideBalanceSpec::width);
  const double turning = balance_of(now.wanted.gait, &StrideBalanceSpec::turning_width);
  if (now.wanted.turns == 0 || turning <= width) return width;
  return width + std::abs(now.wanted.turns) / now.wanted.turn_rate * (turning - width);
}

Vec3 SoleBalance::foot_from_pivot(double heading, std::size_t k) const {
  const Vec3& to_foot = body_.legs[k].chain.ankle_to_foot;
  return turn_to(heading, 0) *
         Vec3(to_foot.x() - soles_.pivot_ahead(), to_foot.y() - soles_.middle_aside(k), 0);
}

// As the next foot, a step away, takes over, b e^(omega T) is that step, less the way of the
// pressure on the sole, plus what is to grow from there on.
Vec3 SoleBalance::growing_before(const Stepping& now, const Repeated& r, const Vec3& step,
                                 const Vec3& then, double heading) const {
  const Vec3 travel = r.step_time * (turn_to(heading, 0) * r.rolls);
  return (across(step) - travel + then) / std::exp(now.seen.whole.omega * r.step_time);
}

bool SoleBalance::walks_on_two(const Stepping& now, std::span<const Footfall> plan) const {
  if (plan.empty() || body_.legs.size() != 2 || !stands(now, 1 - plan.front().leg)) return false;
  return std::adjacent_find(plan.begin(), plan.end(), [](const Footfall& a, const Footfall& b) {
           return a.leg == b.leg;
         }) == plan.end();
}

// After the last one that is planned the walk repeats itself.
bool SoleBalance::ask(const Stepping& now, Footfalls& plan) const {
  if (!walks_on_two(now, plan)) return false;
  const Repeated r = repeated(now, plan.front().leg);
  Vec3 pivot = soles_.pivot(now.seen, 1 - plan.front().leg);
  for (Footfall& f : plan) {
    const double aside = f.leg == plan.front().leg ? r.aside : -r.aside;
    pivot += in_world(f.way, f.leg, Vec3(r.length, r.width + aside, 0));
    f.asked = soles_.off_edges(now, f.leg, pivot + foot_from_pivot(f.heading, f.leg));
    pivot = f.asked - foot_from_pivot(f.heading, f.leg);
  }
  plan.back().ahead =
      in_world(plan.back().way, plan.back().leg, repeated(now, plan.back().leg).growing);
  for (std::size_t i = plan.size() - 1; i-- > 0;) {
    const Footfall &f = plan[i], &next = plan[i + 1];
    const Vec3 step = next.asked - foot_from_pivot(next.heading, next.leg) -
                      (f.asked - foot_from_pivot(f.heading, f.leg));
    plan[i].ahead = growing_before(now, r, step, next.ahead, f.way);
  }
  return true;
}

// A foot that comes down goes by the plan. The pressure under one that stands is that of a walk
// that repeats itself: led by the plan it kept no more walks over steps
// (docs/studies/footfalls.md).
Vec3 SoleBalance::growing(const Stepping& now, std::size_t k) const {
  if (walks_on_two(now, now.footfalls) && now.footfalls.front().leg == k && !stands(now, k))
    return now.footfalls.front().ahead;
  return in_world(now.wanted.heading, k, repeated(now, k).growing);
}

double SoleBalance::since_transfer(const Stepping& now, std::size_t k) const {
  const LegStep& leg = now.legs[k];
  const double both = std::max(0.0, leg.duty - 0.5) * now.wanted.period;
  const double state = leg.state < leg.duty ? leg.state : 0;  // 0: it came down early
  return std::clamp(state * now.wanted.period - both / 2, 0.0, now.wanted.period / 2);
}

// Where the capture point will be when half of the weight has come upon the foot of leg k. Until
// the footfall, in `time_left`, the pressure is half way between the middle of the foot that stands
// and where it is wanted now.
Vec3 SoleBalance::capture_at_transfer(const Stepping& now, std::size_t k, double time_left,
                                      double both, const Vec3& ahead) const {
  Vec3 pivot = Vec3::Zero();
  double standing = 0;
  for (const std::size_t j : body_.frames[body_.legs[k].frame].legs)
    if (j != k && now.legs[j].swing < 0) {
      pivot += (rolled_pivot(now, j) + wanted_press(now, j)) / 2;
      ++standing;
    }
  if (standing == 0)
    return now.seen.whole.captured() + (time_left + both / 2) * across(now.seen.whole.velocity);
  const Vec3 rolls = turn_to(now.wanted.heading, 0) * repeated(now, k).rolls;
  return now.seen.whole.captured_at_transfer(pivot / standing, time_left, both / 2, ahead, rolls);
}

double SoleBalance::speed_ahead(const Stepping& now, std::size_t k) const {
  return now.wanted.frames[body_.legs[k].frame].velocity.dot(now.wanted.forward());
}

bool SoleBalance::flies(const Stepping& now, std::size_t k) const {
  return body_.legs.size() == 2 && now.legs[k].duty < 0.5;
}

BouncingPendulum SoleBalance::bounces(const Stepping& now, std::size_t k) const {
  return bouncing(now.seen.whole, now.legs[k].duty * now.wanted.period, now.wanted.period / 2);
}

BouncingPendulum::Place SoleBalance::bounced(const Stepping& now, std::size_t k,
                                             double since) const {
  return bounces(now, k).repeated(since, speed_ahead(now, k),
                                  balance_of(now.wanted.gait, &StrideBalanceSpec::width));
}

// Where the pendulum is to stand on the sole of leg k. Until it comes down, in `time_left`, the
// centre of mass goes on over the foot that stands, which bears what is left of its half sine, and
// then flies.
Vec3 SoleBalance::bounced_to(const Stepping& now, std::size_t k, double time_left) const {
  Vec3 at = across(now.seen.whole.com), velocity = across(now.seen.whole.velocity);
  const LegStep& other = now.legs[1 - k];
  const double stands_for =
      std::min(time_left, other.stance_time - other.state * now.wanted.period);
  if (stands(now, 1 - k) && other.state < other.duty) {
    const double share = other.state / other.duty;
    const double weights = (1 + std::cos(M_PI * share)) / (4 * other.duty * (1 - share));
    const double omega = now.seen.whole.omega * std::sqrt(weights);
    const double sinh = std::sinh(omega * stands_for), cosh = std::cosh(omega * stands_for);
    const Vec3 press = across(wanted_press(now, 1 - k)), from = at - press;
    at = press + cosh * from + sinh / omega * velocity;
    velocity = cosh * velocity + omega * sinh * from;
    time_left -= stands_for;
  }
  at += time_left * velocity;
  const BouncingPendulum::Place wanted = bounced(now, k, 0);
  const double way = headings(now, k).way;
  const Vec3 ahead = in_world(way, k, Vec3(wanted.at.x(), -wanted.at.y(), 0));
  const Vec3 goes = in_world(way, k, Vec3(wanted.velocity.x(), -wanted.velocity.y(), 0));
  return at - ahead + bounces(now, k).growing() * (velocity - goes);
}

// The foothold that keeps the walk going: from where the weight comes upon the sole the capture
// point will be as far ahead and inwards as in a walk that repeats itself.
Vec3 SoleBalance::captured(const Stepping& now, std::size_t k, double time_left,
                           const Vec3& plain) const {
  const Mat3 heading = turn_to(now.wanted.heading, 0);
  const Vec3 pivot = flies(now, k) ? bounced_to(now, k, time_left) : captured_to(now, k, time_left);
  const Vec3 foothold = pivot + foot_from_pivot(headings(now, k).foot, k);
  const Vec3 off = balance_of(now.wanted.gait, &StrideBalanceSpec::captured) *
                   (heading.transpose() * (foothold - plain));
  const Vec3 found = beside_standing(
      spec_, body_, now, k, without_crossing(now, k, time_left, plain + heading * across(off)),
      headings(now, k).way);
  return soles_.off_edges(now, k, within_reach(now, k, time_left, found));
}

Vec3 SoleBalance::captured_to(const Stepping& now, std::size_t k, double time_left) const {
  const double both = std::max(0.0, now.legs[k].duty - 0.5) * now.wanted.period;  // on the ground
  const Repeated r = repeated(now, k);
  const Mat3 heading = turn_to(now.wanted.heading, 0);
  const Vec3 ahead_of_press = growing(now, k) + heading * r.rolls / now.seen.whole.omega;
  const Vec3 at = capture_at_transfer(now, k, time_left, both, ahead_of_press);
  const Vec3 ahead_of_sole = ahead_of_press - r.step_time / 2 * (heading * r.rolls);
  const double rises = std::tan(soles_.ground_roll(now, k));  // to the left
  return at - ahead_of_sole - sole().downhill * rises * now.wanted.left();
}

// Feet do not cross: neither the line of the hips' middle as it is nor, by the gait's number, that
// on which it will be.
Vec3 SoleBalance::without_crossing(const Stepping& now, std::size_t k, double time_left,
                                   const Vec3& foothold) const {
  const Leg& leg = body_.legs[k];
  const FrameSeen& frame = now.seen.frames[leg.frame];
  const Mat3 heading = turn_to(headings(now, k).way, 0);
  const auto outwards_of = [&](const Vec3& middle) {
    return leg.side * (heading.transpose() * (foothold - middle)).y();
  };
  const double inmost = balance_of(now.wanted.gait, &StrideBalanceSpec::inmost);
  const double inwards =
      std::max(spec_.least_aside - outwards_of(frame.hips),
               inmost - outwards_of(frame.hips + time_left * across(now.seen.whole.velocity)));
  if (inwards <= 0) return foothold;
  return foothold + leg.side * inwards * (heading * Vec3::UnitY());
}

// The foothold, or the nearest to it along the ground that the leg reaches.
Vec3 SoleBalance::within_reach(const Stepping& now, std::size_t k, double time_left,
                               const Vec3& foothold) const {
  const Leg& leg = body_.legs[k];
  const FrameSeen& frame = now.seen.frames[leg.frame];
  const Mat3 heading = turn_to(now.wanted.heading, 0);
  const Vec3 hip = frame.hips + heading * body_.to_hip(k);
  // As it comes down: the hips' height then, and the foot on its heel.
  const Mat3 pitched = turn_to(0, strike_pitch(now.wanted.gait, k));
  const Vec3 from_heel(leg.chain.ankle_to_foot.x() - sole().heel, 0, leg.chain.foot_height);
  const Vec3 from_foot = pitched * (from_heel - leg.chain.ankle_to_foot) - from_heel;
  const Vec3 ankle = foothold + heading * from_foot;
  const Vec3 away = across(ankle - hip - time_left * frame.smooth);
  const double length =
      straight_leg * (leg.chain.hip_to_knee.norm() + leg.chain.knee_to_ankle.norm());
  double down = hips_height(now.wanted, leg.frame, time_left) -
                now.wanted.frames[leg.frame].lowered -
                (ankle.z() - foothold.z() + leg.chain.foot_height);
  if (now.seen.sense.ground.terrain)
    down += ground_around(sole(), now.seen.sense.ground, hip + time_left * frame.smooth,
                          now.wanted.forward()) -
            now.seen.ground_at(foothold);
  const double most = std::sqrt(std::max(0.0, length * length - down * down));
  return away.norm() > most ? Vec3(foothold - (1 - most / away.norm()) * away) : foothold;
}

// Where the pressure is to be on the sole of a leg that bears, unless balance asks for more.
Vec3 SoleBalance::rolled_pivot(const Stepping& now, std::size_t k) const {
  const Repeated r = repeated(now, k);
  const double from_middle = since_transfer(now, k) - r.step_time / 2;
  return soles_.pivot(now.seen, k) + from_middle * (turn_to(now.wanted.heading, 0) * r.rolls);
}

// Where the capture point is to be while the leg bears all.
Vec3 SoleBalance::where_captured(const Stepping& now, std::size_t k) const {
  if (flies(now, k)) {
    const LegStep& leg = now.legs[k];
    const double since = leg.state < leg.duty ? leg.state * now.wanted.period : 0;
    const BouncingPendulum::Place place = bounced(now, k, since);
    const Vec2 off = place.at + place.velocity / now.seen.whole.omega;
    return across(rolled_pivot(now, k)) +
           in_world(now.wanted.heading, k, Vec3(off.x(), -off.y(), 0));
  }
  const Repeated r = repeated(now, k);
  const double growth = std::exp(now.seen.whole.omega * since_transfer(now, k));
  return across(rolled_pivot(now, k)) + growth * growing(now, k) +
         turn_to(now.wanted.heading, 0) * r.rolls / now.seen.whole.omega;
}

// Of two feet the loads are shared as their time in the stride asks; where none is to step, so that
// the pressure is where it is wanted.
void SoleBalance::share_soles(const Stepping& now, std::size_t f, const Vec3& wanted,
                              Loads& bearing) const {
  const std::vector<std::size_t>& legs = body_.frames[f].legs;
  double sum = 0, most = 0;
  bool stands = legs.size() == 2;
  for (const std::size_t k : legs) {
    const double push = bearing.legs[k].push;
    sum += push;
    most = std::max(most, push);
    stands = stands && now.legs[k].duty >= 1 && push > 0;
  }
  if (sum == 0) return;
  for (const std::size_t k : legs) bearing.legs[k].push *= most / sum;
  if (!stands) return;
  LegBears &a = bearing.legs[legs[0]], &b = bearing.legs[legs[1]];
  const Vec3 between = across(b.press - a.press);
  const double share = std::clamp(
      across(wanted - a.press).dot(between) / std::max(1e-6, between.squaredNorm()), 0.05, 0.95);
  a.push = most * (1 - share);
  b.push = most * share;
}

// Where the pressure is to be for the capture point to go where it is wanted: the pressure ahead of
// it drives it back.
Vec3 SoleBalance::press_about(const Stepping& now, const Vec3& middle, const Vec3& captured) const {
  const Mat3 heading = turn_to(now.wanted.heading, 0);
  const Vec3 gains(balance_of(now.wanted.gait, &StrideBalanceSpec::press_ahead),
                   balance_of(now.wanted.gait, &StrideBalanceSpec::press_aside), 0);
  Vec3 error = heading.transpose() * across(now.seen.whole.captured() - captured);
  error = Vec3((1 + gains.x()) * error.x(), (1 + gains.y()) * error.y(), 0);
  return middle + heading * error;
}

Vec3 SoleBalance::wanted_press(const Stepping& now, std::size_t k) const {
  return soles_.nearest(now, k, press_about(now, rolled_pivot(now, k), where_captured(now, k)));
}

// The error of the capture point, which standing legs say by what they push.
void SoleBalance::remember(const Stepping& now, const Loads& bearing, std::size_t f,
                           const Vec3& standing, SolesMemory& memory) const {
  Vec3 off = Vec3::Zero();
  double all = 0;
  for (const std::size_t k : body_.frames[f].legs) {
    const Vec3 own =
        now.legs[k].duty >= 1 ? standing : Vec3(now.seen.whole.captured() - where_captured(now, k));
    off += bearing.legs[k].push * across(own);
    all += bearing.legs[k].push;
  }
  if (all == 0) return;
  const double kept = std::exp(-now.seen.sense.dt / spec_.smoothing);
  memory.off = kept * memory.off + (1 - kept) / all * off;
}

// Along which the force that is pressed at a point is to point upwards.
Vec3 SoleBalance::slope(const Stepping& now, std::size_t k, const Vec3& press) const {
  const LegStep& leg = now.legs[k];
  const Vec3 to = now.seen.whole.com - press;
  const double stance = leg.state < leg.duty ? leg.state / leg.duty : 0;  // 0: it came early
  const double through =
      now.wanted.gait.of([&](const StridePlan& s) { return s.balance.through_centre.at(stance); });
  const double least = 0.1 * body_.height;  // it lies
  return through / std::max(least, to.z()) * across(to);
}

void SoleBalance::press(const Stepping& now, SolesMemory& memory, Loads& bearing) const {
  for (std::size_t f = 0; f < body_.frames.size(); ++f) {
    const std::vector<std::size_t>& legs = body_.frames[f].legs;
    Vec3 middle = Vec3::Zero();
    bool stands = true;
    for (const std::size_t k : legs) {
      middle += soles_.middle(now.seen, k) / static_cast<double>(legs.size());
      stands = stands && now.legs[k].duty >= 1;
    }
    const Vec3 captured = middle + standing_.captured(now.seen, memory.standing);
    const Vec3 wanted = press_about(now, captured, captured);
    for (const std::size_t k : legs)
      bearing.legs[k].press = stands ? soles_.nearest(now, k, wanted) : wanted_press(now, k);
    remember(now, bearing, f, now.seen.whole.captured() - captured, memory);
    share_soles(now, f, wanted, bearing);
    for (const std::size_t k : legs) {
      LegBears& leg = bearing.legs[k];
      leg.slope = slope(now, k, leg.press);
    }
  }
}

}  // namespace gambol::skills
