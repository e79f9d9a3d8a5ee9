#pragma once

// Every field of the world and its integrator. See shot/field.h.

#include "shot/field.h"
#include "shot/names.h"
#include "shot/particle_fields.h"
#include "shot/world_spec.h"

namespace gambol {

template <class V>
void fields(V& v, ContactSpec& c) {
  v.field("scale", c.scale,
          {.help = "none, or total_mass: strength is multiplied by the figure's mass in kg"});
  v.field("strength", c.strength,
          {.help = "alpha of the ground's exponential spring",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .min = 0});
  v.field("rise", c.rise,
          {.help = "beta of the ground's exponential spring", .dim = dim::per_length, .min = 0});
  v.field("stiffness", c.stiffness,
          {.help = "of a linear spring beside it", .dim = dim::force_per_length, .min = 0});
  v.field(
      "damping", c.damping,
      {.help = "against the depth; the ground never pulls", .dim = dim::force_per_speed, .min = 0});
  v.field("restitution", c.restitution,
          {.help = "scales the force while parting; 1 is off; more adds energy", .min = 0});
  v.field("max_depth", c.max_depth,
          {.help = "where the exponent stops growing", .dim = dim::length, .positive = true});
  v.field("friction_model", c.friction_model,
          {.help = "a damper clamped to the friction cone, or Coulomb's force"});
  v.field("friction", c.friction, {.help = "coefficient, over simulated time", .min = 0});
  v.field("friction_damping", c.friction_damping,
          {.help = "of the damper along the ground", .dim = dim::force_per_speed, .min = 0});
}

template <class V>
void fields(V& v, StickySpec& s) {
  v.field("scale", s.scale,
          {.help = "none, or total_mass: strength and break_force are multiplied by the figure's "
                   "mass in kg"});
  v.field("strength", s.strength,
          {.help = "alpha of the exponential spring between a pad and where it touched",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .min = 0});
  v.field("rise", s.rise, {.help = "beta of that spring", .dim = dim::per_length, .min = 0});
  v.field("damping", s.damping, {.help = "beside it", .dim = dim::force_per_speed, .min = 0});
  v.field("break_force", s.break_force,
          {.help = "of the spring along the surface, above which a pad comes loose",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .positive = true});
  v.field("break_friction", s.break_friction,
          {.help = "how much more it takes, per force that presses the pad on", .min = 0});
  v.field("pull_force", s.pull_force,
          {.help = "of the spring off the surface, above which a pad comes loose",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .min = 0});
  v.field("restick_speed", s.restick_speed,
          {.help = "a loose pad that slides slower sticks again", .dim = dim::speed, .min = 0});
}

template <class V>
void fields(V& v, GroundSpec& g) {
  v.field("height", g.height, {.help = "of the level ground", .dim = dim::length});
  v.field("terrain", g.terrain, {.help = "uneven ground instead, its heights above `height`"});
  v.field("contact", g.contact, {.help = "how it pushes back"});
  v.field("sticky", g.sticky,
          {.help = "the contact points of legs' feet hold on to it while their leg wants them to"});
}

template <class V>
void fields(V& v, AttachmentSpec& a) {
  v.field("name", a.name, {.help = "for cues and conditions"});
  v.field("a", a.a, {.help = "FIGURE.BODY, or BODY of the only figure", .required = true});
  v.field("b", a.b, {.help = "FIGURE.BODY, BODY of the only figure, or world", .required = true});
  v.field("a_at", a.a_at, {.help = "the point on a, in its axes", .dim = dim::length});
  v.field("b_at", a.b_at, {.help = "the point on b, in its axes", .dim = dim::length});
  v.field("length", a.length, {.help = "at rest", .dim = dim::length, .min = 0});
  v.field("slack", a.slack, {.help = "whether it is a cord, which never pushes"});
  v.field("strength", a.strength,
          {.help = "alpha of its exponential spring", .dim = dim::force, .min = 0});
  v.field("rise", a.rise,
          {.help = "beta of its exponential spring", .dim = dim::per_length, .min = 0});
  v.field("stiffness", a.stiffness,
          {.help = "of its linear spring", .dim = dim::force_per_length, .min = 0});
  v.field("damping", a.damping, {.help = "along it", .dim = dim::force_per_speed, .min = 0});
  v.field("restitution", a.restitution,
          {.help = "scales the spring's force while it shortens; 1 is off", .min = 0});
  v.field("break_force", a.break_force,
          {.help = "beyond which it breaks", .dim = dim::force, .positive = true});
  v.field("break_length", a.break_length,
          {.help = "by which it may be longer than at rest", .dim = dim::length, .positive = true});
  v.field("on", a.on, {.help = "from the start; else a cue attaches it"});
}

template <class V>
void fields(V& v, ImpulseSpec& i) {
  v.field("restitution", i.restitution,
          {.help = "speed of parting over speed of approach; more than 1 adds energy", .min = 0});
  v.field("friction", i.friction, {.help = "coefficient, over simulated time", .min = 0});
  v.field("rest_speed", i.rest_speed,
          {.help = "what meets more slowly does not bounce; at least 2 g integrator.step, except "
                   "for rkf45 and bdf",
           .dim = dim::speed,
           .positive = true});
  v.field("tolerance", i.tolerance,
          {.help = "by how much bodies may overlap before a step is cut to when they met; what "
                   "rests does so by as much",
           .dim = dim::length,
           .positive = true});
}

template <class V>
void fields(V& v, CollisionsSpec& c) {
  v.field("figures", c.figures, {.help = "names or patterns of those that collide; all if none"});
  v.field("self", c.self, {.help = "names or patterns of those whose own bodies collide too"});
  v.field("contact", c.contact, {.help = "how bodies push each other back"});
  v.field("impulse", c.impulse,
          {.help = "instead of `contact`: figures of a single body, also on the ground, bounce at "
                   "once and conserve momentum"});
}

template <class V>
void fields(V& v, WorldSpec& w) {
  v.field("gravity", w.gravity, {.help = "x forward, y left, z up", .dim = dim::acceleration});
  v.field("ground", w.ground, {.help = "to stand on; else there is none"});
  v.field("collisions", w.collisions,
          {.help = "between figures; else they pass through each other"});
  v.field("attachments", w.attachments,
          {.help = "springs between bodies, or a body and the world", .by_name = true});
  v.field("particles", w.particles, {.help = "what throws sparks, by name", .by_name = true});
  v.field("attraction", w.attraction,
          {.help = "gravitational constant between all bodies, in N m2/kg2", .min = 0});
}

template <class V>
void fields(V& v, IntegratorSpec& i) {
  v.field("method", i.method, {.help = "how the simulation steps"});
  v.field("step", i.step,
          {.help = "fixed, or the first of rkf45", .dim = dim::time, .positive = true});
  v.field("tolerance", i.tolerance,
          {.help = "of rkf45 and bdf: error per step, relative to 1 + |x|", .positive = true});
  v.field("min_step", i.min_step,
          {.help = "of rkf45 and bdf: to need a shorter one is to blow up",
           .dim = dim::time,
           .positive = true});
  v.field("max_step", i.max_step, {.help = "of rkf45 and bdf", .dim = dim::time, .positive = true});
}

}  // namespace gambol
