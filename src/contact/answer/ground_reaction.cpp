#include "contact/answer/ground_reaction.h"

#include <cmath>

#include "contact/find/depth.h"

namespace gambol {
namespace {

void push_at(const PointReaction& r, GroundContact contact, BodyWork& b,
             std::vector<GroundContact>& contacts) {
  contact.force = r.force;
  contact.D = r.D;
  apply_at_point(r, contact.p_B, b);
  contacts.push_back(contact);
}

void apply_pads(const Model& model, const PadLaw& law, const std::vector<Pad>& pads, double h,
                Workspace& work, std::vector<GroundContact>& contacts) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.leg < 0) continue;
    BodyWork& b = work.bodies[i];
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      const Pad& pad = pads[body.first_pad + k];
      if (pad.grip != Grip::stuck) continue;
      GroundContact contact{static_cast<int>(i), pad.p_B, 0, pad.normal};
      contact.velocity = point_velocity(b, pad.p_B);
      const PadStretch stretch = pad_stretch(pad, b.X_WB);
      push_at(pad_reaction(law, pad, stretch, contact.velocity, h), contact, b, contacts);
    }
  }
}

bool has_pads(const Body& body, const std::vector<Pad>& pads) {
  return body.first_pad >= 0 && body.first_pad + body.contacts.size() <= pads.size();
}

// The pad at a touch; null for a touch of another feature than a contact point.
const Pad* pad_at(const Model& model, const BodyTouch& t, const std::vector<Pad>& pads) {
  const Body& body = model.bodies[t.body];
  return t.point >= 0 && has_pads(body, pads) ? &pads[body.first_pad + t.point] : nullptr;
}

// Whether a pad holds by friction's spring, if the ground has one.
bool rubs(const Pad& pad) { return pad.grip == Grip::rubs || pad.grip == Grip::slipping; }

// The body's own soft layer; null: it is hard.
const ContactLayer* cushion_of(const GroundLaw& ground, int body) {
  if (!ground.cushions || !(*ground.cushions)[body]) return nullptr;
  return &*(*ground.cushions)[body];
}

// The ground's law with the body's own soft layer, which changes how much a point bears. `space`
// holds it, if there is one.
const GroundLaw& law_for(const GroundLaw& ground, int body, GroundLaw& space) {
  const ContactLayer* cushion = cushion_of(ground, body);
  if (!cushion) return ground;
  space = ground;
  space.law.cushions[0] = cushion;
  return space;
}

double load_on(const GroundLaw& ground, const GroundTouch& touch, const BodyWork& b) {
  const Vec3 velocity = point_velocity(b, touch.p_B);
  return touch.normal.dot(react(ground.law, touch.normal, touch.depth, velocity, 0).force);
}

Vec3 point_of(const GroundTouch& touch, const BodyWork& b) {
  return b.X_WB.R * touch.p_B + b.X_WB.p;
}

bool holds(const GroundLaw& ground, const GroundTouch* touch, const BodyWork& b, const Pad& pad) {
  const double needed = load_to_hold(*ground.pads, pad, pad_stretch(pad, b.X_WB));
  return needed <= 0 || (touch && std::isfinite(needed) && load_on(ground, *touch, b) >= needed);
}

// Anchors friction's spring where the pad began to touch. The anchor of a pad that slides follows
// it; that of one that rolls moves on with the point that touches.
void rub(const GroundLaw& ground, const GroundTouch& touch, const BodyWork& b, Pad& pad) {
  const Vec3 point = point_of(touch, b);
  if (pad.grip == Grip::free) {
    pad.grip = Grip::rubs;
    pad.p_W = point;
  } else {
    const Vec3 stretch = rub_stretch(pad, b.X_WB, touch.normal);
    const Vec3 held = held_stretch(ground.law, load_on(ground, touch, b), stretch);
    if (held != stretch || pad.p_B != touch.p_B) pad.p_W = point + held;
  }
  pad.p_B = touch.p_B;
  pad.normal = touch.normal;
}

void stick(const GroundTouch& touch, const BodyWork& b, Pad& pad) {
  pad.grip = Grip::stuck;
  pad.p_B = touch.p_B;
  pad.normal = touch.normal;
  pad.p_W = point_of(touch, b) + touch.depth * touch.normal;
}

// Whether a pad that touches and may stick does.
bool comes_to_rest(const GroundLaw& ground, const GroundTouch& touch, const BodyWork& b,
                   const Pad& pad) {
  if (pad.grip != Grip::slipping) return true;
  const Vec3 velocity = point_velocity(b, touch.p_B);
  const Vec3 slip = velocity - touch.normal.dot(velocity) * touch.normal;
  return slip.norm() <= ground.pads->restick_speed;
}

// `touch` is where its point touches, or null if it does not touch.
void update_pad(const GroundLaw& ground, const GroundTouch* touch, bool may_stick,
                const BodyWork& b, Pad& pad) {
  if (pad.grip == Grip::stuck && may_stick) {
    if (holds(ground, touch, b, pad)) return;
    pad.grip = Grip::slipping;
    ++pad.breaks;
    return;
  }
  if (pad.grip == Grip::stuck) pad.grip = Grip::rubs;
  if (!touch) {
    pad.grip = Grip::free;
  } else if (may_stick && comes_to_rest(ground, *touch, b, pad)) {
    stick(*touch, b, pad);
  } else if (ground.law.friction_stiffness > 0) {
    rub(ground, *touch, b, pad);
  } else if (!may_stick) {
    pad.grip = Grip::free;
  }
}

}  // namespace

void apply_ground(const Model& model, const GroundLaw& ground,
                  const std::vector<BodyTouch>& touches, const std::vector<Pad>& pads, double h,
                  Workspace& work, std::vector<GroundContact>& contacts) {
  contacts.clear();
  ContactLaw smooth = ground.law;  // a stuck pad's spring replaces friction
  smooth.friction = 0;
  ContactLaw soft;
  for (const BodyTouch& t : touches) {
    BodyWork& b = work.bodies[t.body];
    GroundContact contact{t.body, t.at.p_B, t.at.depth, t.at.normal};
    contact.velocity = point_velocity(b, contact.p_B);
    if (depth_after(h, t.at.depth, t.at.normal, contact.velocity) <= 0) continue;
    const Pad* pad = pad_at(model, t, pads);
    const bool held = pad && pad->grip == Grip::stuck;
    const Vec3 stretch =
        pad && rubs(*pad) ? rub_stretch(*pad, b.X_WB, t.at.normal) : Vec3(Vec3::Zero());
    const ContactLaw* law = held ? &smooth : &ground.law;
    if (const ContactLayer* cushion = cushion_of(ground, t.body)) {
      soft = *law;
      soft.cushions[0] = cushion;
      law = &soft;
    }
    push_at(react(*law, t.at.normal, t.at.depth, contact.velocity, h, stretch), contact, b,
            contacts);
  }
  if (ground.pads && !pads.empty()) apply_pads(model, *ground.pads, pads, h, work, contacts);
}

std::size_t needs_pads(const Model& model, const GroundLaw& ground) {
  if (ground.law.friction_stiffness > 0) return model.contact_points;
  return ground.pads ? model.foot_points : 0;
}

void update_pads(const Model& model, const GroundLaw& ground, const std::vector<BodyTouch>& touches,
                 const std::vector<char>& adhesion, const Workspace& work, std::vector<Pad>& pads) {
  auto next = touches.begin();  // `touches` is sorted by body, then by point
  GroundLaw space;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!has_pads(body, pads)) continue;
    const bool holds_on = ground.pads && body.leg >= 0 && adhesion[body.leg];
    const GroundLaw* law = nullptr;  // until a pad needs it
    while (next != touches.end() && next->body < i) ++next;
    for (int k = 0; k < static_cast<int>(body.contacts.size()); ++k) {
      const GroundTouch* touch = nullptr;
      if (next != touches.end() && next->body == i && next->point == k) {
        if (next->at.depth > 0) touch = &next->at;
        ++next;
      }
      Pad& pad = pads[body.first_pad + k];
      if (!touch && pad.grip == Grip::free) continue;
      if (!law) law = &law_for(ground, i, space);
      update_pad(*law, touch, holds_on && body.sticks[k], work.bodies[i], pad);
    }
  }
}

std::size_t most_contacts(const Model& model) { return model.foot_points + most_touches(model); }

}  // namespace gambol
