#pragma once

// Forward dynamics the dense way, O(n^3): mass matrix by composite rigid bodies (Walker and Orin's
// third method, which seed 003 compares itself with), bias forces by Newton and Euler, Cholesky. In
// world axes about the world's origin, in plain 6x6 algebra: independent of the articulated body
// method in all but the kinematics it starts from.

#include <Eigen/Cholesky>
#include <array>
#include <vector>

#include "dynamics/articulated_body.h"

namespace gambol::testing {

class DenseDynamics {
 public:
  using Mat6 = Eigen::Matrix<double, 6, 6>;

  explicit DenseDynamics(const Model& model)
      : links_(model.bodies.size()), mass_(model.nv(), model.nv()), rhs_(model.nv()) {}

  // As forward_dynamics() for a figure all dynamic without applied forces.
  const Eigen::VectorXd& accelerations(const Model& model, const Workspace& work,
                                       const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    model_ = &model;
    q_ = &q;
    outward(model, work, v);
    rhs_ = work.force;
    mass_.setZero();
    for (std::size_t i = model.bodies.size(); i-- > 1;) inward(model, i);
    mass_.topLeftCorner<6, 6>() = S_root_.transpose() * links_[0].I * S_root_;
    rhs_.head<6>() = -S_root_.transpose() * links_[0].f;
    llt_.compute(mass_);
    llt_.solveInPlace(rhs_);
    return rhs_;
  }

 private:
  struct Link {
    std::array<Vec6, 6> S;  // of the joint's modes
    Vec6 V, a, f;
    Mat6 I;
  };

  static Vec6 cross_motion(const Vec6& a, const Vec6& b) {
    Vec6 c;
    c.head<3>() = a.head<3>().cross(b.head<3>());
    c.tail<3>() = a.head<3>().cross(b.tail<3>()) + a.tail<3>().cross(b.head<3>());
    return c;
  }
  static Vec6 cross_force(const Vec6& a, const Vec6& f) {
    Vec6 c;
    c.head<3>() = a.head<3>().cross(f.head<3>()) + a.tail<3>().cross(f.tail<3>());
    c.tail<3>() = a.head<3>().cross(f.tail<3>());
    return c;
  }

  void outward(const Model& model, const Workspace& work, const Eigen::VectorXd& v) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Body& body = model.bodies[i];
      const Frame& X = work.bodies[i].X_WB;
      Link& link = links_[i];
      MassProperties mass = body.mass;
      mass.com = X.p + X.R * body.mass.com;
      mass.I_cm = X.R * body.mass.I_cm * X.R.transpose();
      const SpatialInertia I = spatial_inertia(mass);
      link.I << I.A, I.B, I.B.transpose(), I.M;
      if (i == 0) {
        S_root_ << X.R, Mat3::Zero(), skew(X.p) * X.R, X.R;
        link.V = S_root_ * v.head<6>();
        link.a = stacked(Vec3::Zero(), -work.gravity);
      } else {
        const Link& parent = links_[body.parent];
        link.V = parent.V;
        link.a = parent.a;
        find_modes(body, work, v, link);
        if (body.motion.ball) {
          Vec6 joint = Vec6::Zero();
          for (int m = 0; m < body.nv; ++m) joint += link.S[m] * v[body.v_start + m];
          link.V += joint;
          link.a += cross_motion(link.V, joint);
        }
      }
      link.f = link.I * link.a + cross_force(link.V, link.I * link.V);
    }
  }

  // The spatial axes of a joint's modes; for other joints than balls, adds their velocities too.
  void find_modes(const Body& body, const Workspace& work, const Eigen::VectorXd& v, Link& link) {
    const Frame& X = work.bodies[static_cast<std::size_t>(&body - model_->bodies.data())].X_WB;
    Frame moving = work.bodies[body.parent].X_WB * body.X_PB;
    for (int m = 0; m < body.nv; ++m) {
      const JointMode& mode = body.motion.modes[m];
      const Frame& F = body.motion.ball ? X : moving;
      const Vec3 axis = F.R * mode.axis;
      const Vec3 none = Vec3::Zero();
      link.S[m] = stacked(mode.turns ? axis : none,
                          mode.slide * axis + (mode.turns ? Vec3(F.p.cross(axis)) : none));
      if (body.motion.ball) continue;
      const double x = (*q_)[body.q_start + m];
      if (mode.turns) moving.R *= Eigen::AngleAxisd(x, mode.axis).toRotationMatrix();
      moving.p += mode.slide * x * axis;
      const Vec6 joint = link.S[m] * v[body.v_start + m];
      link.V += joint;
      link.a += cross_motion(link.V, joint);
    }
  }

  // Rows and columns of body i's joint; then i becomes part of its parent.
  void inward(const Model& model, std::size_t i) {
    const Body& body = model.bodies[i];
    const Link& link = links_[i];
    for (int m = 0; m < body.nv; ++m) {
      const int row = body.v_start + m;
      const Vec6 F = link.I * link.S[m];
      rhs_[row] -= link.S[m].dot(link.f);
      for (int k = static_cast<int>(i); k > 0; k = model.bodies[k].parent) {
        for (int l = 0; l < model.bodies[k].nv; ++l) {
          const int column = model.bodies[k].v_start + l;
          mass_(row, column) = mass_(column, row) = links_[k].S[l].dot(F);
        }
      }
      mass_(row, row) += model.dofs[row].armature;
      mass_.block<1, 6>(row, 0) = F.transpose() * S_root_;
      mass_.block<6, 1>(0, row) = mass_.block<1, 6>(row, 0).transpose();
    }
    links_[body.parent].I += link.I;
    links_[body.parent].f += link.f;
  }

  const Model* model_ = nullptr;
  const Eigen::VectorXd* q_ = nullptr;
  std::vector<Link> links_;
  Mat6 S_root_;
  Eigen::MatrixXd mass_;
  Eigen::VectorXd rhs_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
};

}  // namespace gambol::testing
