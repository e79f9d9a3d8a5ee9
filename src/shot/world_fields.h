#pragma once

// Every field of the world and its integrator. See shot/field.h.

#include "shot/field.h"
#include "shot/names.h"
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
          {.help = "scales the force while parting; 1 is off", .min = 0, .max = 1});
  v.field("max_depth", c.max_depth,
          {.help = "where the exponent stops growing", .dim = dim::length, .positive = true});
  v.field("friction_model", c.friction_model,
          {.help = "a damper clamped to the friction cone, or Coulomb's force"});
  v.field("friction", c.friction, {.help = "coefficient, over simulated time", .min = 0});
  v.field("friction_damping", c.friction_damping,
          {.help = "of the damper along the ground", .dim = dim::force_per_speed, .min = 0});
}

template <class V>
void fields(V& v, GroundSpec& g) {
  v.field("height", g.height, {.help = "of the level ground", .dim = dim::length});
  v.field("contact", g.contact, {.help = "how it pushes back"});
}

template <class V>
void fields(V& v, WorldSpec& w) {
  v.field("gravity", w.gravity, {.help = "x forward, y left, z up", .dim = dim::acceleration});
  v.field("ground", w.ground, {.help = "to stand on; else there is none"});
}

template <class V>
void fields(V& v, IntegratorSpec& i) {
  v.field("method", i.method, {.help = "how the simulation steps"});
  v.field("step", i.step,
          {.help = "fixed, or the first of rkf45", .dim = dim::time, .positive = true});
  v.field("tolerance", i.tolerance,
          {.help = "of rkf45: error per step, relative to 1 + |x|", .positive = true});
  v.field("min_step", i.min_step,
          {.help = "of rkf45: to need a shorter one is to blow up",
           .dim = dim::time,
           .positive = true});
  v.field("max_step", i.max_step, {.help = "of rkf45", .dim = dim::time, .positive = true});
}

}  // namespace gambol
