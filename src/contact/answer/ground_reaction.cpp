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

void apply_pads(const Model& model, const GroundLaw& ground, const std::vector<Pad>& pads, double h,
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

double load_on(const GroundLaw& ground, const GroundTouch& touch, const BodyWork& b) {
  const Vec3 velocity = point_velocity(b, touch.p_B);
  return touch.normal.dot(react(ground.law, touch.normal, touch.depth, velocity, 0).force);
}

// Updates a pad that may hold; `touch` is where its point touches, or null if it does not touch.
void update_pad(const GroundLaw& ground, const GroundTouch* touch, const BodyWork& b, Pad& pad) {
  if (pad.grip == Grip::stuck) {
    const double needed = load_to_hold(ground.pads, pad, pad_stretch(pad, b.X_WB));
    if (needed <= 0 || (touch && std::isfinite(needed) && load_on(ground, *touch, b) >= needed))
      return;
    pad.grip = Grip::slipping;
    ++pad.breaks;
    return;
  }
  if (!touch) {
    pad.grip = Grip::free;
    return;
  }
  const Vec3 velocity = point_velocity(b, touch->p_B);
  const Vec3 slip = velocity - touch->normal.dot(velocity) * touch->normal;
  if (pad.grip == Grip::slipping && slip.norm() > ground.pads.restick_speed) return;
  pad.grip = Grip::stuck;
  pad.p_B = touch->p_B;
  pad.normal = touch->normal;
  pad.p_W = b.X_WB.R * touch->p_B + b.X_WB.p + touch->depth * touch->normal;
}

}  // namespace

void apply_ground(const Model& model, const GroundLaw& ground,
                  const std::vector<BodyTouch>& touches, const std::vector<Pad>& pads, double h,
                  Workspace& work, std::vector<GroundContact>& contacts) {
  contacts.clear();
  ContactLaw smooth = ground.law;  // a stuck pad's spring replaces friction
  smooth.friction = 0;
  for (const BodyTouch& t : touches) {
    BodyWork& b = work.bodies[t.body];
    GroundContact contact{t.body, t.at.p_B, t.at.depth, t.at.normal};
    contact.velocity = point_velocity(b, contact.p_B);
    if (depth_after(h, t.at.depth, t.at.normal, contact.velocity) <= 0) continue;
    const int first = model.bodies[t.body].first_pad;
    const bool held =
        !pads.empty() && first >= 0 && t.point >= 0 && pads[first + t.point].grip == Grip::stuck;
    push_at(react(held ? smooth : ground.law, t.at.normal, t.at.depth, contact.velocity, h),
            contact, b, contacts);
  }
  if (!pads.empty()) apply_pads(model, ground, pads, h, work, contacts);
}

void update_pads(const Model& model, const GroundLaw& ground, const std::vector<BodyTouch>& touches,
                 const std::vector<char>& adhesion, const Workspace& work, std::vector<Pad>& pads) {
  auto next = touches.begin();  // `touches` is sorted by body, then by point
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (body.first_pad < 0) continue;
    while (next != touches.end() && next->body < i) ++next;
    for (int k = 0; k < static_cast<int>(body.contacts.size()); ++k) {
      const GroundTouch* touch = nullptr;
      if (next != touches.end() && next->body == i && next->point == k) {
        if (next->at.depth > 0) touch = &next->at;
        ++next;
      }
      Pad& pad = pads[body.first_pad + k];
      if (!adhesion[body.leg]) {
        pad.grip = Grip::free;
      } else if (touch || pad.grip != Grip::free) {
        update_pad(ground, touch, work.bodies[i], pad);
      }
    }
  }
}

std::size_t most_contacts(const Model& model) { return model.pads + most_touches(model); }

}  // namespace gambol
