#pragma once

// Newton's method on a limb with `rows` rows of error: 3 for the tip's position, 6 for its
// orientation too. Each is compiled in a file of its own, limb_position.cpp and
// limb_orientation.cpp, because either takes long; no other file includes this one.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rotation.h"
#include "base/wide.h"
#include "control/kinematic_gait/limb_round.h"
#include "dynamics/wide_algebra.h"

namespace gambol {

// The first rounds look for comfort too; should they not come together, the others only reach.
constexpr int most_comfort_rounds = 30, most_rounds_of_all = 60;
constexpr double largest_step = 0.3;  // rad, and of the limb's length for joints that slide
constexpr double near_enough = 1e-7;  // of the limb's length
constexpr double settled = 1e-4;      // rad or of the length: how far the comfort may be off
// Towards a limit a joint grows stiffer, over the last bit of its range but not over its centre:
// it comes to rest there, where else it would stop dead.
constexpr double cushion = 0.25, cushion_of_range = 0.5;  // rad or m; of centre to limit
constexpr double cushion_stiffness = 30;                  // of its gain, at the limit
// Pads are felt within that share of the limb's length above the ground. On the ground they push so
// strongly; a joint of gain 1 a radian off its centre pushes with 1 at a lever of the length. A
// limb with a pad near the ground may hurry more: the ground comes towards it as fast as the body
// sinks.
constexpr double pad_room = 0.03, pad_force = 8, pad_haste = 3;
// How far a tip with an orientation may stay off its target, of the length to a unit of pull (a
// joint of gain 1 a radian off its centre pulls with 1 at a lever of the length): for comfort where
// both matter alike, which lets a chain that is too short bend evenly instead of being torn
// straight; of the orientation where the position comes first: next to nothing; and of turns that
// are free: so far that they cost nothing.
constexpr double give_alike = 1e-3, give_turn = 1e-7, give_free = 100;

// A 3x3 matrix, each column in lanes.
struct WideColumns {
  Wide x, y, z;
};
inline Wide times(const WideColumns& m, const Vec3& v) {
  return fused(m.z, wide(v.z()), fused(m.y, wide(v.y()), m.x * wide(v.x())));
}
inline WideColumns times(const WideColumns& m, const Mat3& by) {
  const auto column = [&](int k) { return times(m, Vec3(by.col(k))); };
  return {column(0), column(1), column(2)};
}
inline Mat3 matrix_of(const WideColumns& m) {
  Mat3 all;
  all << m.x[0], m.y[0], m.z[0], m.x[1], m.y[1], m.z[1], m.x[2], m.y[2], m.z[2];
  return all;
}
// Of four vectors, each x, y, z in lanes.
inline WideVec3 transposed(const Wide* four) {
  Wide x = four[0], y = four[1], z = four[2], w = four[3];
  transpose(x, y, z, w);
  return {x, y, z};
}

// Where the limb is at q: fills the rows of J and the error.
template <int rows>
void Limb::look(const LimbTarget& target, const Eigen::Ref<const Eigen::VectorXd>& q,
                Round<rows>& round, LimbReach& reach) const {
  // Of joints: origin and axis. x, y, z and 0 in lanes, as the columns of R.
  std::array<Wide, most_limb_joints> at, axis;
  JointRow sine, cosine;
  const int n = joints(), blocks = blocks_of(n);
  for (int b = 0; b < blocks; ++b) {
    const auto u = [&](int lane) {
      const int j = b * lanes + lane;
      return j < n ? q[at_[j]] : 0;
    };
    const SineCosine of = sine_cosine(Wide{u(0), u(1), u(2), u(3)});
    store(of.sine, &sine[b * lanes]);
    store(of.cosine, &cosine[b * lanes]);
  }
  for (int j = n; j < blocks * lanes; ++j) at[j] = axis[j] = Wide{};
  WideColumns R{Wide{1}, Wide{0, 1}, Wide{0, 0, 1}};
  Wide p{};
  int inner = 0;  // joints passed
  auto pad = pads_.begin();
  round.pressed = 0;
  for (std::size_t l = 0; l < links_.size(); ++l) {
    const Link& link = links_[l];
    p = p + times(R, link.X_PB.p);
    if (link.joint < 0) {
      R = times(R, link.turn_1);
    } else {
      const int j = link.joint;
      inner = j + 1;
      axis[j] = times(R, link.axis_P);
      at[j] = p;
      if (link.type == JointType::rotary) {
        const Mat3 turn = link.turn_1 + cosine[j] * link.turn_cos + sine[j] * link.turn_sin;
        R = times(R, turn);
      } else {
        R = times(R, link.turn_1);
        p = fused(axis[j], wide(q[at_[j]]), p);
      }
    }
    if (!target.ground) continue;
    for (; pad != pads_.end() && pad->link == static_cast<int>(l); ++pad) {
      const Wide ball = p + times(R, pad->ball.p_B);
      press(*target.ground, *pad, Vec3(ball[0], ball[1], ball[2]), inner, round);
    }
  }
  const Wide end = p + times(R, tip_);
  const Vec3 tip(end[0], end[1], end[2]);
  round.error.template head<3>() = target.p - tip;
  reach.short_by = (target.p - tip).norm();
  if constexpr (rows == 6) {
    const Vec3 turn = log_rotation(Quat(*target.R_PB * matrix_of(R).transpose()));
    round.error.template tail<3>() = scale_ * turn;
    reach.turned_by = turn.norm();
  }
  const WideVec3 to{wide(tip.x()), wide(tip.y()), wide(tip.z())};
  for (int b = 0; b < blocks; ++b) {
    const WideVec3 a = transposed(&axis[b * lanes]);
    const WideMask turns = turns_[b];
    const WideVec3 turn = keep(turns, a);
    const WideVec3 moves = cross(turn, to - transposed(&at[b * lanes])) + keep(~turns, a);
    const auto fill = [&](JointRow* xyz, const WideVec3& v) {
      store(v.x, &xyz[0][b * lanes]);
      store(v.y, &xyz[1][b * lanes]);
      store(v.z, &xyz[2][b * lanes]);
    };
    fill(&round.turns[0], turn);
    fill(&round.J[0], moves);
    if constexpr (rows == 6) fill(&round.J[3], turn * wide(scale_));
    for (int k = 0; k < round.pressed; ++k) {
      auto& pressed = round.presses[k];
      const WideVec3 ball{wide(pressed.p.x()), wide(pressed.p.y()), wide(pressed.p.z())};
      const int first = b * lanes, of = pressed.joints;
      const WideMask moved =
          WideMask{first, first + 1, first + 2, first + 3} < WideMask{of, of, of, of};
      const WideVec3 by =
          keep(moved, cross(turn, ball - transposed(&at[b * lanes])) + keep(~turns, a));
      fill(&pressed.J[0], by);
      const Vec3 up = pressed.force.normalized();
      store(fused(by.z, wide(up.z()), fused(by.y, wide(up.y()), by.x * wide(up.x()))),
            &pressed.rise[b * lanes]);
    }
  }
}

// How the ground pushes on a ball at p (base's frame, m), which that many joints move.
template <int rows>
void Limb::press(const LimbGround& ground, const LimbPad& pad, const Vec3& p, int joints,
                 Round<rows>& round) const {
  const double room = pad_room * scale_;
  const double over = ground.normal.dot(p - ground.p) - pad.ball.radius - std::min(pad.rest, 0.0);
  if (over >= room) return;
  const double share = 1 - over / room, most = pad_force * round.gain.maxCoeff() / scale_;
  const double force = share < 1 ? share * share * share : 3 * share - 2;
  const double stiffness = 3 * std::min(share * share, 1.0) / room;
  round.add_press(p, joints, most * force * ground.normal, most * stiffness);
}

// The round's step, with joints that would go beyond a limit stopped there, so that the others do
// their part; no longer than is allowed.
template <int rows>
void Limb::step_within_limits(const Eigen::Ref<const Eigen::VectorXd>& q,
                              Round<rows>& round) const {
  round.at_limit.fill(0);
  for (;;) {
    round.take();
    int worst = -1;  // one by one: what stops may let others stay within theirs
    double beyond = 0;
    for (int j = 0; j < joints(); ++j) {
      if (round.at_limit[j]) continue;
      const double to = q[at_[j]] + round.step[j];
      const double past = std::max(lower[j] - to, to - upper[j]);
      if (past <= beyond) continue;
      beyond = past;
      worst = j;
    }
    if (worst < 0) break;
    const double from = q[at_[worst]];
    round.step[worst] = std::clamp(from + round.step[worst], lower[worst], upper[worst]) - from;
    round.at_limit[worst] = 1;
  }
  if (!round.reaching) round.pull = round.next_pull;
  double largest = 0;
  for (const Link& link : links_)
    if (link.joint >= 0)
      largest = std::max(largest, std::abs(round.step[link.joint]) /
                                      (link.type == JointType::rotary ? 1 : scale_));
  if (largest > largest_step) {
    round.step *= largest_step / largest;
    round.least *= largest_step / largest;
  }
}

// Of a joint at u: towards its centre, off its limits, and pads off the ground.
template <int rows>
void Limb::feel(const Comfort& comfort, int j, double u, Round<rows>& round) const {
  const double centre = comfort.centre[j], gain = round.gain[j];
  round.force[j] = gain * (centre - u);
  round.stiffness[j] = gain;
  const auto lean = [&](double room, double into, double sign) {
    if (!(room > 0) || into <= 0) return;
    round.force[j] -= sign * cushion_stiffness * gain * into * into / room;
    round.stiffness[j] += 2 * cushion_stiffness * gain * into / room;
  };
  const double above = std::min(cushion, cushion_of_range * (upper[j] - centre));
  const double below = std::min(cushion, cushion_of_range * (centre - lower[j]));
  lean(above, u - (upper[j] - above), 1);
  lean(below, lower[j] + below - u, -1);
  for (int k = 0; k < round.pressed; ++k)
    round.force[j] += round.presses[k].force.norm() * round.presses[k].rise[j];
}

// A step to the posture that is wanted. Of what the joints move besides bringing the tip home, no
// more than is allowed; then the tip alone is looked after.
template <int rows>
void Limb::step_to_comfort(const Eigen::Ref<const Eigen::VectorXd>& q, bool first, bool exact,
                           double haste, Round<rows>& round) const {
  const double discomfort = round.discomfort;
  const bool was_convex = round.convex;
  // After a first round that was short, the next corrects it by less than would be counted.
  if (first || round.step.cwiseAbs().maxCoeff() > haste)
    round.least_motion(first);
  else
    round.least.setZero();
  step_within_limits(q, round);
  // A limb that bends sharply overshoots its comfort.
  const bool worse =
      was_convex && round.convex && round.discomfort > (1 - 0.3 * round.comfort) * discomfort;
  round.comfort = std::clamp(round.comfort * (worse ? 0.5 : 1.5), 0.05, 1.0);
  round.eased += round.step;
  if (exact) round.eased -= round.least;
  const double size = round.eased.cwiseAbs().maxCoeff(),
               at_ease = 0.5 * haste * (round.pressed > 0 ? pad_haste : 1);
  if (size > at_ease) {
    const double allowed = at_ease * (2 - std::exp(1 - size / at_ease));
    round.step -= (1 - allowed / size) * round.eased;
    round.reaching = true;
  } else if (exact && !round.convex && std::isfinite(haste)) {
    round.reaching = true;  // down the other side of the ridge, little by little
  }
}

// A step that brings the tip home. An orientation is kept too, unless that takes long or far.
template <int rows>
void Limb::step_home(const Eigen::Ref<const Eigen::VectorXd>& q, double haste,
                     Round<rows>& round) const {
  constexpr int most_rounds_to_keep_it = 5;
  round.comfort = 0;
  round.loose = round.loose || ++round.reached > most_rounds_to_keep_it;
  step_within_limits(q, round);
  if (rows == 3 || round.loose || round.step.cwiseAbs().maxCoeff() <= haste) return;
  round.loose = true;
  step_within_limits(q, round);
}

template <int rows>
LimbReach Limb::solve_for(const LimbTarget& target, const Comfort& comfort,
                          Eigen::Ref<Eigen::VectorXd> q) const {
  const int n = joints();
  const bool exact = rows == 3 || target.position_first;
  Round<rows> round(n);
  round.length = scale_;
  if constexpr (rows == 6) {
    if (!exact) round.give.template head<3>().setConstant(give_alike);
    round.give.template tail<3>().setConstant(exact ? give_turn : give_alike);
    if (target.heading)
      round.give.template tail<3>() << give_free, give_free,
          give_free * std::pow(give_alike / give_free, *target.heading);
  }
  typename Round<rows>::Joints from(n);
  for (int j = 0; j < n; ++j) {
    round.gain[j] = std::max(comfort.gain[j], least_gain);
    q[at_[j]] = std::clamp(q[at_[j]], lower[j], upper[j]);
  }
  LimbReach reach;
  for (double before = INFINITY;; ++reach.rounds) {
    look(target, q, round, reach);
    if (reach.rounds == most_comfort_rounds) round.reaching = true;
    if (round.reaching && !exact) return reach;
    double error = rows == 3 || round.reaching ? reach.short_by : round.off().norm();
    const bool settles = round.reaching || round.discomfort <= settled;
    if (error <= near_enough * scale_ && settles) return reach;
    if (round.reaching && error > before) {  // too far: back, and more carefully
      for (int j = 0; j < n; ++j) q[at_[j]] = from[j];
      look(target, q, round, reach);
      error = before;
      round.damping *= 8;
    } else if (round.reaching) {
      round.damping = std::max(round.damping / 3, 1e-6);
    }
    if (reach.rounds == most_rounds_of_all) return reach;
    for (int j = 0; j < n; ++j) {
      from[j] = q[at_[j]];
      feel(comfort, j, from[j], round);
    }
    if (round.reaching) {
      before = error;
      step_home(q, comfort.haste, round);
    } else {
      step_to_comfort(q, reach.rounds == 0, exact, comfort.haste, round);
    }
    for (int j = 0; j < n; ++j) q[at_[j]] = std::clamp(from[j] + round.step[j], lower[j], upper[j]);
  }
}

}  // namespace gambol
