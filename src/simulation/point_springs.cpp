#include "simulation/point_springs.h"

#include <algorithm>

namespace gambol {
namespace {

Vec3 place_of(const Workspace& work, int body, const Vec3& p_B) {
  const Frame& X = work.bodies[body].X_WB;
  return X.R * p_B + X.p;
}

// A force at a point of a body, in W, as one about Bo in B.
SpatialForce at_point(const BodyWork& b, const Vec3& p_B, const Vec3& force) {
  const Vec3 f = b.X_WB.R.transpose() * force;
  return {p_B.cross(f), f};
}

Actuator law_of(const ActuatorSpec& spec, const Model& model, double length) {
  const double scale = spec.scale == MassScale::total_mass ? model.mass : 1;
  Actuator law;
  law.type = spec.type;
  law.strength = spec.strength * scale;
  law.rise = spec.rise;
  law.stiffness = spec.stiffness * scale;
  law.damping = spec.damping * scale;
  law.lower = spec.lower;
  law.upper = spec.upper;
  law.rest = spec.rest.value_or(Curve(length));
  return law;
}

}  // namespace

PointSprings::PointSprings(const FigureSpec& figure, const Model& model)
    : impulses_(model.bodies.size()),
      given_(Eigen::VectorXd::Zero(model.nv())),
      dv_(Eigen::VectorXd::Zero(model.nv())) {
  for (const ActuatorSpec& spec : figure.actuators) {
    if (spec.between.size() != 2) continue;
    Spring s;
    s.a = model.body_index(spec.between[0].body);
    s.b = model.body_index(spec.between[1].body);
    if (s.a < 0 || s.b < 0) continue;
    s.p_A = spec.between[0].at;
    s.p_B = spec.between[1].at;
    Workspace start(model);
    update_kinematics(model, initial_q(model, {}), given_, start);
    s.law = law_of(spec, model, (place_of(start, s.a, s.p_A) - place_of(start, s.b, s.p_B)).norm());
    if (s.law.is_spring()) s.damping = s.law.damping;
    springs_.push_back(std::move(s));
  }
  const auto n = static_cast<Eigen::Index>(3 * springs_.size());
  W_ = A_ = Eigen::MatrixXd::Zero(n, n);
  residual_ = change_ = Eigen::VectorXd::Zero(n);
  lu_ = Eigen::PartialPivLU<Eigen::MatrixXd>(n);
}

// Points at one place have no direction between them, and no force. The implicit terms are those of
// the attachments between figures (simulation/interactions.cpp): a spring that is drawn out is
// stiff across its axis too, one of length 0 in every direction.
void PointSprings::judge(const ImplicitStep& step, const Workspace& work, Spring& s) {
  static const ActuatorCommand uncommanded;
  const Vec3 d = place_of(work, s.a, s.p_A) - place_of(work, s.b, s.p_B);
  const Vec3 v = point_velocity(work.bodies[s.a], s.p_A) - point_velocity(work.bodies[s.b], s.p_B);
  const double distance = d.norm(), end = step.t + step.h;
  const Vec3 along = distance > 0 ? Vec3(d / distance) : Vec3::Zero();
  const ActuatorTorque still = actuator_torque(s.law, uncommanded, distance, 0, end);
  const double by_rate = step.first_order ? 0 : still.by_rate - s.damping;
  s.force = (still.torque + by_rate * along.dot(v)) * along;
  s.D.setZero();
  if (step.h == 0) return;
  const bool pulls_together = distance == 0 && s.law.is_spring() && s.law.rest.at(end) <= 0;
  const double across = distance > 0     ? std::max(-still.torque / distance, 0.0)
                        : pulls_together ? -still.by_position
                                         : 0;
  const Mat3 axis = along * along.transpose();
  const Mat3 stiffness = across * (Mat3::Identity() - axis) - still.by_position * axis;
  s.force -= step.ahead * stiffness * v;
  s.D = step.ahead * (step.ahead * stiffness - by_rate * axis);
}

void PointSprings::exert(const Vec3& force, Spring& s, Workspace& work) {
  s.exerted += force;
  work.bodies[s.a].applied += at_point(work.bodies[s.a], s.p_A, force);
  work.bodies[s.b].applied += at_point(work.bodies[s.b], s.p_B, -force);
}

void PointSprings::apply(const ImplicitStep& step, Workspace& work) {
  implicit_ = step.h > 0;
  for (Spring& s : springs_) {
    judge(step, work, s);
    s.exerted.setZero();
    exert(s.force, s, work);
  }
}

// Column 3 k + c of W_: the change of all relative velocities by a unit impulse on spring k along
// c.
void PointSprings::find_responses(const Model& model, Workspace& work) {
  for (std::size_t k = 0; k < springs_.size(); ++k) {
    const Spring& of = springs_[k];
    for (int c = 0; c < 3; ++c) {
      impulses_[of.a] += at_point(work.bodies[of.a], of.p_A, Vec3::Unit(c));
      impulses_[of.b] += at_point(work.bodies[of.b], of.p_B, -Vec3::Unit(c));
      impulse_response(model, work, impulses_, given_, dv_);
      impulses_[of.a] = impulses_[of.b] = {};
      for (std::size_t i = 0; i < springs_.size(); ++i) {
        const Spring& s = springs_[i];
        const auto moved = [&](int body, const Vec3& p) -> Vec3 {
          const BodyWork& b = work.bodies[body];
          return b.X_WB.R * (b.acceleration.v + b.acceleration.w.cross(p));
        };
        W_.block<3, 1>(3 * i, 3 * k + c) = moved(s.a, s.p_A) - moved(s.b, s.p_B);
      }
    }
  }
}

// F = force - D a, and a changes by W (F - exerted): (1 + D W) change = force - D a - exerted.
bool PointSprings::correct(const Model& model, Workspace& work) {
  if (springs_.empty() || !implicit_) return false;
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const Spring& s = springs_[i];
    const Vec3 a =
        point_acceleration(work.bodies[s.a], s.p_A) - point_acceleration(work.bodies[s.b], s.p_B);
    residual_.segment<3>(3 * i) = s.force - s.D * a - s.exerted;
  }
  find_responses(model, work);
  A_.setIdentity();
  for (std::size_t i = 0; i < springs_.size(); ++i)
    A_.middleRows<3>(3 * i).noalias() += springs_[i].D * W_.middleRows<3>(3 * i);
  lu_.compute(A_);
  change_ = lu_.solve(residual_);
  for (std::size_t i = 0; i < springs_.size(); ++i)
    exert(change_.segment<3>(3 * i), springs_[i], work);
  return true;
}

}  // namespace gambol
