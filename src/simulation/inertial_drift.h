#pragma once

// The motion of a figure through a step as if no force acted.
//
// A step of the implicit method is a kick, by all forces at the positions of the step's begin, and
// a drift. Semi-implicit Euler has its drift with an explicit inertial term of first order, which
// multiplies the energy of rotation by up to 1 + (h w)^2 a step: what tumbles speeds up until it
// blows up. This drift takes that term out again and integrates it by classical Runge-Kutta steps,
// of which none turns a body far, and afterwards corrects the root so that the momentum is that
// after the kick. docs/integrators.md compares the two, and says what else was tried.

#include "dynamics/articulated_body.h"
#include "dynamics/momentum.h"

namespace gambol {

class InertialDrift {
 public:
  // `model` must outlive it.
  explicit InertialDrift(const Model& model);

  struct Circumstances {
    bool controlled = false;  // controllers command torques of joints
    double untouched = 0;     // s, since a contact or an attachment last acted; 0: one does
  };
  // Whether a body that nothing brakes turns so fast that the plain drift would change its energy
  // noticeably in a step of length h (s). Requires forward_dynamics.
  bool matters(const Workspace& work, const Circumstances& now, double h) const;

  // Advances q and v by a step of length h (s). `work` holds the kinematics at q and v, and in vdot
  // the mean acceleration, with the inertial terms of the step's begin. Inertia that implicit
  // springs, dampers and contacts add there resists the inertial terms, too.
  void advance(const Workspace& work, double h, Eigen::VectorXd& q, Eigen::VectorXd& v);

 private:
  void take_resistance(const Workspace& work);
  const Eigen::VectorXd& accelerate(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void runge_kutta(double h, Eigen::VectorXd& q, Eigen::VectorXd& v);
  void keep_momentum(const TurningWhole& before, const Eigen::VectorXd& q, Eigen::VectorXd& v);
  // rad/s, of all bodies at the last kinematics, and of joints near their gimbal lock.
  double fastest(const Eigen::VectorXd& v) const;

  const Model& model_;
  Workspace free_;        // without forces
  bool isolated_ = true;  // nothing outside the figure acts on it in the drift
  Eigen::VectorXd stage_q_, stage_v_, rate_, sum_q_, sum_v_;  // scratch
};

}  // namespace gambol
