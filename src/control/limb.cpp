#include "control/limb.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "base/rotation.h"

namespace gambol {
namespace {

// The first rounds look for comfort too; should they not come together, the others only reach.
constexpr int most_comfort_rounds = 30, most_rounds_of_all = 60;
constexpr double largest_step = 0.3;  // rad, and of the limb's length for joints that slide
constexpr double near_enough = 1e-7;  // of the limb's length
constexpr double settled = 1e-4;      // rad or of the length: how far the comfort may be off
constexpr double singular = 1e-10;    // squared singular values below that share are none
// Towards a limit a joint grows stiffer, over the last bit of its range but not over its centre:
// it comes to rest there, where else it would stop dead.
constexpr double cushion = 0.25, cushion_of_range = 0.5;  // rad or m; of centre to limit
constexpr double cushion_stiffness = 30;                  // of its gain, at the limit
// Levenberg's and Marquardt's, of the mean squared singular value where the tip is wholly out of
// reach, and less the nearer it is.
constexpr double usual_damping = 0.05;

}  // namespace

// One round of Newton's method: the Jacobian where the limb is, and how its joints should move.
template <int rows>
struct Limb::Round {
  using Task = Eigen::Matrix<double, rows, 1>;
  using Square =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_limb_joints, most_limb_joints>;
  using Wide = Eigen::Matrix<double, Eigen::Dynamic, rows, 0, most_limb_joints, rows>;
  using Joints = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_limb_joints, 1>;

  Eigen::Matrix<double, rows, Eigen::Dynamic, 0, rows, most_limb_joints> J;
  std::array<Vec3, most_limb_joints> turns{};  // axis of a joint that turns; 0 of one that slides
  Joints force;                                // what the sum that is minimised asks for, per joint
  Joints stiffness;                            // its second derivative
  Joints gain;
  Joints step;
  std::array<char, most_limb_joints> at_limit{};
  Task error;
  Task pull = Task::Zero();  // of the tip on the limb, that its centre angles resist: multipliers
  double length = 1;
  double damping = usual_damping;
  double comfort = 1;     // share of the way to the centres that is taken
  double discomfort = 0;  // what of that way the tip leaves free, rad, weighted

  // Second derivatives of the sum that is minimised, and of the tip under its pull. Row and column
  // of a joint at its limit are left empty.
  Square curvature(bool of_tip) const {
    const Eigen::Index n = J.cols();
    Square K = Square::Zero(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      K(j, j) = at_limit[j] ? 1 : stiffness[j];
      if (!of_tip || at_limit[j]) continue;
      for (Eigen::Index i = 0; i <= j; ++i) {
        if (at_limit[i]) continue;
        const double bend =
            turns[i].cross(J.col(j).template head<3>()).dot(pull.template head<3>());
        K(i, j) -= bend;
        if (i != j) K(j, i) -= bend;
      }
    }
    return K;
  }

  // step = comfort N wanted + J+ error with the joints that are free: N the projector onto motions
  // that leave the tip alone, J+ the pseudoinverse, both weighted by the curvature; J+ damped as
  // far as the tip is away.
  void take() {
    const Eigen::Index n = J.cols();
    Task e = error;
    auto free = J;
    Joints pull_home = force;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!at_limit[j]) continue;
      e -= J.col(j) * step[j];
      free.col(j).setZero();
      pull_home[j] = 0;
    }
    Eigen::LLT<Square> K;
    bool bent = rows == 3 && e.norm() < 0.05 * length;
    if (bent) {
      // Stiffened against motions of the tip, which are given anyway: it has only to curve up
      // along those that are free.
      Square bend = curvature(true);
      const double stiff = 10 * bend.cwiseAbs().maxCoeff() * rows / free.squaredNorm();
      bend.noalias() += stiff * free.transpose() * free;
      K.compute(bend);
      bent = K.info() == Eigen::Success;
    }
    if (!bent) K.compute(curvature(false));
    const Wide Z = K.solve(Wide(free.transpose()));
    const Joints homing = K.solve(pull_home);
    const Eigen::Matrix<double, rows, rows> A = free * Z;
    const Task moved = free * homing;
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, rows, rows>> eigen;
    if constexpr (rows == 3)
      eigen.computeDirect(A);
    else
      eigen.compute(A);
    const double mean = A.trace() / rows;
    const double soft = damping * mean * std::min(e.norm() / length, 1.0);
    Task towards = Task::Zero(), still = Task::Zero();
    for (int k = 0; k < rows; ++k) {
      const double s = eigen.eigenvalues()[k];
      if (s <= singular * mean) continue;
      const Task u = eigen.eigenvectors().col(k);
      towards += u * (u.dot(e) / (s + soft));
      still -= u * (u.dot(moved) / s);
    }
    const Joints homogeneous = homing + Z * still;
    discomfort = std::sqrt(homogeneous.cwiseAbs2().dot(gain));
    const Joints moves = comfort * homogeneous + Z * towards;
    for (Eigen::Index j = 0; j < n; ++j)
      if (!at_limit[j]) step[j] = moves[j];
    pull = still;
  }
};

Limb::Limb(const Model& model, int base, int end, const Vec3& tip) : base_(base), tip_(tip) {
  std::vector<int> bodies;
  for (int i = end; i != base; i = model.bodies[i].parent) {
    assert(i > 0 && "the tip hangs on the base");
    bodies.push_back(i);
  }
  std::reverse(bodies.begin(), bodies.end());
  length_ = tip.norm();
  for (int i : bodies) {
    const Body& b = model.bodies[i];
    Link link{b.X_PB, b.axis, b.dof < 0 ? JointType::fixed : b.type, -1};
    if (b.dof >= 0) {
      link.joint = joints();
      dofs_.push_back(b.dof);
    }
    if (!links_.empty()) length_ += b.X_PB.p.norm();
    if (b.type == JointType::prismatic) length_ += std::abs(b.q0);
    links_.push_back(link);
  }
  assert(joints() <= most_limb_joints);
  lower.assign(dofs_.size(), -INFINITY);
  upper.assign(dofs_.size(), INFINITY);
}

Vec3 Limb::tip(const Eigen::Ref<const Eigen::VectorXd>& q, Mat3* R_out) const {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();
  for (const Link& link : links_) {
    p += R * link.X_PB.p;
    R *= link.X_PB.R;
    if (link.type == JointType::rotary) R *= rotation_about(link.axis, q[dofs_[link.joint]]);
    if (link.type == JointType::prismatic) p += R * (link.axis * q[dofs_[link.joint]]);
  }
  if (R_out) *R_out = R;
  return p + R * tip_;
}

// Where the limb is at q: fills the columns of J and the error.
template <int rows>
void Limb::look(const LimbTarget& target, const Eigen::Ref<const Eigen::VectorXd>& q,
                Round<rows>& round, LimbReach& reach) const {
  std::array<Vec3, most_limb_joints> at, axis;
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();
  for (const Link& link : links_) {
    p += R * link.X_PB.p;
    R *= link.X_PB.R;
    if (link.joint < 0) continue;
    const double u = q[dofs_[link.joint]];
    axis[link.joint] = R * link.axis;
    at[link.joint] = p;
    if (link.type == JointType::rotary)
      R *= rotation_about(link.axis, u);
    else
      p += axis[link.joint] * u;
  }
  const Vec3 tip = p + R * tip_;
  round.error.template head<3>() = target.p - tip;
  reach.short_by = (target.p - tip).norm();
  if constexpr (rows == 6) {
    const Vec3 turn = log_rotation(Quat(*target.R_PB * R.transpose()));
    round.error.template tail<3>() = length_ * turn;
    reach.turned_by = turn.norm();
  }
  for (const Link& link : links_) {
    const int j = link.joint;
    if (j < 0) continue;
    const bool turns = link.type == JointType::rotary;
    round.turns[j] = turns ? axis[j] : Vec3(Vec3::Zero());
    round.J.col(j).template head<3>() = turns ? Vec3(axis[j].cross(tip - at[j])) : axis[j];
    if constexpr (rows == 6) round.J.col(j).template tail<3>() = length_ * round.turns[j];
  }
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
      const double to = q[dofs_[j]] + round.step[j];
      const double past = std::max(lower[j] - to, to - upper[j]);
      if (past <= beyond) continue;
      beyond = past;
      worst = j;
    }
    if (worst < 0) break;
    const double from = q[dofs_[worst]];
    round.step[worst] = std::clamp(from + round.step[worst], lower[worst], upper[worst]) - from;
    round.at_limit[worst] = 1;
  }
  double largest = 0;
  for (const Link& link : links_)
    if (link.joint >= 0)
      largest = std::max(largest, std::abs(round.step[link.joint]) /
                                      (link.type == JointType::rotary ? 1 : length_));
  if (largest > largest_step) round.step *= largest_step / largest;
}

// Of a joint at u: towards its centre, and off its limits.
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
}

template <int rows>
LimbReach Limb::solve_for(const LimbTarget& target, const Comfort& comfort,
                          Eigen::Ref<Eigen::VectorXd> q) const {
  Round<rows> round;
  const int n = joints();
  round.J.resize(rows, n);
  round.force.resize(n);
  round.stiffness.resize(n);
  round.gain.resize(n);
  round.step.resize(n);
  round.length = length_;
  for (int j = 0; j < joints(); ++j) {
    round.gain[j] = std::max(comfort.gain[j], least_gain);
    q[dofs_[j]] = std::clamp(q[dofs_[j]], lower[j], upper[j]);
  }
  LimbReach reach;
  double before = INFINITY, discomfort = INFINITY;
  const auto move = [&](double by) {
    for (int j = 0; j < joints(); ++j) q[dofs_[j]] += by * round.step[j];
  };
  // With an orientation to keep, a long chain's comfort is stiff in many ways at once: it goes
  // there by small shares, over several calls. Too few joints for an orientation can but come near
  // it.
  const double most_comfort = rows == 6 ? 0.2 : 1;
  const int comfort_rounds = rows == 6 ? 5 : most_comfort_rounds;
  const int most_rounds = rows == 6 && n < rows ? 12 : most_rounds_of_all;
  round.comfort = most_comfort;
  for (;; ++reach.rounds) {
    look(target, q, round, reach);
    double error = round.error.norm();
    const bool reaching = reach.rounds >= comfort_rounds;
    if (error <= near_enough * length_ && (discomfort <= settled || reaching)) return reach;
    if (reach.rounds == comfort_rounds) round.comfort = 0, before = INFINITY;
    if (reaching && error > before) {  // too far: back, and more carefully
      move(-1);
      look(target, q, round, reach);
      error = before;
      round.damping *= 8;
    } else if (reaching) {
      round.damping = std::max(round.damping / 3, 1e-6);
    }
    before = error;
    if (reach.rounds == most_rounds) return reach;
    for (int j = 0; j < n; ++j) feel(comfort, j, q[dofs_[j]], round);
    step_within_limits(q, round);
    // A limb that bends sharply overshoots its comfort.
    if (!reaching) {
      const bool worse =
          round.discomfort > (1 - 0.3 * round.comfort) * discomfort && error < 0.05 * length_;
      round.comfort = std::clamp(round.comfort * (worse ? 0.5 : 1.5), 0.05, most_comfort);
    }
    discomfort = round.discomfort;
    move(1);
  }
}

bool Limb::nudge(const Vec3& by, Eigen::Ref<Eigen::VectorXd> q) const {
  constexpr double little = 1e-3;  // rad or m; squared, what the tip is off, in lengths
  Round<3> round;
  LimbReach unused;
  round.J.resize(3, joints());
  look({}, q, round, unused);
  const Mat3 A = round.J * round.J.transpose();
  const Vec3 y = A.inverse() * by;
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_limb_joints, 1> step =
      round.J.transpose() * y;
  for (int j = 0; j < joints(); ++j) {
    const double to = q[dofs_[j]] + step[j];
    if (!(std::abs(step[j]) < little && to >= lower[j] && to <= upper[j])) return false;
  }
  for (int j = 0; j < joints(); ++j) q[dofs_[j]] += step[j];
  return true;
}

LimbReach Limb::solve(const LimbTarget& target, const Comfort& comfort,
                      Eigen::Ref<Eigen::VectorXd> q) const {
  return target.R_PB ? solve_for<6>(target, comfort, q) : solve_for<3>(target, comfort, q);
}

}  // namespace gambol
