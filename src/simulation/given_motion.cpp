#include "simulation/given_motion.h"

#include "base/rotation.h"
#include "dynamics/coordinates.h"

namespace gambol {
namespace {

// The root's coordinates at the start: its rotation vector, and its place in the world.
double start_of_root(const CastSpec& cast, int dof) {
  const Vec3 turned =
      cast.rotate.empty() ? cast.heading * Vec3::UnitZ() : log_rotation(start_orientation(cast));
  return dof < 3 ? turned[dof] : cast.at[dof - 3];
}

}  // namespace

bool can_be_led(const Model& model, const Command& command, int dof, double t) {
  if (t < command.motion.t1) return true;
  if (command.joints.empty()) return false;
  const auto is_commanded = [&](int i) { return command.joints[i].commanded; };
  for (const Ball& ball : model.balls)
    for (int first = ball.v; first < ball.v + (ball.p < 0 ? 3 : 6); first += 3)
      if (dof >= first && dof < first + 3)
        return is_commanded(first) && is_commanded(first + 1) && is_commanded(first + 2);
  return is_commanded(dof);
}

void lead_from(const Model& model, const Eigen::VectorXd& q, int dof, double t, Command& command) {
  if (command.joints.empty()) return;
  JointWay& way = command.joints[dof].way;
  const double off = coordinate(model, q, dof) - way.at(t, 0);
  way.q0 += off;
  way.q1 += off;
}

GivenMotion::GivenMotion(const Model& model, const CastSpec& cast)
    : model_(model), curves_(static_cast<std::size_t>(model.nv())) {
  for (int i = root_dofs; i < model.nv(); ++i)
    curves_[i] = cast.figure.bodies[model.dofs[i].body].joint.motion;
  for (const MotionCurve& motion : cast.motions)
    for (int i = 0; i < model.nv(); ++i)
      if (model.means(motion.name, i)) curves_[i] = motion.along;
  for (const Ball& ball : model.balls) {
    for (int first = ball.v; first < ball.v + (ball.p < 0 ? 3 : 6); first += 3) {
      if (!has(first) && !has(first + 1) && !has(first + 2)) continue;
      for (int i = first; i < first + 3; ++i)
        if (!has(i))
          curves_[i] = Curve(ball.body == 0 ? start_of_root(cast, i) : model.dofs[i].initial);
    }
  }
}

double GivenMotion::value(const Command& command, int dof, double t, int derivative) const {
  if (command.goes_its_way(dof)) return command.joints[dof].way.at(t, derivative);
  return curves_[dof]->derivative(t, derivative);
}

// Three curves of a ball as a vector along its axes.
Vec3 GivenMotion::values(const Command& command, int first, const Vec3& signs, double t,
                         int derivative) const {
  Vec3 x;
  for (int k = 0; k < 3; ++k) x[k] = signs[k] * value(command, first + k, t, derivative);
  return x;
}

Quat GivenMotion::turned(const Ball& ball, double t, const Command& command,
                         const Eigen::VectorXd& q) const {
  if (goes_along(command, ball.v)) return exp_rotation(values(command, ball.v, ball.turn, t, 0));
  return Quat(q[ball.q], q[ball.q + 1], q[ball.q + 2], q[ball.q + 3]);
}

void GivenMotion::ball_velocities(const Ball& ball, double t, const Command& command,
                                  const Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  if (goes_along(command, ball.v)) {
    const Vec3 w = rate_turning(values(command, ball.v, ball.turn, t, 0),
                                values(command, ball.v, ball.turn, t, 1));
    v.segment<3>(ball.v) = ball.turn.cwiseProduct(w);
  }
  if (ball.p < 0 || !goes_along(command, ball.v + 3)) return;
  const Vec3 u =
      turned(ball, t, command, q).conjugate() * values(command, ball.v + 3, ball.slide, t, 1);
  v.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(u);
}

void GivenMotion::velocities(double t, const Command& command, const Eigen::VectorXd& q,
                             Eigen::VectorXd& v) const {
  for (const Ball& ball : model_.balls) ball_velocities(ball, t, command, q, v);
  for (const Span& span : model_.spans)
    for (int i = span.v; i < span.v + span.n; ++i)
      if (goes_along(command, i)) v[i] = value(command, i, t, 1);
}

// With the rotation vector r: w = J(r) dr/dt, so that dw/dt = J(r) d2r/dt2 + (dJ/dt) dr/dt, in
// which J changes along dr/dt; and u = R^T dp/dt, so that du/dt = R^T d2p/dt2 - w x u.
void GivenMotion::accelerations(double t, const Command& command, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v, Eigen::VectorXd& a) const {
  for (const Ball& ball : model_.balls) {
    Vec3 w = ball.turn.cwiseProduct(v.segment<3>(ball.v));
    if (goes_along(command, ball.v)) {
      const Vec3 r = values(command, ball.v, ball.turn, t, 0),
                 dr = values(command, ball.v, ball.turn, t, 1);
      constexpr double h = 1e-5;  // s
      w = rate_turning(r, dr);
      const Vec3 by_change =
          (rate_turning(r + h * dr, dr) - rate_turning(r - h * dr, dr)) / (2 * h);
      const Vec3 dw = rate_turning(r, values(command, ball.v, ball.turn, t, 2)) + by_change;
      a.segment<3>(ball.v) = ball.turn.cwiseProduct(dw);
    }
    if (ball.p < 0 || !goes_along(command, ball.v + 3)) continue;
    const Quat R = turned(ball, t, command, q).conjugate();
    const Vec3 u = R * values(command, ball.v + 3, ball.slide, t, 1);
    const Vec3 du = R * values(command, ball.v + 3, ball.slide, t, 2) - w.cross(u);
    a.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(du);
  }
  for (const Span& span : model_.spans)
    for (int i = span.v; i < span.v + span.n; ++i)
      if (goes_along(command, i)) a[i] = value(command, i, t, 2);
}

void GivenMotion::place(double t, const Command& command, Eigen::VectorXd& q,
                        Eigen::VectorXd& v) const {
  for (const Ball& ball : model_.balls) {
    if (goes_along(command, ball.v)) {
      const Quat R = turned(ball, t, command, q);
      q.segment<4>(ball.q) << R.w(), R.x(), R.y(), R.z();
    }
    if (ball.p >= 0 && goes_along(command, ball.v + 3))
      q.segment<3>(ball.p) = values(command, ball.v + 3, ball.slide, t, 0);
  }
  for (const Span& span : model_.spans)
    for (int i = 0; i < span.n; ++i)
      if (goes_along(command, span.v + i)) q[span.q + i] = value(command, span.v + i, t, 0);
  velocities(t, command, q, v);
}

}  // namespace gambol
