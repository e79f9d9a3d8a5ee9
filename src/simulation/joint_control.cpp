#include "simulation/joint_control.h"

#include <algorithm>
#include <cmath>

#include "dynamics/coordinates.h"

namespace gambol {

namespace {

// Solutions of a step after which what is at its limit stays there. Where limits are reached, two
// to four suffice; a longer search may go round in circles.
constexpr int most_passes = 8;

}  // namespace

JointControl::JointControl(const Model& model) : limits_(model.nv()) {
  for (int i = 0; i < model.nv(); ++i) limits_[i] = model.dofs[i].most_torque;
  most_ = limits_;
  for (Eigen::VectorXd* x :
       {&force_, &inertia_, &base_force_, &base_inertia_, &side_, &applied_, &shown_})
    *x = Eigen::VectorXd::Zero(model.nv());
}

// The law at the position and rate that v leads to at the step's end, as for actuators; what the
// acceleration adds is the implicit term.
void JointControl::predict(const Command& command, const Eigen::VectorXd& x,
                           const Eigen::VectorXd& v, const ImplicitStep& step) {
  const double end = step.t + step.h;
  for (int i = root_dofs; i < x.size(); ++i) {
    const JointCommand& c = command.joints[static_cast<std::size_t>(i)];
    if (!c.commanded) continue;
    const double damping = step.first_order ? 0 : c.damping;
    force_[i] = c.torque + c.stiffness * (c.way.at(end, 0) - x[i] - step.ahead * v[i]) +
                damping * (c.way.at(end, 1) - v[i]);
    inertia_[i] = step.ahead * (step.ahead * c.stiffness + damping);
    if (c.most) most_[i] = std::min(*c.most, limits_[i]);
  }
}

void JointControl::apply(const Model& model, const Command& command, const Eigen::VectorXd& q,
                         const Eigen::VectorXd& x, const Eigen::VectorXd& v,
                         const ImplicitStep& step, Workspace& work) {
  acts_ = !command.joints.empty();
  implicit_ = step.h > 0;
  if (!acts_) return;
  passes_ = 0;
  side_.setZero();
  force_.setZero();
  inertia_.setZero();
  most_ = limits_;
  if (shows_) {
    force_ = shown_;
  } else {
    predict(command, x, v, step);
    to_dof_forces(model, q, force_);
  }
  base_force_ = work.force;
  base_inertia_ = work.added_inertia;
  for (int i = root_dofs; i < model.nv(); ++i) {
    if (!acts_on(command, work, i)) force_[i] = inertia_[i] = 0;
    if (inertia_[i] == 0) force_[i] = std::clamp(force_[i], -most_[i], most_[i]);
  }
  work.force += force_;
  work.added_inertia += inertia_;
  applied_ = force_;
}

bool JointControl::limit(Workspace& work) {
  if (!acts_) return false;
  bool any = false;
  const bool may_free = ++passes_ <= most_passes;
  for (int i = root_dofs; i < force_.size(); ++i) {
    if (inertia_[i] == 0) continue;
    const double law = force_[i] - inertia_[i] * work.vdot[i];
    const bool exceeds = side_[i] == 0 && std::abs(law) > most_[i];
    // Freed even if the law exceeds the other limit: the solution may lie between the two.
    const bool frees = may_free && side_[i] * law < most_[i] && side_[i] != 0;
    if (exceeds || frees) {
      side_[i] = exceeds ? std::copysign(1.0, law) : 0;
      work.force[i] = base_force_[i] + (exceeds ? side_[i] * most_[i] : force_[i]);
      work.added_inertia[i] = base_inertia_[i] + (exceeds ? 0 : inertia_[i]);
      any = true;
    }
    applied_[i] = side_[i] == 0 ? law : side_[i] * most_[i];
  }
  return any;
}

void JointControl::show(const JointControl* stepped) {
  shows_ = stepped && stepped->acts_ && stepped->implicit_;
  if (shows_) shown_ = stepped->applied_;
}

}  // namespace gambol
