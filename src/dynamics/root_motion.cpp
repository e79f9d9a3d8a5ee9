#include "dynamics/root_motion.h"

#include <algorithm>
#include <cmath>

#include "dynamics/quad_rows.h"

namespace gambol {
namespace {

// Solves I a = f for the body in the first lane, by L D L^T.
WideMotion solve_root(const WideInertia& I, const WideForce& force) {
  double L[6][6] = {// its lower half
                    {I.A.xx[0]},
                    {I.A.xy[0], I.A.yy[0]},
                    {I.A.xz[0], I.A.yz[0], I.A.zz[0]},
                    {I.B.x.x[0], I.B.x.y[0], I.B.x.z[0], I.M.xx[0]},
                    {I.B.y.x[0], I.B.y.y[0], I.B.y.z[0], I.M.xy[0], I.M.yy[0]},
                    {I.B.z.x[0], I.B.z.y[0], I.B.z.z[0], I.M.xz[0], I.M.yz[0], I.M.zz[0]}};
  double a[6] = {force.n.x[0], force.n.y[0], force.n.z[0],
                 force.f.x[0], force.f.y[0], force.f.z[0]};
  double d_inverse[6];
  for (int j = 0; j < 6; ++j) {
    d_inverse[j] = 1 / L[j][j];
    for (int i = j + 1; i < 6; ++i) {
      const double l = L[i][j] * d_inverse[j];
      for (int k = j + 1; k <= i; ++k) L[i][k] = std::fma(-l, L[k][j], L[i][k]);
      a[i] = std::fma(-l, a[j], a[i]);
    }
  }
  for (int j = 6; j-- > 0;) {
    a[j] *= d_inverse[j];
    for (int i = 0; i < j; ++i) a[i] = std::fma(-L[j][i], a[j], a[i]);
  }
  return {{wide(a[0]), wide(a[1]), wide(a[2])}, {wide(a[3]), wide(a[4]), wide(a[5])}};
}

// The root's articulated inertia in root axes.
Mat6 inertia_in_root(const QuadWork& root, const Mat3& R) {
  Mat6 H;
  for (int j = 0; j < 6; ++j) {
    const Vec3 unit = R.col(j % 3), none = Vec3::Zero();
    const WideForce f = root.I * to_wide(SpatialMotion{j < 3 ? unit : none, j < 3 ? none : unit});
    H.col(j) = stacked(R.transpose() * first_lane(f.n), R.transpose() * first_lane(f.f));
  }
  return H;
}

// Solves I a = f in root axes for the dynamic components of `a`; the others are given.
SpatialMotion solve_partly(const Workspace& work, const QuadWork& root, const SpatialForce& force,
                           const SpatialMotion& given) {
  const Mat6 H = inertia_in_root(root, work.bodies[0].X_WB.R);
  Vec6 a = stacked(given.w, given.v), rest = stacked(force.n, force.f);
  Mat6 kept = H;
  for (int j = 0; j < 6; ++j) {
    if (!work.kinematic[j]) continue;
    rest -= H.col(j) * a[j];
    kept.row(j).setZero();
    kept.col(j).setZero();
    kept(j, j) = 1;
  }
  for (int j = 0; j < 6; ++j)
    if (work.kinematic[j]) rest[j] = a[j];
  a = kept.ldlt().solve(rest);
  return {a.head<3>(), a.tail<3>()};
}

}  // namespace

void move_root(const Workspace& work, const Eigen::VectorXd& force, const Eigen::VectorXd& given,
               const Vec3& gravity, QuadWork& root) {
  const Mat3 R = work.bodies[0].X_WB.R;
  const auto kinematic = std::count(work.kinematic.begin(), work.kinematic.begin() + root_dofs, 1);
  if (kinematic == root_dofs) {
    root.acceleration =
        to_wide(SpatialMotion{R * given.head<3>(), R * given.segment<3>(3) - gravity});
    return;
  }
  const WideForce free = root.bias * wide(-1);  // Eq. 44, with its sign
  if (kinematic == 0) {
    const WideForce pushed{to_wide(R * force.head<3>()), to_wide(R * force.segment<3>(3))};
    root.acceleration = solve_root(root.I, free + pushed);
    return;
  }
  const SpatialForce f{R.transpose() * first_lane(free.n) + force.head<3>(),
                       R.transpose() * first_lane(free.f) + force.segment<3>(3)};
  const SpatialMotion a =
      solve_partly(work, root, f, {given.head<3>(), given.segment<3>(3) - R.transpose() * gravity});
  root.acceleration = to_wide(SpatialMotion{R * a.w, R * a.v});
}

void finish_root(const QuadWork& root, Workspace& work) {
  const Mat3 R = work.bodies[0].X_WB.R;
  SpatialMotion& a = work.bodies[0].acceleration;
  const bool any_kinematic = std::any_of(work.kinematic.begin(), work.kinematic.begin() + root_dofs,
                                         [](char k) { return k; });
  SpatialForce needed;
  if (any_kinematic) {
    const WideForce f = times(root.I, root.acceleration, root.bias);
    needed = {R.transpose() * first_lane(f.n), R.transpose() * first_lane(f.f)};
  }
  for (int j = 0; j < root_dofs; ++j) {
    double& of_body = j < 3 ? a.w[j] : a.v[j - 3];
    if (!work.kinematic[j]) {
      work.vdot[j] = of_body;
      continue;
    }
    of_body = work.vdot[j];  // without the rounding of two rotations
    work.force[j] = j < 3 ? needed.n[j] : needed.f[j - 3];
  }
}

Mat6 root_response(const Workspace& work) {
  const Mat3 R = work.bodies[0].X_WB.R;
  Mat6 H = inertia_in_root(work.quads[0], R), turn = Mat6::Zero();
  for (int j = 0; j < root_dofs; ++j) {
    if (!work.kinematic[j]) continue;
    H.row(j).setZero();
    H.col(j).setZero();
    H(j, j) = 1;
  }
  Mat6 free = Mat6::Identity();
  for (int j = 0; j < root_dofs; ++j)
    if (work.kinematic[j]) free(j, j) = 0;
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = R;
  const Mat6 inverse = H.ldlt().solve(free);
  return turn * inverse * turn.transpose();
}

}  // namespace gambol
