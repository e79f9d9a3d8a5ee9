#include "dynamics/coordinates.h"

#include <Eigen/LU>

#include <array>

#include "base/rotation.h"

namespace gambol {
namespace {

Quat orientation(const Ball& ball, const Eigen::VectorXd& q) {
  return Quat(q[ball.q], q[ball.q + 1], q[ball.q + 2], q[ball.q + 3]);
}

void set_orientation(const Ball& ball, const Quat& R, Eigen::VectorXd& q) {
  q.segment<4>(ball.q) << R.w(), R.x(), R.y(), R.z();
}

// Angular and linear velocity along the axes of the ball's body.
Vec3 turning(const Ball& ball, const Eigen::VectorXd& v) {
  return ball.turn.cwiseProduct(v.segment<3>(ball.v));
}
Vec3 sliding(const Ball& ball, const Eigen::VectorXd& v) {
  return ball.slide.cwiseProduct(v.segment<3>(ball.v + 3));
}

}  // namespace

void q_rate(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
            Eigen::VectorXd& qdot) {
  for (const Ball& ball : model.balls) {
    const Quat R = orientation(ball, q);
    const Vec3 w = turning(ball, v);
    const Quat spin = R * Quat(0, w[0], w[1], w[2]);  // body rates multiply from the right
    if (ball.p >= 0) qdot.segment<3>(ball.p) = R.normalized() * sliding(ball, v);
    qdot.segment<4>(ball.q) << spin.w() / 2, spin.x() / 2, spin.y() / 2, spin.z() / 2;
  }
  for (const Span& s : model.spans) qdot.segment(s.q, s.n) = v.segment(s.v, s.n);
}

void advance_q(const Model& model, const Eigen::VectorXd& v, double h, Eigen::VectorXd& q) {
  for (const Ball& ball : model.balls) {
    const Quat R = (orientation(ball, q) * exp_rotation(turning(ball, v) * h)).normalized();
    if (ball.p >= 0) q.segment<3>(ball.p) += R * sliding(ball, v) * h;
    set_orientation(ball, R, q);
  }
  for (const Span& s : model.spans) q.segment(s.q, s.n) += v.segment(s.v, s.n) * h;
}

void normalise(const Model& model, Eigen::VectorXd& q) {
  for (const Ball& ball : model.balls) q.segment<4>(ball.q).normalize();
}

void mean_rates(const Model& model, const Eigen::VectorXd& before, const Eigen::VectorXd& now,
                const Eigen::VectorXd& after, double h, Eigen::VectorXd& v) {
  for (const Ball& ball : model.balls) {
    const Quat R = orientation(ball, now).conjugate();
    const Vec3 turned =
        log_rotation(orientation(ball, after) * orientation(ball, before).conjugate());
    v.segment<3>(ball.v) = ball.turn.cwiseProduct(R * turned / (2 * h));
    if (ball.p < 0) continue;
    const Vec3 shifted = after.segment<3>(ball.p) - before.segment<3>(ball.p);
    v.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(R * shifted / (2 * h));
  }
  for (const Span& s : model.spans)
    v.segment(s.v, s.n) = (after.segment(s.q, s.n) - before.segment(s.q, s.n)) / (2 * h);
}

void coordinates(const Model& model, const Eigen::VectorXd& q, Eigen::VectorXd& x) {
  for (const Span& s : model.spans) x.segment(s.v, s.n) = q.segment(s.q, s.n);
  x.head<root_dofs>().setZero();
  for (std::size_t k = 1; k < model.balls.size(); ++k) {
    const Body& body = model.bodies[model.balls[k].body];
    to_coordinates(body.motion, q.data() + body.q_start, x.data() + body.v_start);
  }
}

double coordinate(const Model& model, const Eigen::VectorXd& q, int dof) {
  const Dof& d = model.dofs[dof];
  if (d.q >= 0) return q[d.q];
  const Body& body = model.bodies[d.body];
  std::array<double, 6> x{};
  to_coordinates(body.motion, q.data() + body.q_start, x.data());
  return x[d.mode];
}

void coordinate_rates(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& rates) {
  rates = v;
  for (std::size_t k = 1; k < model.balls.size(); ++k) {
    const Ball& ball = model.balls[k];
    const Quat R = orientation(ball, q);
    const Vec3 turned = vector_rate(log_rotation(R), turning(ball, v));
    rates.segment<3>(ball.v) = ball.turn.cwiseProduct(turned);
    if (ball.p < 0) continue;
    const Vec3 slid = R * sliding(ball, v);
    rates.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(slid);
  }
}

void set_coordinates(const Model& model, const Eigen::VectorXd& x, Eigen::VectorXd& q) {
  for (const Span& s : model.spans) q.segment(s.q, s.n) = x.segment(s.v, s.n);
  for (std::size_t k = 1; k < model.balls.size(); ++k) {
    const Body& body = model.bodies[model.balls[k].body];
    from_coordinates(body.motion, x.data() + body.v_start, q.data() + body.q_start);
  }
}

// With the rotation vector r of the ball, dr/dt = J w: forces f along r are J^T f about the axes.
void to_dof_forces(const Model& model, const Eigen::VectorXd& q, Eigen::VectorXd& force) {
  for (std::size_t k = 1; k < model.balls.size(); ++k) {
    const Ball& ball = model.balls[k];
    const Quat R = orientation(ball, q);
    const Vec3 f = ball.turn.cwiseProduct(force.segment<3>(ball.v));
    force.segment<3>(ball.v) = ball.turn.cwiseProduct(vector_rate(-log_rotation(R), f));
    if (ball.p < 0) continue;
    const Vec3 along = ball.slide.cwiseProduct(force.segment<3>(ball.v + 3));
    force.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(R.conjugate() * along);
  }
}

void to_coordinate_forces(const Model& model, const Eigen::VectorXd& q, Eigen::VectorXd& force) {
  for (std::size_t k = 1; k < model.balls.size(); ++k) {
    const Ball& ball = model.balls[k];
    const Quat R = orientation(ball, q);
    Mat3 J;
    for (int i = 0; i < 3; ++i) J.col(i) = vector_rate(-log_rotation(R), Vec3::Unit(i));
    const Vec3 f = ball.turn.cwiseProduct(force.segment<3>(ball.v));
    force.segment<3>(ball.v) = ball.turn.cwiseProduct(Vec3(J.fullPivLu().solve(f)));
    if (ball.p < 0) continue;
    const Vec3 along = ball.slide.cwiseProduct(force.segment<3>(ball.v + 3));
    force.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(R * along);
  }
}

}  // namespace gambol
