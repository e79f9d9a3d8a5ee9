#include "dynamics/articulated_body.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace gambol {
namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

SpatialForce times_axis(const SpatialInertia& I, const Body& body) {
  if (body.type == JointType::rotary) return {I.A * body.axis, I.B.transpose() * body.axis};
  return {I.B * body.axis, I.M * body.axis};
}

double along_axis(const SpatialForce& f, const Body& body) {
  return body.axis.dot(body.type == JointType::rotary ? f.n : f.f);
}

double along_axis(const SpatialForce& U, const SpatialMotion& a) {
  return U.n.dot(a.w) + U.f.dot(a.v);
}

void add_along_axis(SpatialMotion& m, const Body& body, double rate) {
  (body.type == JointType::rotary ? m.w : m.v) += body.axis * rate;
}

SpatialMotion solve_root(const SpatialInertia& I, const SpatialForce& f) {
  Mat6 full;
  full << I.A, I.B, I.B.transpose(), I.M;
  Vec6 rhs;
  rhs << f.n, f.f;
  const Vec6 a = full.ldlt().solve(rhs);
  return {a.head<3>(), a.tail<3>()};
}

// Of one rigid body: its inertia's blocks are a matrix, a cross product and a scalar.
SpatialForce rigid_momentum(const Body& body, const SpatialMotion& v) {
  const Vec3 first = body.mass.mass * body.mass.com;
  return {body.inertia.A * v.w + first.cross(v.v), body.mass.mass * v.v - first.cross(v.w)};
}

SpatialForce own_bias(const Body& body, const BodyWork& b, const Vec3& gravity) {
  const SpatialForce momentum = rigid_momentum(body, b.velocity);
  SpatialForce bias = cross(b.velocity, momentum) - b.applied;  // Eq. 40, 42
  const Vec3 weight = b.X_WB.R.transpose() * gravity * body.mass.mass;
  bias.f -= weight;
  bias.n -= body.mass.com.cross(weight);
  return bias;
}

// Passes body i's articulated inertia and bias through its joint to its parent (Eq. 41, 42).
void pass_inward(const Body& body, BodyWork& b, BodyWork& parent, Workspace& work) {
  const bool dynamic = body.dof >= 0 && !work.kinematic[body.dof];
  SpatialMotion c = b.coriolis;
  b.d_inverse = 0;
  if (body.dof >= 0) b.U = times_axis(b.I, body);
  if (dynamic) {
    b.d_inverse = 1 / (along_axis(b.U, body) + work.added_inertia[body.dof]);
    b.u = work.force[body.dof] - along_axis(b.bias, body);
  } else if (body.dof >= 0) {
    add_along_axis(c, body, work.qdd[body.dof]);
  }
  SpatialForce p = b.bias + b.I * c;
  if (dynamic) p += b.U * (b.d_inverse * (b.u - along_axis(b.U, c)));
  add_to_parent(b.X_PB, b.I, to_parent(b.X_PB, b.U), b.d_inverse, parent.I);
  parent.bias += to_parent(b.X_PB, p);
}

void pass_outward(const Body& body, BodyWork& b, const BodyWork& parent, Workspace& work) {
  b.acceleration = to_child(b.X_PB, parent.acceleration) + b.coriolis;  // Eq. 43
  if (body.dof < 0) return;
  double& qdd = work.qdd[body.dof];
  if (work.kinematic[body.dof]) {
    add_along_axis(b.acceleration, body, qdd);
    work.force[body.dof] = along_axis(b.I * b.acceleration + b.bias, body);  // seed 003 Eq. 56
    return;
  }
  qdd = b.d_inverse * (b.u - along_axis(b.U, b.acceleration));  // Eq. 46
  add_along_axis(b.acceleration, body, qdd);
}

}  // namespace

Workspace::Workspace(const Model& model)
    : bodies(model.bodies.size()),
      force(Eigen::VectorXd::Zero(model.joints())),
      added_inertia(Eigen::VectorXd::Zero(model.joints())),
      qdd(Eigen::VectorXd::Zero(model.joints())),
      kinematic(model.joints(), 0) {}

void update_kinematics(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       Workspace& work) {
  BodyWork& root = work.bodies[0];
  root.X_WB.R = Quat(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
  root.X_WB.p = q.head<3>();
  root.X_PB = root.X_WB;
  root.velocity = {v.head<3>(), v.segment<3>(3)};
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    const int i = model.by_depth[k];
    const Body& body = model.bodies[i];
    const BodyWork& parent = work.bodies[body.parent];
    BodyWork& b = work.bodies[i];
    b.X_PB = body.X_PB;
    SpatialMotion joint;
    if (body.dof >= 0) {
      const double position = q[7 + body.dof];
      if (body.type == JointType::rotary) {
        b.X_PB.R =
            body.turn_1 + std::cos(position) * body.turn_cos + std::sin(position) * body.turn_sin;
      } else {
        b.X_PB.p += body.X_PB.R * body.axis * position;
      }
      add_along_axis(joint, body, v[6 + body.dof]);
    }
    b.X_WB.R.noalias() = parent.X_WB.R * b.X_PB.R;
    b.X_WB.p.noalias() = parent.X_WB.p + parent.X_WB.R * b.X_PB.p;
    b.velocity = to_child(b.X_PB, parent.velocity) + joint;  // Eq. 39
    b.coriolis = cross(b.velocity, joint);
  }
}

void forward_dynamics(const Model& model, Workspace& work, Eigen::VectorXd& vdot) {
  const std::size_t n = model.bodies.size();
  for (std::size_t i = 0; i < n; ++i) {
    BodyWork& b = work.bodies[i];
    b.I = model.bodies[i].inertia;
    if (b.has_added) b.I += b.added;
    b.bias = own_bias(model.bodies[i], b, work.gravity);
  }
  for (std::size_t k = n; k-- > 1;) {
    const int i = model.by_depth[k];
    const Body& body = model.bodies[i];
    pass_inward(body, work.bodies[i], work.bodies[body.parent], work);
  }
  BodyWork& root = work.bodies[0];
  if (work.root_kinematic) {
    root.acceleration = work.root_acceleration;
    work.root_force = root.I * root.acceleration + root.bias;  // Eq. 45
  } else {
    root.acceleration = solve_root(root.I, root.bias * -1.0);  // Eq. 44, with its sign
  }
  for (std::size_t k = 1; k < n; ++k) {
    const int i = model.by_depth[k];
    const Body& body = model.bodies[i];
    pass_outward(body, work.bodies[i], work.bodies[body.parent], work);
  }
  vdot.head<3>() = root.acceleration.w;
  vdot.segment<3>(3) = root.acceleration.v;
  vdot.tail(model.joints()) = work.qdd;
}

void impulse_response(const Model& model, Workspace& work,
                      const std::vector<SpatialForce>& impulses, const Eigen::VectorXd& joint,
                      const SpatialMotion& root_change, Eigen::VectorXd& dv) {
  const std::size_t n = model.bodies.size();
  for (std::size_t i = 0; i < n; ++i) work.bodies[i].bias = impulses[i] * -1.0;
  for (std::size_t i = n; i-- > 1;) {
    const Body& body = model.bodies[i];
    BodyWork& b = work.bodies[i];
    SpatialForce p = b.bias;
    if (body.dof >= 0 && work.kinematic[body.dof]) {
      SpatialMotion change;
      add_along_axis(change, body, joint[body.dof]);
      p += b.I * change;
    } else if (body.dof >= 0) {
      b.u = joint[body.dof] - along_axis(b.bias, body);
      p += b.U * (b.d_inverse * b.u);
    }
    work.bodies[body.parent].bias += to_parent(b.X_PB, p);
  }
  BodyWork& root = work.bodies[0];
  root.acceleration = work.root_kinematic ? root_change : solve_root(root.I, root.bias * -1.0);
  dv.head<3>() = root.acceleration.w;
  dv.segment<3>(3) = root.acceleration.v;
  for (std::size_t i = 1; i < n; ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = work.bodies[i];
    b.acceleration = to_child(b.X_PB, work.bodies[body.parent].acceleration);
    if (body.dof < 0) continue;
    double& change = dv[6 + body.dof];
    change = work.kinematic[body.dof] ? joint[body.dof]
                                      : b.d_inverse * (b.u - along_axis(b.U, b.acceleration));
    add_along_axis(b.acceleration, body, change);
  }
}

void q_rate(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& qdot) {
  const Quat R(q[3], q[4], q[5], q[6]);
  const Quat spin = R * Quat(0, v[0], v[1], v[2]);  // body rates multiply from the right
  qdot.head<3>() = R.normalized() * v.segment<3>(3);
  qdot.segment<4>(3) << spin.w() / 2, spin.x() / 2, spin.y() / 2, spin.z() / 2;
  qdot.tail(q.size() - 7) = v.tail(v.size() - 6);
}

Momentum momentum(const Model& model, const Workspace& work) {
  Momentum sum;
  double mass = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyWork& b = work.bodies[i];
    const Body& body = model.bodies[i];
    const SpatialForce h = body.inertia * b.velocity;
    const SpatialForce h_W = to_parent(b.X_WB, h);
    sum.linear += h_W.f;
    sum.angular += h_W.n;
    sum.kinetic += dot(b.velocity, h) / 2;
    const Vec3 com = b.X_WB.R * body.mass.com + b.X_WB.p;
    sum.potential -= body.mass.mass * work.gravity.dot(com);
    sum.com += body.mass.mass * com;
    mass += body.mass.mass;
  }
  if (mass > 0) sum.com /= mass;
  return sum;
}

}  // namespace gambol
