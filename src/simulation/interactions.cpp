#include "simulation/interactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gambol {
namespace {

// One is enough, but for what is not linear: limits of torques, springs between points.
constexpr int most_force_rounds = 4;
// Touches per figure that are resolved by impulses, for which memory is reserved.
constexpr std::size_t usual_touches = 64;
// exp of a larger exponent exceeds any force that a spring could bear before it breaks.
constexpr double largest_exponent = 30;

bool is_there(const FigureSims& figures, const BodyId& id) {
  return id.is_world() || !figures[id.figure]->dormant();
}

// Obstacles have no mass of their own.
bool attracts(const FigureSims& figures, const BodyId& id) {
  return is_there(figures, id) && !figures[id.figure]->cast().is_obstacle;
}

// Tension (N) of a spring stretched by x (m), and its derivative (N/m).
struct Tension {
  double force = 0, slope = 0;
};
Tension tension(const AttachmentSpec& a, double x, double rate) {
  if (x < 0 && a.slack) return {};
  const double grown = a.strength * std::exp(std::min(a.rise * std::abs(x), largest_exponent));
  const double scale = rate < 0 ? a.restitution : 1.0;
  return {scale * (std::copysign(grown - a.strength, x) + a.stiffness * x),
          scale * (a.rise * grown + a.stiffness)};
}

}  // namespace

Interactions::Interactions(const MotionSpec& spec, const FigureSims& figures)
    : attachments_(spec.world.attachments),
      attraction_(spec.world.attraction),
      collisions_(spec, figures, ContactType::penalty),
      members_(figures.size()),
      is_member_(figures.size(), 1),
      changed_(figures.size(), 0) {
  std::iota(members_.begin(), members_.end(), std::size_t{0});
  for (const AttachmentSpec& a : attachments_)
    ends_.push_back({find_body_id(figures, a.a, a.place, "attachments.a"),
                     find_body_id(figures, a.b, a.place, "attachments.b")});
  const bool by_impulse = spec.world.has_impulses();
  links_.reserve(attachments_.size() + (by_impulse ? usual_touches * figures.size() : 0));
}

std::vector<AttachmentState> Interactions::initial_attachments() const {
  std::vector<AttachmentState> states;
  for (const AttachmentSpec& a : attachments_) states.push_back({a.on, false});
  return states;
}

void Interactions::confine(std::span<const std::size_t> members,
                           std::span<const std::size_t> beside) {
  for (std::size_t f : members_) is_member_[f] = changed_[f] = 0;
  members_.assign(members.begin(), members.end());
  for (std::size_t f : members_) is_member_[f] = 1;
  collisions_.confine(members, beside);
}

void Interactions::add_force(const FigureSims& figures, const BodyId& id, const Vec3& p,
                             const Vec3& force) {
  if (moves(id)) apply_at_point({force, Mat3::Zero(), false}, p, work_of(figures, id));
}

void Interactions::push(const FigureSims& figures, Link& link) {
  link.carried_a.setZero();
  link.carried_b.setZero();
  if (moves(link.a)) apply_at_point(link.reaction, link.p_A, work_of(figures, link.a));
  if (moves(link.b)) {
    PointReaction opposite = link.reaction;
    opposite.force = -opposite.force;
    apply_at_point(opposite, link.p_B, work_of(figures, link.b));
  }
}

void Interactions::attach(const FigureSims& figures, std::size_t index, double h) {
  const AttachmentSpec& spec = attachments_[index];
  const Ends& ends = ends_[index];
  Link link;
  link.a = ends.a;
  link.b = ends.b;
  link.p_A = spec.a_at;
  link.p_B = spec.b_at;
  link.attachment = static_cast<int>(index);
  const Vec3 d = place_of(figures, ends.a, spec.a_at) - place_of(figures, ends.b, spec.b_at);
  const Vec3 v = velocity_of(figures, ends.a, spec.a_at) - velocity_of(figures, ends.b, spec.b_at);
  const double distance = d.norm();
  // Ends at the same place have no direction between them, so the force is zero there.
  const Vec3 along = distance > 0 ? Vec3(d / distance) : Vec3::Zero();
  const double rate = along.dot(v);
  const Tension t = tension(spec, distance - spec.length, rate);
  const double damping = spec.slack && distance < spec.length ? 0 : spec.damping;
  link.reaction.force = -(t.force + damping * rate) * along;
  if (h > 0) {
    // dF/dx of a spring: t.slope along its axis; across the axis, tension over length, or t.slope
    // if the length is 0.
    const double across = distance > 0 ? std::max(t.force / distance, 0.0) : t.slope;
    const Mat3 axis = along * along.transpose();
    const Mat3 stiffness = across * (Mat3::Identity() - axis) + t.slope * axis;
    link.reaction.force -= h * stiffness * v;
    link.reaction.D = h * h * stiffness + h * damping * axis;
    link.reaction.implicit = true;
  }
  push(figures, link);
  links_.push_back(link);
}

void Interactions::attract(const FigureSims& figures) {
  const auto each_pair = [&](const auto& visit) {
    for (std::size_t f = 0; f < figures.size(); ++f)
      for (std::size_t g = f + 1; g < figures.size(); ++g)
        for (std::size_t i = 0; i < figures[f]->model().bodies.size(); ++i)
          for (std::size_t j = 0; j < figures[g]->model().bodies.size(); ++j)
            visit(BodyId{static_cast<int>(f), static_cast<int>(i)},
                  BodyId{static_cast<int>(g), static_cast<int>(j)});
  };
  each_pair([&](const BodyId& a, const BodyId& b) {
    if (!attracts(figures, a) || !attracts(figures, b)) return;
    const MassProperties& m = figures[a.figure]->model().bodies[a.body].mass;
    const MassProperties& n = figures[b.figure]->model().bodies[b.body].mass;
    const Vec3 d = place_of(figures, b, n.com) - place_of(figures, a, m.com);
    const double r = d.norm();
    if (r == 0) return;
    const Vec3 force = attraction_ * m.mass * n.mass / (r * r * r) * d;  // Eq. 79
    add_force(figures, a, m.com, force);
    add_force(figures, b, n.com, -force);
  });
}

void Interactions::apply(const FigureSims& figures, const State& state, double t, double h) {
  links_.clear();
  if (collisions_.any()) {
    collisions_.find(figures, state, t, h, links_);
    for (Link& link : links_) push(figures, link);
  }
  for (std::size_t i = 0; i < attachments_.size(); ++i) {
    if (state.attachments[i].on && is_there(figures, ends_[i].a) && is_there(figures, ends_[i].b))
      attach(figures, i, h);
  }
  if (attraction_ > 0) attract(figures);
}

const std::vector<char>& Interactions::correct(const FigureSims& figures, int round) {
  for (std::size_t f : members_) changed_[f] = 0;
  if (round < most_force_rounds) linked_.settle(figures, is_member_, links_, changed_);
  return changed_;
}

void Interactions::finish(const FigureSims& figures) {
  for (Link& link : links_) {
    const Vec3 a = acceleration_of(figures, link.a, link.p_A);
    const Vec3 b = acceleration_of(figures, link.b, link.p_B);
    link.force = link.reaction.force - link.reaction.D * (a - b);
  }
}

void Interactions::break_overstretched(const FigureSims& figures, State& state,
                                       std::vector<int>& broken) const {
  for (const Link& link : links_) {
    if (link.attachment < 0) continue;
    const AttachmentSpec& spec = attachments_[link.attachment];
    AttachmentState& s = state.attachments[link.attachment];
    const double length =
        (place_of(figures, link.a, link.p_A) - place_of(figures, link.b, link.p_B)).norm();
    const bool too_long = spec.break_length && length - spec.length > *spec.break_length;
    const bool too_strong = spec.break_force && link.force.norm() > *spec.break_force;
    if (!s.on || (!too_long && !too_strong)) continue;
    s = {false, true};
    broken.push_back(link.attachment);
  }
}

}  // namespace gambol
