#include "dynamics/momentum.h"

namespace gambol {

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

Vec3 centre_of_mass(const Model& model, const Workspace& work) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const MassProperties& m = model.bodies[i].mass;
    const Frame& X = work.bodies[i].X_WB;
    sum += m.mass * (X.R * m.com + X.p);
  }
  return sum / model.mass;
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

}  // namespace gambol
