#include "dynamics/strike.h"

#include <Eigen/QR>
#include <cmath>

#include "dynamics/jacobian.h"

namespace gambol {
namespace {

// Responses smaller than this fraction of the largest are rounding errors of motions that joints do
// not leave the body.
constexpr double no_response = 1e-9;

// Length (m) by which angular quantities are multiplied, so that responses to impulses and to
// moments are of one size.
double own_size(const MassProperties& mass) {
  const double squared = mass.mass > 0 ? mass.I_cm.trace() / mass.mass : 0;
  return squared > 0 ? std::sqrt(squared) : 1;
}

// Velocity of the body's centre of mass, and `size` times its angular velocity, per v.
Eigen::MatrixXd motions_of(const Model& model, const Workspace& work, int body, double size) {
  Eigen::MatrixXd J;
  body_jacobian(model, work, body, J);
  const Vec3 com = work.bodies[body].X_WB.R * model.bodies[body].mass.com;
  Eigen::MatrixXd motions(6, J.cols());
  motions.topRows<3>() = J.bottomRows<3>() - skew(com) * J.topRows<3>();
  motions.bottomRows<3>() = size * J.topRows<3>();
  return motions;
}

}  // namespace

void strike(const Model& model, Workspace& work, int body, const std::optional<Vec3>& velocity,
            const std::optional<Vec3>& spin, Eigen::VectorXd& dv) {
  dv.setZero(model.nv());
  const int first = velocity ? 0 : 3, n = (spin ? 6 : 3) - first;
  if (n <= 0) return;
  const MassProperties& mass = model.bodies[body].mass;
  const double size = own_size(mass);
  Vec6 wanted = Vec6::Zero();
  if (velocity) wanted.head<3>() = *velocity;
  if (spin) wanted.tail<3>() = size * *spin;
  const Eigen::MatrixXd motions = motions_of(model, work, body, size);
  const Mat3 to_body = work.bodies[body].X_WB.R.transpose();
  const Eigen::VectorXd free = Eigen::VectorXd::Zero(model.nv());
  std::vector<SpatialForce> impulses(model.bodies.size());
  Eigen::MatrixXd responses(model.nv(), n);  // of v to unit impulses
  for (int k = 0; k < n; ++k) {
    const int axis = first + k;
    SpatialForce& unit = impulses[body];
    unit.f = axis < 3 ? Vec3(to_body.col(axis)) : Vec3(Vec3::Zero());
    unit.n = axis < 3 ? Vec3(mass.com.cross(unit.f)) : Vec3(size * to_body.col(axis - 3));
    impulse_response(model, work, impulses, free, dv);
    responses.col(k) = dv;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(no_response);
  solver.compute(motions.middleRows(first, n) * responses);
  dv = responses * solver.solve(wanted.segment(first, n));
}

}  // namespace gambol
