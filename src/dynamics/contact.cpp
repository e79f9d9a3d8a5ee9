#include "dynamics/contact.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Where a body's contact point touches the ground, if it does. (Balls on terrain are
// find_touches()'s.) No ground below it is higher than `top`.
bool touches(const Ground& ground, const Frame& X_WB, const ContactPoint& point, double top,
             GroundTouch& touch) {
  if (ground.terrain) {
    return point.radius == 0 && corner_touches(*ground.terrain, X_WB, point.p_B, top, touch);
  }
  const double z = X_WB.R.row(2).dot(point.p_B) + X_WB.p.z() - point.radius;
  touch.depth = ground.height - z;
  if (touch.depth <= 0) return false;
  touch.p_B = point.p_B - point.radius * X_WB.R.row(2).transpose();
  touch.normal = Vec3::UnitZ();
  return true;
}

// Whether the body may touch at all.
bool may_touch(const Ground& ground, const Body& body, const Frame& X, NearGround& near) {
  if (body.contacts.empty()) return false;
  if (ground.terrain) return is_near(*ground.terrain, body, X, near);
  return X.p.z() - body.reach <= ground.height;
}

void push_at(const PointReaction& r, GroundContact contact, BodyWork& b,
             std::vector<GroundContact>& contacts) {
  contact.force = r.force;
  contact.D = r.D;
  apply_at_point(r, contact.p_B, b);
  contacts.push_back(contact);
}

void apply_pads(const Model& model, const Ground& ground, const std::vector<Pad>& pads, double h,
                Workspace& work, std::vector<GroundContact>& contacts) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.first_pad < 0) continue;
    BodyWork& b = work.bodies[i];
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      const Pad& pad = pads[body.first_pad + k];
      if (pad.grip != Grip::stuck) continue;
      GroundContact contact{static_cast<int>(i), pad.p_B, 0, pad.normal};
      contact.velocity = point_velocity(b, pad.p_B);
      const PadStretch stretch = pad_stretch(pad, b.X_WB);
      push_at(pad_reaction(ground.pads, pad, stretch, contact.velocity, h), contact, b, contacts);
    }
  }
}

}  // namespace

Ground ground_at(const GroundSpec& spec, double figure_mass, double time) {
  Ground ground;
  ground.height = spec.height;
  ground.law = contact_law(spec.contact, figure_mass, time);
  if (spec.terrain) ground.terrain = spec.terrain->field.get();
  ground.sticky = spec.sticky.has_value();
  if (spec.sticky) ground.pads = pad_law(*spec.sticky, figure_mass);
  return ground;
}

void apply_ground(const Model& model, const Ground& ground, const std::vector<Pad>& pads, double h,
                  Workspace& work, std::vector<GroundContact>& contacts) {
  contacts.clear();
  ContactLaw smooth = ground.law;  // what is held needs no friction
  smooth.friction = 0;
  GroundTouches found;
  NearGround near;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = work.bodies[i];
    if (!may_touch(ground, body, b.X_WB, near)) continue;
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      GroundTouch touch;
      if (!touches(ground, b.X_WB, body.contacts[k], near.top, touch)) continue;
      const bool held =
          !pads.empty() && body.first_pad >= 0 && pads[body.first_pad + k].grip == Grip::stuck;
      GroundContact contact{static_cast<int>(i), touch.p_B, touch.depth, touch.normal};
      contact.velocity = point_velocity(b, contact.p_B);
      push_at(react(held ? smooth : ground.law, touch.normal, touch.depth, contact.velocity, h),
              contact, b, contacts);
    }
    if (!ground.terrain) continue;
    found.clear();
    find_touches(*ground.terrain, body, b.X_WB, near, found);
    for (const GroundTouch& touch : found) {
      GroundContact contact{static_cast<int>(i), touch.p_B, touch.depth, touch.normal};
      contact.velocity = point_velocity(b, contact.p_B);
      push_at(react(ground.law, touch.normal, touch.depth, contact.velocity, h), contact, b,
              contacts);
    }
  }
  if (!pads.empty()) apply_pads(model, ground, pads, h, work, contacts);
}

void finish_contacts(const Workspace& work, std::vector<GroundContact>& contacts) {
  for (GroundContact& c : contacts) {
    c.force -= c.D * point_acceleration(work.bodies[c.body], c.p_B);
    c.D.setZero();
  }
}

void update_pads(const Model& model, const Ground& ground, const std::vector<char>& adhesion,
                 const Workspace& work, std::vector<Pad>& pads) {
  if (pads.empty()) return;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.first_pad < 0) continue;
    const BodyWork& b = work.bodies[i];
    NearGround near;
    const bool near_ground = may_touch(ground, body, b.X_WB, near);
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      Pad& pad = pads[body.first_pad + k];
      if (!adhesion[body.leg]) {
        pad.grip = Grip::free;
        continue;
      }
      if (pad.grip == Grip::stuck) {
        GroundTouch touch;
        double load = 0;
        if (near_ground && touches(ground, b.X_WB, body.contacts[k], near.top, touch)) {
          const Vec3 v = point_velocity(b, touch.p_B);
          load = touch.normal.dot(react(ground.law, touch.normal, touch.depth, v, 0).force);
        }
        if (!breaks(ground.pads, pad, pad_stretch(pad, b.X_WB), load)) continue;
        pad.grip = Grip::slipping;
        ++pad.breaks;
        continue;
      }
      GroundTouch touch;
      if (!near_ground || !touches(ground, b.X_WB, body.contacts[k], near.top, touch)) {
        pad.grip = Grip::free;
        continue;
      }
      const Vec3 velocity = point_velocity(b, touch.p_B);
      const Vec3 slip = velocity - touch.normal.dot(velocity) * touch.normal;
      if (pad.grip == Grip::slipping && slip.norm() > ground.pads.restick_speed) continue;
      pad.grip = Grip::stuck;
      pad.p_B = touch.p_B;
      pad.normal = touch.normal;
      pad.p_W = b.X_WB.R * touch.p_B + b.X_WB.p + touch.depth * touch.normal;
    }
  }
}

std::size_t most_contacts(const Model& model) {
  std::size_t points = model.pads;
  for (const Body& body : model.bodies) points += body.contacts.size() + GroundTouches::most;
  return points;
}

double height_above(const Ground& ground, const Body& body, const Frame& X) {
  if (ground.terrain) return height_above(*ground.terrain, body, X);
  double z = body.contacts.empty() ? X.p.z() : INFINITY;
  for (const ContactPoint& p : body.contacts)
    z = std::min(z, X.p.z() + X.R.row(2).dot(p.p_B) - p.radius);
  return z - ground.height;
}

}  // namespace gambol
