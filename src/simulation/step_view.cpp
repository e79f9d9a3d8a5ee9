#include <cmath>

#include "base/rotation.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

Vec3 log_rotation(Quat R) {
  if (R.w() < 0) R.coeffs() *= -1;
  const double s = R.vec().norm();
  return s < 1e-12 ? Vec3(2 * R.vec()) : Vec3(R.vec() * (2 * std::atan2(s, R.w()) / s));
}

// d/dt of the rotation vector r when the body turns at w, in body axes: inverse right Jacobian.
Vec3 vector_rate(const Vec3& r, const Vec3& w) {
  const double a = r.norm();
  const double k = a < 1e-4 ? 1.0 / 12 : (1 - a / 2 / std::tan(a / 2)) / (a * a);
  return w + r.cross(w) / 2 + k * r.cross(r.cross(w));
}

struct Hermite {
  double h00, h10, h01, h11;
  Hermite(double s, double dt)
      : h00(2 * s * s * s - 3 * s * s + 1),
        h10((s * s * s - 2 * s * s + s) * dt),
        h01(3 * s * s - 2 * s * s * s),
        h11((s * s * s - s * s) * dt) {}
  template <class T>
  T operator()(const T& x0, const T& d0, const T& x1, const T& d1) const {
    return h00 * x0 + h10 * d0 + h01 * x1 + h11 * d1;
  }
};

Quat orientation(const Eigen::VectorXd& q) { return Quat(q[3], q[4], q[5], q[6]); }

}  // namespace

void StepView::interpolate(std::size_t figure, double t, Eigen::VectorXd& q,
                           Eigen::VectorXd& v) const {
  const End& a = before[figure];
  const End& b = after[figure];
  if (t == t1) {
    q = b.q;
    v = b.v;
    return;
  }
  const double dt = t1 - t0;
  const double s = dt > 0 ? (t - t0) / dt : 1;
  const Hermite hermite(s, dt);
  const Quat R0 = orientation(a.q);
  const Quat R1 = orientation(b.q);
  q.resize(a.q.size());
  const Vec3 p0 = a.q.head<3>(), p1 = b.q.head<3>();
  const Vec3 u0 = R0 * a.v.segment<3>(3), u1 = R1 * b.v.segment<3>(3);
  q.head<3>() = hermite(p0, u0, p1, u1);
  const Vec3 r1 = log_rotation(R0.conjugate() * R1);
  const Vec3 w0 = a.v.head<3>(), w1 = b.v.head<3>();
  const Vec3 none = Vec3::Zero();
  const Vec3 r = hermite(none, w0, r1, vector_rate(r1, w1));
  const Quat R = (R0 * exp_rotation(r)).normalized();
  q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
  const Eigen::Index n = a.q.size() - 7;
  q.tail(n) = hermite.h00 * a.q.tail(n) + hermite.h10 * a.v.tail(n) + hermite.h01 * b.q.tail(n) +
              hermite.h11 * b.v.tail(n);
  v = a.v + s * (b.v - a.v);
}

}  // namespace gambol
