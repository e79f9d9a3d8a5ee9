#pragma once

// Virtual forces (seed 002, 3.1; Pratt et al. 2001): joint torques J^T F by which a chain of links
// exerts a force between two of its bodies. The *base* is the one that is taken as fixed.

#include <vector>

#include "dynamics/jacobian.h"

namespace gambol {

class VirtualForces {
 public:
  // At the kinematics of `work`. Both must outlive this.
  VirtualForces(const Model& model, const Workspace& work);

  // Adds to Q [nv] the torques by which the joints between `base` and `body` exert the force F (N,
  // W) at the point p (W) on `body`, or the couple.
  void add_force(int base, int body, const Vec3& p, const Vec3& F, Eigen::VectorXd& Q) const;
  void add_couple(int base, int body, const Vec3& couple, Eigen::VectorXd& Q) const;

  // Axis (W) of a degree of freedom that turns.
  const Vec3& axis(int dof) const { return S_[static_cast<std::size_t>(dof)].w; }

  // The couple (N*m, W) that the joint of `body` exerts on the body, by the torques Q of its
  // degrees of freedom, which turn it; it exerts the opposite one on its parent.
  Vec3 couple_of(int body, const Eigen::VectorXd& Q) const;

 private:
  template <class Visit>
  void each_between(int base, int body, const Visit& visit) const;

  const Model& model_;
  const Workspace& work_;
  std::vector<SpatialMotion> S_;  // [nv]
};

}  // namespace gambol
