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

Vec3 tip_of(const Model& model, const LegSpec& leg, const Workspace& work) {
  const Frame& X = work.bodies[model.body_index(leg.feet[0])].X_WB;
  return X.R * leg.tip + X.p;
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

}  // namespace gambol
