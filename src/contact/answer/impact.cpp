#include "contact/answer/impact.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

Mat3 cross_matrix(const Vec3& r) {
  Mat3 m;
  m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return m;
}

// Change of the body's velocity at r (from its centre of mass) per impulse there, 1/kg.
Mat3 response(const ImpactBody& b, const Vec3& r) {
  const Mat3 R = cross_matrix(r);
  return b.inverse_mass * Mat3::Identity() - R * b.inverse_inertia * R;
}

void strike(ImpactBody& b, const Vec3& p_W, const Vec3& impulse) {
  b.v += b.inverse_mass * impulse;
  b.w += b.inverse_inertia * (p_W - b.com).cross(impulse);
}

}  // namespace

ImpactBody impact_body(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const MassProperties& mass = model.bodies[0].mass;
  const Mat3 R = Quat(q[3], q[4], q[5], q[6]).toRotationMatrix();
  ImpactBody b;
  b.inverse_mass = 1 / mass.mass;
  b.inverse_inertia = R * mass.I_cm.inverse() * R.transpose();
  b.com = q.head<3>() + R * mass.com;
  b.w = R * v.head<3>();
  b.v = R * (v.segment<3>(3) + v.head<3>().cross(mass.com));
  return b;
}

void put_velocities(const Model& model, const Eigen::VectorXd& q, const ImpactBody& body,
                    Eigen::VectorXd& v) {
  const Mat3 R = Quat(q[3], q[4], q[5], q[6]).toRotationMatrix();
  v.head<3>() = R.transpose() * body.w;
  v.segment<3>(3) = R.transpose() * body.v - v.head<3>().cross(model.bodies[0].mass.com);
}

Vec3 collide(const Vec3& p_W, const Vec3& normal, const ImpactLaw& law, ImpactBody& a,
             ImpactBody& b) {
  const Vec3 u = a.velocity_at(p_W) - b.velocity_at(p_W);
  const double approach = -normal.dot(u);
  if (approach <= 0) return Vec3::Zero();
  const Mat3 K = response(a, p_W - a.com) + response(b, p_W - b.com);
  Vec3 impulse = Vec3::Zero();
  bool sticks = false;
  const Vec3 slip = u + approach * normal;
  if (law.friction > 0) {
    impulse = K.inverse() * (law.restitution * approach * normal - u);
    const double along = normal.dot(impulse);
    sticks = along > 0 && (impulse - along * normal).norm() <= law.friction * along;
  }
  if (!sticks) {
    Vec3 direction = normal;
    if (law.friction > 0 && slip.norm() > 0) direction -= law.friction * slip.normalized();
    double answer = normal.dot(K * direction);
    // Jamming: friction would press the bodies together harder than the normal impulse separates
    // them. The impulse is then without friction.
    if (answer <= 0) answer = normal.dot(K * (direction = normal));
    impulse = (1 + law.restitution) * approach / answer * direction;
  }
  strike(a, p_W, impulse);
  strike(b, p_W, -impulse);
  return impulse;
}

double bear(const Vec3& p_W, const Vec3& normal, double friction, Support& support, ImpactBody& a,
            ImpactBody& b) {
  const Mat3 K = response(a, p_W - a.com) + response(b, p_W - b.com);
  const double answer = normal.dot(K * normal);
  if (answer <= 0) return 0;
  const Support before = support;
  const Vec3 u = a.velocity_at(p_W) - b.velocity_at(p_W);
  const double leaving = normal.dot(u);
  support.along = std::max(0.0, support.along - leaving / answer);
  const Vec3 slip = u - leaving * normal;
  const double speed = slip.norm();
  if (friction > 0 && speed > 0) {
    const Vec3 t = slip / speed;
    support.across -= speed / t.dot(K * t) * t;
  }
  const double most = friction * support.along, rubbed = support.across.norm();
  if (rubbed > most) support.across *= most / rubbed;
  const double pressed = support.along - before.along;
  const Vec3 impulse = pressed * normal + support.across - before.across;
  strike(a, p_W, impulse);
  strike(b, p_W, -impulse);
  return std::abs(pressed) * answer;
}

}  // namespace gambol
