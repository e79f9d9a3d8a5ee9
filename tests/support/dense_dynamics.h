#pragma once

// Forward dynamics the dense way, O(n^3): mass matrix by composite rigid bodies (Walker and Orin's
// third method, which seed 003 compares itself with), bias forces by Newton and Euler, Cholesky. In
// world axes about the world's origin, in plain 6x6 algebra: independent of the articulated body
// method in all but the kinematics it starts from.

#include <Eigen/Cholesky>
#include <vector>

#include "dynamics/articulated_body.h"

namespace gambol::testing {

class DenseDynamics {
 public:
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Mat6 = Eigen::Matrix<double, 6, 6>;

  explicit DenseDynamics(const Model& model)
      : links_(model.bodies.size()), mass_(model.nv(), model.nv()), rhs_(model.nv()) {}

  // As forward_dynamics() for a figure all dynamic without applied forces.
  const Eigen::VectorXd& accelerations(const Model& model, const Workspace& work,
                                       const Eigen::VectorXd& v) {
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
    Vec6 S = Vec6::Zero(), V, a, f;
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
        link.a << Vec3::Zero(), -work.gravity;
      } else {
        const Link& parent = links_[body.parent];
        const Vec3 axis = X.R * body.axis;
        if (body.nv > 0) {
          const bool turns = body.type == JointType::rotary;
          link.S.head<3>() = turns ? axis : Vec3(Vec3::Zero());
          link.S.tail<3>() = turns ? Vec3(X.p.cross(axis)) : axis;
        }
        const Vec6 joint = body.nv > 0 ? Vec6(link.S * v[body.v_start]) : Vec6(Vec6::Zero());
        link.V = parent.V + joint;
        link.a = parent.a + cross_motion(link.V, joint);
      }
      link.f = link.I * link.a + cross_force(link.V, link.I * link.V);
    }
  }

  // Row and column of body i's joint; then i becomes part of its parent.
  void inward(const Model& model, std::size_t i) {
    const Body& body = model.bodies[i];
    const Link& link = links_[i];
    if (body.nv > 0) {
      const int row = body.v_start;
      const Vec6 F = link.I * link.S;
      rhs_[row] -= link.S.dot(link.f);
      mass_(row, row) = link.S.dot(F);
      for (int k = body.parent; k > 0; k = model.bodies[k].parent) {
        if (model.bodies[k].nv == 0) continue;
        const int column = model.bodies[k].v_start;
        mass_(row, column) = mass_(column, row) = links_[k].S.dot(F);
      }
      mass_.block<1, 6>(row, 0) = F.transpose() * S_root_;
      mass_.block<6, 1>(0, row) = mass_.block<1, 6>(row, 0).transpose();
    }
    links_[body.parent].I += link.I;
    links_[body.parent].f += link.f;
  }

  std::vector<Link> links_;
  Mat6 S_root_;
  Eigen::MatrixXd mass_;
  Eigen::VectorXd rhs_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
};

}  // namespace gambol::testing
