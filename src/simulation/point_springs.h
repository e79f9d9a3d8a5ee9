#pragma once

// Springs, dampers and limits between two points of two bodies of one figure
// (ActuatorSpec::between): the laws of actuators, with the distance of the points for a position.
//
// An implicit step solves for the forces F at its end. With the change of the points' relative
// velocity per impulse between them, W = J M^-1 J^T, which the factors of forward_dynamics give
// column by column (impulse_response), a force changes the relative acceleration by W F, and F by
// -D W F: three equations for each spring, as a short stiff spring is stiff across its axis too.

#include <Eigen/LU>

#include "control/actuators.h"
#include "dynamics/articulated_body.h"
#include "simulation/joint_control.h"

namespace gambol {

class PointSprings {
 public:
  // Names must have been checked. A rest length that is not written is that at the start.
  PointSprings(const FigureSpec& figure, const Model& model);

  bool any() const { return !springs_.empty(); }
  // Adds the forces at the instant, or predicted for the end of a step, to BodyWork::applied.
  // Requires update_kinematics.
  void apply(const ImplicitStep& step, Workspace& work);
  // After forward_dynamics in an implicit step, with accelerations of all bodies: corrects the
  // forces in `work` by what accelerations change of them, and returns true: forward_dynamics must
  // be called again. May be called several times in a step.
  bool correct(const Model& model, Workspace& work);

 private:
  struct Spring {
    Actuator law;
    double damping = 0;  // N*s/m of a spring, besides its law
    int a = 0, b = 0;    // bodies
    Vec3 p_A, p_B;
    Vec3 force = Vec3::Zero();    // W, N on a, for points that do not accelerate
    Mat3 D = Mat3::Zero();        // W: N per m/s2 of the relative acceleration
    Vec3 exerted = Vec3::Zero();  // W, N on a, now in BodyWork::applied
  };
  static void judge(const ImplicitStep& step, const Workspace& work, Spring& s);
  static void exert(const Vec3& force, Spring& s, Workspace& work);
  void find_responses(const Model& model, Workspace& work);

  std::vector<Spring> springs_;
  bool implicit_ = false;
  // Scratch: [3 springs x 3 springs], and [3 springs] in N.
  Eigen::MatrixXd W_, A_;
  Eigen::VectorXd residual_, change_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  std::vector<SpatialForce> impulses_;  // [body]
  Eigen::VectorXd given_, dv_;          // [nv]
};

}  // namespace gambol
