#include "control/kinematic_gait/walk_ahead.h"

#include <algorithm>

#include "control/kinematic_gait/led_postures.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// Of the figure's height: points of successive instants nearer to each other than this are one
// point that lies on the ground. Where a sole rolls, the point on which it bears moves on.
constexpr double same_point = 1e-4, same_rolling_point = 1e-3;

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

double WalkAhead::run(const AheadIn& in, CarriedMotion& motion) const {
  Seen seen(motion.at.size());
  for (std::size_t k = 0; k < motion.fixed; ++k) seen[k] = in.last[k].q;
  const double missing = look(in, seen, motion);
  measure(seen, motion);
  for (std::size_t k = 0; k < motion.fixed; ++k) {
    motion.at[k].com_by = motion.at[motion.fixed].com_by;
    motion.at[k].angular_by = motion.at[motion.fixed].angular_by;
  }
  return missing / (1e-4 * height_ * height_ * static_cast<double>(motion.at.size()));
}

// Takes the scratch to the posture q, with the velocities that lead there within a tick.
void WalkAhead::move(const Eigen::VectorXd& before, const Eigen::VectorXd& q) const {
  Eigen::VectorXd v(model_.nv());
  mean_rates(model_, q, before, q, walk_.tick / 2, v);
  update_kinematics(model_, q, v, scratch_);
}

// Supports of the instants that are fixed, and what bears a rolling sole at the last of them.
void WalkAhead::find_supports(const AheadIn& in, const Seen& seen, CarriedMotion& motion,
                              GroundSearch& search, Lying& lie) const {
  const long first = in.walk.posed + 1 - static_cast<long>(motion.fixed);
  for (std::size_t k = 0; k < motion.fixed; ++k) {
    const double t = walk_.time_of(first + static_cast<long>(k), in.walk);
    const SupportsIn at{in.world, t, in.last[k].swings, in.walk.set};
    motion.at[k].supports = supports_.tips(at, in.walk.feet.feet);
    if (k == 0 || !rolls_) continue;
    move(seen[k - 1], seen[k]);
    lie[k] = supports_.soles(at, model_, scratch_, search);
  }
}

// Runs a copy of the walk through the instants that are not fixed, and notes the postures. Returns
// the sum of the squares of the feet's distances from their places, m2.
double WalkAhead::look(const AheadIn& in, Seen& seen, CarriedMotion& motion) const {
  constexpr std::size_t derived = 4;  // derivatives change little over so many instants
  Lying lie(motion.at.size());
  GroundSearch search(model_, in.world.ground);
  find_supports(in, seen, motion, search, lie);
  WalkMemory ahead = in.walk;
  Eigen::VectorXd q = in.last.back().q;
  double missing = 0;
  for (std::size_t k = motion.fixed; k < motion.at.size(); ++k) {
    CarriedInstant& at = motion.at[k];
    const WalkInstant now = walk_.next(in.world, ahead);
    const LedPosture posture = walk_.pose(now, body_offset(at.offset), q);
    q = seen[k] = posture.q;
    if ((k - motion.fixed) % derived == 0) {
      differentiate(now, q, at);
    } else {
      at.com_by = motion.at[k - 1].com_by;
      at.angular_by = motion.at[k - 1].angular_by;
    }
    const SupportsIn stands{in.world, now.t, posture.swings, ahead.set};
    at.supports = supports_.tips(stands, ahead.feet.feet);
    move(seen[k > 0 ? k - 1 : 0], q);
    lie[k] = supports_.soles(stands, model_, scratch_, search);
    for (double m : posture.missing) missing += m * m;
  }
  join_supports(lie, (rolls_ ? same_rolling_point : same_point) * height_, motion);
  return missing;
}

// Derivatives of the figure's centre of mass and angular momentum by the body's offset and its
// rate, with feet where they are.
void WalkAhead::differentiate(const WalkInstant& now, const Eigen::VectorXd& q,
                              CarriedInstant& at) const {
  constexpr double little = 1e-4;  // rad, or of the figure's height
  const auto posed = [&](const Vec6& offset) {
    Eigen::VectorXd there = q;
    walk_.joints.run({now.t, now.trunk, body_offset(offset), now.feet, *now.set}, there);
    return there;
  };
  const Eigen::VectorXd base = posed(at.offset);
  Eigen::VectorXd v(model_.nv());
  for (int i = 0; i < 6; ++i) {
    const double step = i < 3 ? little : little * height_;
    Vec6 offset = at.offset;
    offset[i] += step;
    mean_rates(model_, base, base, posed(offset), step / 2, v);
    update_kinematics(model_, base, v, scratch_);
    const Momentum m = momentum(model_, scratch_);
    at.com_by.col(i) = m.linear / model_.mass;
    at.angular_by.col(i) = about_com(m);
  }
}

// Fills in momenta from the postures seen.
void WalkAhead::measure(const Seen& seen, CarriedMotion& motion) const {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model_.nv());
  for (std::size_t k = 0; k + 1 < seen.size(); ++k) {
    if (k == 0)
      v = first_rates(model_, seen[0], seen[1], seen[2], walk_.tick);
    else
      mean_rates(model_, seen[k - 1], seen[k], seen[k + 1], walk_.tick, v);
    update_kinematics(model_, seen[k], v, scratch_);
    const Momentum m = momentum(model_, scratch_);
    motion.at[k].com = m.com;
    motion.at[k].angular = about_com(m);
  }
  motion.at.back().com = centre_of_mass_at(model_, seen.back(), scratch_);
  motion.inertia = whole_of(model_, scratch_).inertia;
}

}  // namespace gambol
