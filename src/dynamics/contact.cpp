#include "dynamics/contact.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Below this speed (m/s) Eq. 76's unit vector is tapered to zero: a foot that creeps slower than a
// micrometre per second is at rest for any film.
constexpr double coulomb_taper = 1e-6;

// Force and its derivatives by depth and by the point's velocity, normal (z) and tangential.
struct Reaction {
  Vec3 force = Vec3::Zero();
  double normal_stiffness = 0;  // dF/d depth
  double normal_damping = 0;
  double tangent_damping = 0;
};

Reaction reaction(const Ground& g, double depth, const Vec3& velocity) {
  const double grown = std::exp(g.rise * std::min(depth, g.max_depth));
  const double parting = velocity.z() > 0 ? g.restitution : 1.0;  // Eq. 74
  Reaction r;
  const double spring = g.strength * (grown - 1) + g.stiffness * depth;  // Eq. 72
  const double normal = parting * spring - g.damping * velocity.z();
  if (normal <= 0) return r;  // ground does not pull
  r.normal_stiffness = parting * (g.strength * g.rise * grown + g.stiffness);
  r.normal_damping = g.damping;
  const double slip = velocity.head<2>().norm();
  const double limit = g.friction * normal;
  if (g.friction_model == FrictionModel::damper) {
    r.tangent_damping =
        g.friction_damping * slip > limit ? limit / slip : g.friction_damping;  // Eq. 77
  } else {
    r.tangent_damping = limit / std::max(slip, coulomb_taper);  // Eq. 76
  }
  r.force = Vec3(-r.tangent_damping * velocity.x(), -r.tangent_damping * velocity.y(), normal);
  return r;
}

// The force at the end of a step of length h, but for what the point's acceleration adds to it.
void linearise(const Reaction& r, double h, GroundContact& contact) {
  contact.force.z() -= h * r.normal_stiffness * contact.velocity.z();
  if (contact.force.z() <= 0) {  // it leaves within the step; the straight line would pull it back
    contact.force.setZero();
    return;
  }
  contact.implicit = Vec3(h * r.tangent_damping, h * r.tangent_damping,
                          h * r.normal_damping + h * h * r.normal_stiffness);
}

void add_contact(const GroundContact& contact, BodyWork& b) {
  const Mat3 Rt = b.X_WB.R.transpose();
  const Vec3& r = contact.p_B;
  const Vec3 f = Rt * contact.force;
  b.applied += {r.cross(f), f};
  if (contact.implicit.isZero(0)) return;
  // force = f - D a_point, where a_point = (a.v + a.w x r) + w x (point's velocity).
  const Mat3 D = Rt * contact.implicit.asDiagonal() * b.X_WB.R;
  const Mat3 rx = skew(r);
  const Vec3 carried = D * b.velocity.w.cross(Rt * contact.velocity);
  b.applied += {-r.cross(carried), -carried};
  const SpatialInertia added{-(rx * D * rx), rx * D, D};
  if (b.has_added) {
    b.added += added;
  } else {
    b.added = added;
    b.has_added = true;
  }
}

}  // namespace

Ground ground_at(const GroundSpec& spec, double figure_mass, double time) {
  const ContactSpec& c = spec.contact;
  Ground g;
  g.height = spec.height;
  g.strength = c.strength * (c.scale == MassScale::total_mass ? figure_mass : 1.0);
  g.rise = c.rise;
  g.stiffness = c.stiffness;
  g.damping = c.damping;
  g.restitution = c.restitution;
  g.max_depth = c.max_depth;
  g.friction_model = c.friction_model;
  g.friction = c.friction.at(time);
  g.friction_damping = c.friction_damping;
  return g;
}

void apply_ground(const Model& model, const Ground& ground, double h, Workspace& work,
                  std::vector<GroundContact>& contacts) {
  contacts.clear();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = work.bodies[i];
    if (body.contacts.empty() || b.X_WB.p.z() - body.reach > ground.height) continue;
    for (const ContactPoint& point : body.contacts) {
      const double z = b.X_WB.R.row(2).dot(point.p_B) + b.X_WB.p.z() - point.radius;
      const double depth = ground.height - z;
      if (depth <= 0) continue;
      GroundContact contact;
      contact.body = static_cast<int>(i);
      contact.depth = depth;
      contact.p_B = point.p_B - point.radius * b.X_WB.R.row(2).transpose();
      contact.velocity = b.X_WB.R * (b.velocity.v + b.velocity.w.cross(contact.p_B));
      const Reaction r = reaction(ground, depth, contact.velocity);
      contact.force = r.force;
      if (h > 0 && r.force.z() > 0) linearise(r, h, contact);
      add_contact(contact, b);
      contacts.push_back(contact);
    }
  }
}

void finish_contacts(const Workspace& work, std::vector<GroundContact>& contacts) {
  for (GroundContact& c : contacts) {
    const BodyWork& b = work.bodies[c.body];
    const Vec3 a_point = b.acceleration.v + b.acceleration.w.cross(c.p_B);
    const Vec3 a_W = b.X_WB.R * a_point + (b.X_WB.R * b.velocity.w).cross(c.velocity);
    c.force -= c.implicit.cwiseProduct(a_W);
    c.implicit.setZero();
  }
}

}  // namespace gambol
