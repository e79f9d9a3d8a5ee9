#include "control/skills/virtual_force.h"

#include <Eigen/LU>

namespace gambol {

VirtualForces::VirtualForces(const Model& model, const Workspace& work)
    : model_(model), work_(work) {
  mode_motions(model, work, S_);
}

// Parents have smaller numbers, so the two walks inward meet where their chains do. A joint moves
// what is beyond it: on the base's side it moves the base instead.
template <class Visit>
void VirtualForces::each_between(int base, int body, const Visit& visit) const {
  while (base != body) {
    int& outer = base > body ? base : body;
    const double sign = &outer == &body ? 1 : -1;
    visit(outer, sign);
    outer = model_.bodies[static_cast<std::size_t>(outer)].parent;
  }
}

void VirtualForces::add_force(int base, int body, const Vec3& p, const Vec3& F,
                              Eigen::VectorXd& Q) const {
  each_between(base, body, [&](int outer, double sign) {
    const Body& b = model_.bodies[static_cast<std::size_t>(outer)];
    const Vec3 r = p - work_.bodies[static_cast<std::size_t>(outer)].X_WB.p;
    for (int i = b.v_start; i < b.v_start + b.nv; ++i) {
      const SpatialMotion& S = S_[static_cast<std::size_t>(i)];
      Q[i] += sign * (S.v + S.w.cross(r)).dot(F);
    }
  });
}

void VirtualForces::add_couple(int base, int body, const Vec3& couple, Eigen::VectorXd& Q) const {
  each_between(base, body, [&](int outer, double sign) {
    const Body& b = model_.bodies[static_cast<std::size_t>(outer)];
    for (int i = b.v_start; i < b.v_start + b.nv; ++i)
      Q[i] += sign * S_[static_cast<std::size_t>(i)].w.dot(couple);
  });
}

// The joint's axes may be out of square: the couple c in their span with c.s_i = Q_i.
Vec3 VirtualForces::couple_of(int body, const Eigen::VectorXd& Q) const {
  const Body& b = model_.bodies[static_cast<std::size_t>(body)];
  Mat3 axes = Mat3::Zero();
  for (int k = 0; k < b.nv; ++k) axes.row(k) = S_[static_cast<std::size_t>(b.v_start + k)].w;
  Vec3 torques = Vec3::Zero();
  for (int k = 0; k < b.nv; ++k) torques[k] = Q[b.v_start + k];
  if (b.nv == 1) return axes.row(0).transpose() * torques[0];
  if (b.nv == 2) axes.row(2) = axes.row(0).cross(axes.row(1));
  return axes.fullPivLu().solve(torques);
}

}  // namespace gambol
