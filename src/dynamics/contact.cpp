#include "dynamics/contact.h"

namespace gambol {

Ground ground_at(const GroundSpec& spec, double figure_mass, double time) {
  return {spec.height, contact_law(spec.contact, figure_mass, time)};
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
      contact.velocity = point_velocity(b, contact.p_B);
      const PointReaction r = react(ground.law, contact.normal, depth, contact.velocity, h);
      contact.force = r.force;
      contact.D = r.D;
      apply_at_point(r, contact.p_B, b);
      contacts.push_back(contact);
    }
  }
}

void finish_contacts(const Workspace& work, std::vector<GroundContact>& contacts) {
  for (GroundContact& c : contacts) {
    c.force -= c.D * point_acceleration(work.bodies[c.body], c.p_B);
    c.D.setZero();
  }
}

}  // namespace gambol
