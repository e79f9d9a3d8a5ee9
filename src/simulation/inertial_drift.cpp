#include "simulation/inertial_drift.h"

#include <algorithm>
#include <cmath>

#include "dynamics/coordinates.h"

namespace gambol {
namespace {

// What turns by less in a step, rad, gains at most 1e-7 of its energy there: 0.01 % in a second of
// 1000 steps. What touches something loses more by friction than it gains below a larger turn.
constexpr double least_turn = 3e-4, least_turn_touched = 1e-2;
// Joints with springs, dampers or controllers brake more than a figure gains as a whole before it
// lands, as flights of gaits and leaps are shorter (s), or while it turns by less than this (rad).
constexpr double longest_flight = 1, least_turn_braked = 5e-3;
// Runge-Kutta steps turn no body farther, rad.
constexpr double most_turn = 0.04;
constexpr int most_parts = 64;

bool is_limp(const Workspace& work, int dof) {
  return !work.kinematic[dof] && work.added_inertia[dof] == 0;
}

double turn_of(const BodyWork& body) { return body.velocity.w.squaredNorm(); }

}  // namespace

InertialDrift::InertialDrift(const Model& model)
    : model_(model),
      free_(model),
      stage_q_(Eigen::VectorXd::Zero(model.nq)),
      stage_v_(Eigen::VectorXd::Zero(model.nv())),
      rate_(stage_q_),
      sum_q_(stage_q_),
      sum_v_(stage_v_) {
  free_.gravity.setZero();
  free_.show_accelerations = false;
}

bool InertialDrift::matters(const Workspace& work, const Circumstances& now, double h) const {
  // Joints that follow a motion are put on it after the step, which the plain step answers.
  if (std::any_of(work.kinematic.begin() + root_dofs, work.kinematic.end(),
                  [](char k) { return k; }))
    return false;
  const auto turns = [&](int body, double by) {
    return turn_of(work.bodies[body]) > by * by / (h * h);
  };
  const double least = now.untouched > 0 ? least_turn : least_turn_touched;
  for (int i = root_dofs; i < model_.nv() && !now.controlled; ++i)
    if (is_limp(work, i) && turns(model_.dofs[i].body, least)) return true;
  if (work.root_is_kinematic()) return false;
  if (model_.nv() == root_dofs) return turns(0, least);
  return now.untouched > longest_flight && turns(0, least_turn_braked);
}

void InertialDrift::take_resistance(const Workspace& work) {
  free_.added_inertia = work.added_inertia;
  free_.kinematic = work.kinematic;
  isolated_ = std::none_of(work.kinematic.begin(), work.kinematic.begin() + root_dofs,
                           [](char k) { return k; });
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    free_.bodies[i].has_added = work.bodies[i].has_added;
    free_.bodies[i].added = work.bodies[i].added;
    if (work.bodies[i].has_added) isolated_ = false;
  }
}

// Accelerations without forces. Kinematic degrees of freedom keep their rates.
const Eigen::VectorXd& InertialDrift::accelerate(const Eigen::VectorXd& q,
                                                 const Eigen::VectorXd& v) {
  update_kinematics(model_, q, v, free_);
  free_.force.setZero();
  free_.vdot.setZero();
  forward_dynamics(model_, free_);
  return free_.vdot;
}

double InertialDrift::fastest(const Eigen::VectorXd& v) const {
  double most = 0;
  for (const BodyWork& body : free_.bodies) most = std::max(most, turn_of(body));
  most = std::sqrt(most);
  for (int i = root_dofs; i < model_.nv(); ++i) {
    const Dof& dof = model_.dofs[i];
    if (model_.bodies[dof.body].motion.modes[dof.mode].turns) most = std::max(most, std::abs(v[i]));
  }
  return most;
}

void InertialDrift::runge_kutta(double h, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  constexpr double weights[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, ahead[] = {0.5, 0.5, 1, 0};
  stage_q_ = sum_q_ = q;
  stage_v_ = sum_v_ = v;
  for (int k = 0; k < 4; ++k) {
    q_rate(model_, stage_q_, stage_v_, rate_);
    const Eigen::VectorXd& vdot = accelerate(stage_q_, stage_v_);
    sum_q_ += weights[k] * h * rate_;
    sum_v_ += weights[k] * h * vdot;
    stage_q_ = q + ahead[k] * h * rate_;
    stage_v_ = v + ahead[k] * h * vdot;
  }
  q = sum_q_;
  v = sum_v_;
  normalise(model_, q);
}

void InertialDrift::keep_momentum(const TurningWhole& before, const Eigen::VectorXd& q,
                                  Eigen::VectorXd& v) {
  update_kinematics(model_, q, v, free_);
  const TurningWhole after = turning_whole_of(model_, free_);
  const Frame& root = free_.bodies[0].X_WB;
  const Vec3 turn = after.rigid.inertia.ldlt().solve(before.angular - after.angular);
  const Vec3 move =
      (before.linear - after.linear) / after.rigid.mass + turn.cross(root.p - after.rigid.com);
  v.head<3>() += root.R.transpose() * turn;
  v.segment<3>(3) += root.R.transpose() * move;
}

void InertialDrift::advance(const Workspace& work, double h, Eigen::VectorXd& q,
                            Eigen::VectorXd& v) {
  take_resistance(work);
  v += h * (work.vdot - accelerate(q, v));
  update_kinematics(model_, q, v, free_);
  const TurningWhole before = turning_whole_of(model_, free_);
  const double turn = fastest(v) * h;
  const int parts =
      std::clamp(static_cast<int>(std::ceil(std::min(turn / most_turn, 1e3))), 1, most_parts);
  for (int part = 0; part < parts; ++part) runge_kutta(h / parts, q, v);
  if (!isolated_) return;
  keep_momentum(before, q, v);
  // The centre of mass goes straight.
  const Vec3 centre = before.rigid.com + h / before.rigid.mass * before.linear;
  q.head<3>() += centre - centre_of_mass(model_, free_);
}

}  // namespace gambol
