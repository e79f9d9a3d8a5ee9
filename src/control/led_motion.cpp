#include "control/led_motion.h"

#include <algorithm>
#include <cmath>

#include "base/hermite.h"
#include "base/rotation.h"
#include "base/vec.h"

namespace gambol {
namespace {

Quat orientation(const Ball& ball, const Eigen::VectorXd& q) {
  return Quat(q[ball.q], q[ball.q + 1], q[ball.q + 2], q[ball.q + 3]);
}

// Values and rates of a ball at both ends for the two cubics: the position, and the rotation vector
// from the first orientation R0.
struct BallEnds {
  Quat R0;
  Vec3 p0 = Vec3::Zero(), u0 = Vec3::Zero(), p1 = Vec3::Zero(), u1 = Vec3::Zero();
  Vec3 r1, dr0, dr1;
  BallEnds(const Ball& ball, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
           const Eigen::VectorXd& q1, const Eigen::VectorXd& v1)
      : R0(orientation(ball, q0)), dr0(ball.turn.cwiseProduct(v0.segment<3>(ball.v))) {
    const Quat R1 = orientation(ball, q1);
    r1 = log_rotation(R0.conjugate() * R1);
    dr1 = vector_rate(r1, ball.turn.cwiseProduct(v1.segment<3>(ball.v)));
    if (ball.p < 0) return;
    p0 = q0.segment<3>(ball.p);
    p1 = q1.segment<3>(ball.p);
    u0 = R0 * ball.slide.cwiseProduct(v0.segment<3>(ball.v + 3));
    u1 = R1 * ball.slide.cwiseProduct(v1.segment<3>(ball.v + 3));
  }
};

}  // namespace

void between(const Model& model, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
             const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, double t0, double t1, double t,
             Eigen::VectorXd& q) {
  const double dt = t1 - t0;
  const Hermite at(dt > 0 ? (t - t0) / dt : 1, dt);
  q.resize(q0.size());
  for (const Ball& ball : model.balls) {
    const BallEnds ends(ball, q0, v0, q1, v1);
    if (ball.p >= 0) q.segment<3>(ball.p) = at(ends.p0, ends.u0, ends.p1, ends.u1);
    const Vec3 none = Vec3::Zero();
    const Vec3 r = at(none, ends.dr0, ends.r1, ends.dr1);
    const Quat R = (ends.R0 * exp_rotation(r)).normalized();
    q.segment<4>(ball.q) << R.w(), R.x(), R.y(), R.z();
  }
  for (const Span& s : model.spans)
    q.segment(s.q, s.n) = at.h00 * q0.segment(s.q, s.n) + at.h10 * v0.segment(s.v, s.n) +
                          at.h01 * q1.segment(s.q, s.n) + at.h11 * v1.segment(s.v, s.n);
}

void follow(const Model& model, const LedMotion& m, double t, Eigen::VectorXd& q,
            Eigen::VectorXd& v) {
  constexpr double rounding = 1e-6;  // fraction of the motion's duration
  if (t > m.t1 + rounding * (m.t1 - m.t0)) {
    q = m.q1;
    v = Eigen::VectorXd::Zero(m.v1.size());
    return;
  }
  between(model, m.q0, m.v0, m.q1, m.v1, m.t0, m.t1, t, q);
  const double dt = m.t1 - m.t0;
  const HermiteRate rate((t - m.t0) / dt, dt);
  const Hermite at((t - m.t0) / dt, dt);
  v.resize(m.v0.size());
  for (const Ball& ball : model.balls) {
    const BallEnds ends(ball, m.q0, m.v0, m.q1, m.v1);
    const Vec3 none = Vec3::Zero();
    const Vec3 r = at(none, ends.dr0, ends.r1, ends.dr1);
    const Vec3 w = rate_turning(r, rate(none, ends.dr0, ends.r1, ends.dr1));
    v.segment<3>(ball.v) = ball.turn.cwiseProduct(w);
    if (ball.p < 0) continue;
    const Vec3 u = orientation(ball, q).conjugate() * rate(ends.p0, ends.u0, ends.p1, ends.u1);
    v.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(u);
  }
  for (const Span& s : model.spans)
    v.segment(s.v, s.n) = rate.h00 * m.q0.segment(s.q, s.n) + rate.h10 * m.v0.segment(s.v, s.n) +
                          rate.h01 * m.q1.segment(s.q, s.n) + rate.h11 * m.v1.segment(s.v, s.n);
}

}  // namespace gambol
