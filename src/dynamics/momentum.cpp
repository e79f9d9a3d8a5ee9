#include "dynamics/momentum.h"

namespace gambol {
namespace {

double sum_of(const Wide& x) { return (x[0] + x[1]) + (x[2] + x[3]); }
Vec3 sum_of(const WideVec3& v) { return {sum_of(v.x), sum_of(v.y), sum_of(v.z)}; }
Mat3 sum_of(const WideSym3& m) {
  const double xy = sum_of(m.xy), xz = sum_of(m.xz), yz = sum_of(m.yz);
  Mat3 sum;
  sum << sum_of(m.xx), xy, xz, xy, sum_of(m.yy), yz, xz, yz, sum_of(m.zz);
  return sum;
}

// 2 (a . b) 1 - a b^T - b a^T
WideSym3 inertia_of(const WideVec3& a, const WideVec3& b) {
  const Wide xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z, none{};
  return {2 * (yy + zz), none - a.x * b.y - a.y * b.x, none - a.x * b.z - a.z * b.x,
          2 * (xx + zz), none - a.y * b.z - a.z * b.y, 2 * (xx + yy)};
}

// Of a mass at r.
Mat3 inertia_of(double mass, const Vec3& r) {
  return mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
}

}  // namespace

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

CentreMotion centre_motion(const Model& model, const Workspace& work) {
  CentreMotion sum;
  double mass = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyWork& b = work.bodies[i];
    const Body& body = model.bodies[i];
    sum.linear += b.X_WB.R * (body.inertia * b.velocity).f;
    sum.com += body.mass.mass * (b.X_WB.R * body.mass.com + b.X_WB.p);
    mass += body.mass.mass;
  }
  if (mass > 0) sum.com /= mass;
  return sum;
}

double rotor_energy(const Model& model, const Eigen::VectorXd& v) {
  double sum = 0;
  for (int i = root_dofs; i < model.nv(); ++i) sum += model.dofs[i].armature * v[i] * v[i] / 2;
  return sum;
}

Vec3 centre_of_mass(const Model& model, const Workspace& work) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const MassProperties& m = model.bodies[i].mass;
    const Frame& X = work.bodies[i].X_WB;
    sum += m.mass * (X.R * m.com + X.p);
  }
  return sum / model.mass;
}

Vec3 centre_of_mass_at(const Model& model, const Eigen::VectorXd& q, Workspace& scratch) {
  place_quads(model, q, scratch);
  WideVec3 sum{};
  for (std::size_t k = 0; k < model.quads.size(); ++k) {
    const Quad& quad = model.quads[k];
    const Placement& at = scratch.quads[k].at;
    sum = times(at.R_WB, quad.first_moment, fused(at.p_WB, quad.mass, sum));
  }
  return sum_of(sum) / model.mass;
}

Vec3 tip_of(const Model& model, const LegSpec& leg, const Workspace& work) {
  const Frame& X = work.bodies[model.body_index(leg.feet[0])].X_WB;
  return X.R * leg.tip + X.p;
}

ContactPoint foot_ball(const Model& model, const LegSpec& leg) {
  constexpr double near_it = 0.05;  // of the radius: how far a tip that is on the ball may be off
  for (const ContactPoint& ball : model.bodies[model.body_index(leg.feet[0])].contacts)
    if (std::abs((ball.p_B - leg.tip).norm() - ball.radius) < near_it * ball.radius) return ball;
  return {leg.tip, 0};
}

double standing_height(const Model& model, const std::vector<LegSpec>& legs,
                       const Workspace& work) {
  double tips = 0;
  for (const LegSpec& leg : legs) tips += tip_of(model, leg, work).z();
  return centre_of_mass(model, work).z() - tips / static_cast<double>(legs.size());
}

RigidWhole whole_of(const Model& model, const Workspace& work) {
  RigidWhole whole;
  whole.mass = model.mass;
  whole.com = centre_of_mass(model, work);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const MassProperties& m = model.bodies[i].mass;
    const Frame& X = work.bodies[i].X_WB;
    const Vec3 r = X.R * m.com + X.p - whole.com;
    whole.inertia += X.R * m.I_cm * X.R.transpose() +
                     m.mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  return whole;
}

// About the root's origin, for the sake of rounding far from Wo, and moved to the centre of mass in
// the end.
TurningWhole turning_whole_of(const Model& model, const Workspace& work) {
  const Vec3 origin = work.bodies[0].X_WB.p;
  const WideVec3 O{wide(origin.x()), wide(origin.y()), wide(origin.z())};
  WideVec3 moment{}, linear{}, angular{};
  WideSym3 inertia{};
  for (std::size_t k = 0; k < model.quads.size(); ++k) {
    const Quad& quad = model.quads[k];
    const Placement& at = work.quads[k].at;
    const auto& [w, v] = at.velocity;
    const WideVec3 r = at.p_WB - O, h = at.R_WB * quad.first_moment;
    const WideSym3 own = turned(at.R_WB, quad.rotational);
    const WideVec3 p = cross(w, h, v * quad.mass);
    const WideVec3 half = fused(r, 0.5 * quad.mass, h);  // inertia_of doubles
    moment = fused(r, quad.mass, moment + h);
    linear = linear + p;
    angular = cross(r, p, cross(h, v, angular + own * w));
    inertia = inertia + own + inertia_of(r, half);
  }
  const Vec3 com = sum_of(moment) / model.mass;
  TurningWhole whole;
  whole.rigid = {model.mass, origin + com, sum_of(inertia) - inertia_of(model.mass, com)};
  whole.linear = sum_of(linear);
  whole.angular = sum_of(angular) - com.cross(whole.linear);
  return whole;
}

SpatialForce momentum_rate(const Model& model, const Workspace& work) {
  SpatialForce sum;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyWork& b = work.bodies[i];
    const SpatialInertia& I = model.bodies[i].inertia;
    const SpatialForce h = I * b.velocity;
    SpatialForce rate = I * b.acceleration;
    rate.n += b.velocity.w.cross(h.n) + b.velocity.v.cross(h.f);
    rate.f += b.velocity.w.cross(h.f);
    sum += to_parent(b.X_WB, rate);
  }
  return sum;
}

}  // namespace gambol
