// The body of a kinematic gait, so displaced from its plan that its feet can carry it
// (carried_motion.h). The plan is run ahead of the figure: legs are solved with the offsets known
// so far, the figure's momentum is computed from its postures, and better offsets follow from it.

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/kinematic_gait/kinematic_gait.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

constexpr double resting_speed = 0.02;  // m/s: points that roll off or slide exert no force

BodyOffset offset_of(const Vec6& x) { return {x.head<3>(), x.tail<3>()}; }
Vec6 vector_of(const BodyOffset& o) { return stacked(o.turn, o.by); }

// Lets offsets fade beyond the last that is known.
void continue_offsets(double fade, std::size_t size, std::vector<BodyOffset>& offsets) {
  BodyOffset last = offsets.empty() ? BodyOffset{} : offsets.back();
  while (offsets.size() < size) {
    last.turn *= fade;
    last.by *= fade;
    offsets.push_back(last);
  }
  offsets.resize(size);
}

// Supports between two instants are the tips that stand at either of them, and what lies on the
// ground at both.
void join_supports(const std::vector<std::vector<GroundHold>>& lie, double apart,
                   CarriedMotion& motion) {
  const auto has = [&](const std::vector<GroundHold>& all, const GroundHold& s) {
    return std::any_of(all.begin(), all.end(),
                       [&](const GroundHold& o) { return (o.p - s.p).norm() < apart; });
  };
  for (std::size_t k = 0; k + 1 < motion.at.size(); ++k) {
    auto& now = motion.at[k].supports;
    for (const GroundHold& s : motion.at[k + 1].supports)
      if (!has(now, s)) now.push_back(s);
    for (const GroundHold& s : lie[k])
      if (has(lie[k + 1], s)) now.push_back(s);
  }
}

Vec3 about_com(const Momentum& m) { return m.angular - m.com.cross(m.linear); }

}  // namespace

// Rates at the first posture: of the parabola through the first three.
void KinematicGait::first_rates(const std::vector<Pose>& q, Eigen::VectorXd& v) const {
  Eigen::VectorXd later = v;
  mean_rates(model_, q[0], q[0], q[1], tick_ / 2, v);
  mean_rates(model_, q[1], q[0], q[2], tick_ / 2, later);
  v += (v - later) / 2;
}

// Derivatives of the figure's centre of mass and angular momentum by the body's offset and its
// rate, with feet where they are.
void KinematicGait::differentiate(LedMemory& look, double gravity, double t, const Pose& q,
                                  CarriedInstant& at) const {
  constexpr double little = 1e-4;  // rad, or of the figure's height
  Pose base = q, there;
  pose(look, gravity, t, offset_of(at.offset), base);
  Eigen::VectorXd v(model_.nv());
  for (int i = 0; i < 6; ++i) {
    const double step = i < 3 ? little : little * height_;
    Vec6 offset = at.offset;
    offset[i] += step;
    there = q;
    pose(look, gravity, t, offset_of(offset), there);
    mean_rates(model_, base, base, there, step / 2, v);
    update_kinematics(model_, base, v, scratch_);
    const Momentum m = momentum(model_, scratch_);
    at.com_by.col(i) = m.linear / model_.mass;
    at.angular_by.col(i) = about_com(m);
  }
}

// Horizontal over vertical force of a foot: what friction lets it give, and what its leg can (Eq.
// 14), which is in weights, about as much as a foot bears.
double KinematicGait::grip(const Sense& sense) const {
  return std::min(sense.friction, spec_.foot_force);
}

template <class Stands>
std::vector<GroundHold> KinematicGait::tips(const Sense& sense, const LedMemory& m, double t,
                                            Stands&& stands) const {
  std::vector<GroundHold> all;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    if (!stands(leg) || !holds(leg, t) || legs_[leg].roll) continue;
    const Vec3& p = m.feet[leg].at;
    all.push_back({p, ground_normal(sense.ground, p.x(), p.y()), sense.friction, legs_[leg].push});
  }
  return all;
}

// Other points of legs that stand, which touch the ground without moving, such as soles. Requires
// the kinematics in scratch_.
template <class Stands>
std::vector<GroundHold> KinematicGait::soles(const Sense& sense, double t, GroundSearch& search,
                                             Stands&& stands) const {
  std::vector<GroundHold> all;
  for (const BodyTouch& touch : search.find(model_, scratch_, 0)) {
    const int leg = leg_of_[static_cast<std::size_t>(touch.body)];
    const BodyWork& b = scratch_.bodies[static_cast<std::size_t>(touch.body)];
    if (leg < 0 || touch.at.depth <= 0) continue;
    const auto k = static_cast<std::size_t>(leg);
    if (!stands(k) || !holds(k, t)) continue;
    if (point_velocity(b, touch.at.p_B).norm() > resting_speed) continue;
    all.push_back(
        {b.X_WB.R * touch.at.p_B + b.X_WB.p, touch.at.normal, grip(sense), legs_[k].push});
  }
  return all;
}

// Runs `look` ahead through the instants of `motion` that are not fixed, and notes the postures.
// Returns the sum of the squares of the feet's distances from their places, m2.
double KinematicGait::look_at(const Sense& sense, LedMemory& look, CarriedMotion& motion,
                              std::vector<Pose>& seen) const {
  const double gravity = sense.work.gravity.norm();
  Pose q = look.q[look.posed < 0 ? 0 : 2];
  Eigen::VectorXd v(model_.nv());
  GroundSearch search(model_, sense.ground);
  double missing = 0;
  constexpr std::size_t derived = 4;  // derivatives change little over so many instants
  std::vector<std::vector<GroundHold>> lie(motion.at.size());
  // What bears a rolling sole at the last instants that are fixed.
  for (std::size_t k = 1; k < motion.fixed && spec_.soles; ++k) {
    mean_rates(model_, seen[k], seen[k - 1], seen[k], tick_ / 2, v);
    update_kinematics(model_, seen[k], v, scratch_);
    lie[k] =
        soles(sense, sense.time + static_cast<double>(k) * tick_, search,
              [&](std::size_t leg) { return look.told[k][static_cast<Eigen::Index>(leg)] == 0; });
  }
  for (std::size_t k = motion.fixed; k < motion.at.size(); ++k) {
    CarriedInstant& at = motion.at[k];
    look.offsets[static_cast<std::size_t>(look.posed + 1 - look.first_offset)] =
        offset_of(at.offset);
    pose_next(sense, look, q);
    seen[k] = q;
    if ((k - motion.fixed) % derived == 0) {
      differentiate(look, gravity, look.clock.time, q, at);
    } else {
      at.com_by = motion.at[k - 1].com_by;
      at.angular_by = motion.at[k - 1].angular_by;
    }
    at.supports =
        tips(sense, look, look.clock.time, [&](std::size_t leg) { return look.feet[leg].stands; });
    const Pose& before = seen[k > 0 ? k - 1 : 0];
    mean_rates(model_, q, before, q, tick_ / 2, v);
    update_kinematics(model_, q, v, scratch_);
    lie[k] = soles(sense, look.clock.time, search,
                   [&](std::size_t leg) { return look.feet[leg].stands; });
    for (const LedMemory::Foot& foot : look.feet) missing += foot.missing * foot.missing;
  }
  // Where a sole rolls, the point on which it bears moves on.
  join_supports(lie, (spec_.soles ? 1e-3 : 1e-4) * height_, motion);
  return missing;
}

// Fills in momenta from the postures seen.
void KinematicGait::measure(const std::vector<Pose>& seen, CarriedMotion& motion) const {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model_.nv());
  for (std::size_t k = 0; k + 1 < seen.size(); ++k) {
    if (k == 0)
      first_rates(seen, v);
    else
      mean_rates(model_, seen[k - 1], seen[k], seen[k + 1], tick_, v);
    update_kinematics(model_, seen[k], v, scratch_);
    const Momentum m = momentum(model_, scratch_);
    motion.at[k].com = m.com;
    motion.at[k].angular = about_com(m);
  }
  motion.at.back().com = centre_of_mass_at(model_, seen.back(), scratch_);
  motion.inertia = whole_of(model_, scratch_).inertia;
}

// Runs the plan ahead with the offsets of `motion`, and fills in what follows from them. Returns
// the mean square of the distances between feet and their places, in hundredths of the figure's
// height.
double KinematicGait::see(const Sense& sense, const LedMemory& m, CarriedMotion& motion,
                          std::vector<Pose>& seen) const {
  for (std::size_t k = 0; k < motion.fixed; ++k)
    motion.at[k].supports =
        tips(sense, m, sense.time + static_cast<double>(k) * tick_,
             [&](std::size_t leg) { return m.told[k][static_cast<Eigen::Index>(leg)] == 0; });
  LedMemory look = m;
  const double missing = look_at(sense, look, motion, seen);
  measure(seen, motion);
  for (std::size_t k = 0; k < motion.fixed; ++k) {
    motion.at[k].com_by = motion.at[motion.fixed].com_by;
    motion.at[k].angular_by = motion.at[motion.fixed].angular_by;
  }
  return missing / (1e-4 * height_ * height_ * static_cast<double>(motion.at.size()));
}

// The offsets are found by Newton's method: it solves the problem that is linear in them, tries the
// result, and goes less far where that is no better.
void KinematicGait::carry_body(const Sense& sense, LedMemory& m) const {
  constexpr int most_rounds = 20;
  constexpr double enough = 2e-3;  // of the weight, left without support: root mean square
  constexpr double least_share = 0.1;
  // A body's fall is decided within a few of the times in which a pendulum of its height falls:
  // what comes later than the forecast does not matter to what is kept.
  constexpr double kept = 4, forecast = 4;
  const double fall = std::sqrt(height_ / sense.work.gravity.norm());
  const auto ticks = [&](double falls) {
    return static_cast<long>(std::ceil(falls * fall / tick_));
  };
  const long next = m.posed + 1;
  if (!spec_.recoil || !std::isfinite(fall)) {  // nothing has a weight: the plan can be kept
    m.first_offset = next;
    m.offsets.assign(1, {});
    m.carried = std::numeric_limits<long>::max();
    return;
  }
  CarriedMotion motion;
  motion.dt = tick_;
  motion.mass = model_.mass;
  motion.gravity = sense.work.gravity;
  motion.hold = spec_.hold_place / fall;
  motion.hold_turn = spec_.hold_attitude / fall;
  motion.most_shift = 0.3 * height_;
  motion.fixed = m.posed < 0 ? 0 : 3;
  motion.at.resize(motion.fixed + static_cast<std::size_t>(ticks(kept + forecast)));
  // Keeps the offsets that are still needed, and continues them.
  const long first = next - static_cast<long>(motion.fixed);
  m.offsets.erase(m.offsets.begin(),
                  m.offsets.begin() +
                      std::min<long>(first - m.first_offset, static_cast<long>(m.offsets.size())));
  m.first_offset = first;
  continue_offsets(std::exp(-motion.hold * motion.dt), motion.at.size(), m.offsets);
  std::vector<Pose> seen(motion.at.size());
  for (std::size_t k = 0; k < motion.fixed; ++k) seen[k] = m.q[k];
  std::vector<BodyOffset> best = m.offsets, there = m.offsets;
  double least = INFINITY, share = 1;
  for (int round = 0; round < most_rounds && share > least_share; ++round) {
    for (std::size_t k = 0; k < motion.at.size(); ++k)
      motion.at[k].offset = vector_of(m.offsets[k]);
    const double worse = see(sense, m, motion, seen) + unsupported(motion);
    if (worse < least) {
      best = m.offsets;
      least = worse;
      if (least < enough * enough) break;
      carry(motion);
      for (std::size_t k = 0; k < motion.at.size(); ++k) there[k] = offset_of(motion.at[k].offset);
      share = 1;
    } else {
      share /= 2;
    }
    for (std::size_t k = motion.fixed; k < motion.at.size(); ++k) {
      m.offsets[k].turn = best[k].turn + share * (there[k].turn - best[k].turn);
      m.offsets[k].by = best[k].by + share * (there[k].by - best[k].by);
    }
  }
  m.offsets = best;
  m.carried = next + ticks(kept);
}

}  // namespace gambol
