#include "simulation/led_motion.h"

#include <algorithm>
#include <cmath>

#include "base/hermite.h"
#include "base/rotation.h"
#include "base/vec.h"

namespace gambol {
namespace {

// d/dt of the rotation vector r of a body that turns at w (rad/s, body axes): inverse right
// Jacobian.
Vec3 vector_rate(const Vec3& r, const Vec3& w) {
  const double a = r.norm();
  const double k = a < 1e-4 ? 1.0 / 12 : (1 - a / 2 / std::tan(a / 2)) / (a * a);
  return w + r.cross(w) / 2 + k * r.cross(r.cross(w));
}

// The inverse of vector_rate(): angular velocity from the rate dr of r (right Jacobian).
Vec3 turning(const Vec3& r, const Vec3& dr) {
  const double a = r.norm();
  const double k = a < 1e-4 ? 0.5 : (1 - std::cos(a)) / (a * a);
  const double l = a < 1e-4 ? 1.0 / 6 : (a - std::sin(a)) / (a * a * a);
  return dr - k * r.cross(dr) + l * r.cross(r.cross(dr));
}

Quat orientation(const Eigen::VectorXd& q) { return Quat(q[3], q[4], q[5], q[6]); }

// Values and rates of the root at both ends for the two cubics: the position in the world, and the
// rotation vector from the first orientation R0.
struct RootEnds {
  Quat R0;
  Vec3 p0, u0, p1, u1, r1, dr0, dr1;
  RootEnds(const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd& q1,
           const Eigen::VectorXd& v1)
      : R0(orientation(q0)), p0(q0.head<3>()), p1(q1.head<3>()), dr0(v0.head<3>()) {
    const Quat R1 = orientation(q1);
    u0 = R0 * v0.segment<3>(3);
    u1 = R1 * v1.segment<3>(3);
    r1 = log_rotation(R0.conjugate() * R1);
    dr1 = vector_rate(r1, v1.head<3>());
  }
};

}  // namespace

void between(const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd& q1,
             const Eigen::VectorXd& v1, double t0, double t1, double t, Eigen::VectorXd& q) {
  const double dt = t1 - t0;
  const Hermite at(dt > 0 ? (t - t0) / dt : 1, dt);
  const RootEnds root(q0, v0, q1, v1);
  q.resize(q0.size());
  q.head<3>() = at(root.p0, root.u0, root.p1, root.u1);
  const Vec3 none = Vec3::Zero();
  const Vec3 r = at(none, root.dr0, root.r1, root.dr1);
  const Quat R = (root.R0 * exp_rotation(r)).normalized();
  q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
  const Eigen::Index n = q0.size() - 7;
  q.tail(n) = at.h00 * q0.tail(n) + at.h10 * v0.tail(n) + at.h01 * q1.tail(n) + at.h11 * v1.tail(n);
}

void follow(const LedMotion& m, double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  constexpr double rounding = 1e-6;  // fraction of the motion's duration
  if (t > m.t1 + rounding * (m.t1 - m.t0)) {
    q = m.q1;
    v = Eigen::VectorXd::Zero(m.v1.size());
    return;
  }
  between(m.q0, m.v0, m.q1, m.v1, m.t0, m.t1, t, q);
  const double dt = m.t1 - m.t0;
  const HermiteRate rate((t - m.t0) / dt, dt);
  const Hermite at((t - m.t0) / dt, dt);
  const RootEnds root(m.q0, m.v0, m.q1, m.v1);
  const Vec3 none = Vec3::Zero();
  const Vec3 r = at(none, root.dr0, root.r1, root.dr1);
  v.resize(m.v0.size());
  v.head<3>() = turning(r, rate(none, root.dr0, root.r1, root.dr1));
  v.segment<3>(3) = orientation(q).conjugate() * rate(root.p0, root.u0, root.p1, root.u1);
  const Eigen::Index n = m.q0.size() - 7;
  v.tail(n) = rate.h00 * m.q0.tail(n) + rate.h10 * m.v0.tail(n) + rate.h01 * m.q1.tail(n) +
              rate.h11 * m.v1.tail(n);
}

}  // namespace gambol
