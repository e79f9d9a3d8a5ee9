// Every field of the world and its integrator. See schema/fields.h.

#include "schema/fields.h"
#include "shot/world_spec.h"

namespace gambol {

void fields(Fields& v, ContactSpec& c) {
  v.field("scale", c.scale,
          {.help = "none, or total_mass: the figure's mass in kg multiplies strength"});
  v.field("strength", c.strength,
          {.help = "alpha of the ground's exponential spring; default: 1.8 times the weight of the "
                   "figure, or 0 if `stiffness` is given",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .min = 0});
  v.field("rise", c.rise,
          {.help = "beta of the ground's exponential spring; default: 100 over the height of the "
                   "figure",
           .dim = dim::per_length,
           .min = 0});
  v.field(
      "stiffness", c.stiffness,
      {.help = "stiffness of a linear spring in parallel", .dim = dim::force_per_length, .min = 0});
  v.field("damping", c.damping,
          {.help = "damping of the penetration; the ground never pulls; default: 10 times the mass "
                   "of the figure over the time that it takes to fall its height",
           .dim = dim::force_per_speed,
           .min = 0});
  v.field("restitution", c.restitution,
          {.help = "factor of the force during separation; 1 is off; more adds energy", .min = 0});
  v.field("max_depth", c.max_depth,
          {.help = "depth at which the exponent is clamped; default: 30 over rise",
           .dim = dim::length,
           .positive = true});
  v.field(
      "friction_model", c.friction_model,
      {.help = "a damper clamped to the friction cone, on which loads creep; Coulomb's force; "
               "arctan: a damper that tends to the friction cone smoothly; or stick: a spring and "
               "that damper, clamped together, which hold until they slip; default: stick on the "
               "ground and on obstacles, the damper between figures"});
  v.field("friction", c.friction, {.help = "friction coefficient, over simulated time", .min = 0});
  v.field("friction_damping", c.friction_damping,
          {.help = "damping along the ground; default: as that of `damping`",
           .dim = dim::force_per_speed,
           .min = 0});
  v.field("friction_stiffness", c.friction_stiffness,
          {.help = "of friction_model stick: spring along the ground to where a point touched; "
                   "default: 180 times the weight of the figure over its height",
           .dim = dim::force_per_length,
           .positive = true});
  v.field("friction_restitution", c.friction_restitution,
          {.help = "of friction_model stick: factor of that spring's force while the point "
                   "returns to where it touched; default: 1, which is off",
           .min = 0,
           .max = 1});
}

void fields(Fields& v, StickySpec& s) {
  v.field("scale", s.scale,
          {.help = "none, or total_mass: the figure's mass in kg multiplies strength, break_force "
                   "and pull_force"});
  v.field("strength", s.strength,
          {.help = "alpha of the exponential spring between a pad and the point where it touched; "
                   "default: 1.8 times the weight of the figure",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .min = 0});
  v.field("rise", s.rise,
          {.help = "beta of the spring between a pad and the point where it touched; default: 100 "
                   "over the height of the figure",
           .dim = dim::per_length,
           .min = 0});
  v.field("damping", s.damping,
          {.help = "damping in parallel to that spring; default: 10 times the mass of the figure "
                   "over the time that it takes to fall its height",
           .dim = dim::force_per_speed,
           .min = 0});
  v.field("break_force", s.break_force,
          {.help = "force of the spring along the surface above which a pad comes loose",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .positive = true});
  v.field("break_friction", s.break_friction,
          {.help = "increase of break_force per force that presses the pad on", .min = 0});
  v.field("pull_force", s.pull_force,
          {.help = "force of the spring off the surface above which a pad comes loose",
           .dim = dim::force,
           .or_dim = {dim::force_per_mass},
           .min = 0});
  v.field(
      "restick_speed", s.restick_speed,
      {.help = "sliding speed below which a loose pad sticks again; default: a fiftieth of that "
               "after a fall of the figure's height",
       .dim = dim::speed,
       .min = 0});
}

void fields(Fields& v, GroundSpec& g) {
  v.field("height", g.height, {.help = "height of the level ground", .dim = dim::length});
  v.field("terrain", g.terrain, {.help = "uneven ground instead; its heights are above `height`"});
  v.field("contact", g.contact, {.help = "force law of contacts with the ground"});
  v.field("sticky", g.sticky,
          {.help = "sticky pads: the contact points of legs' feet hold on to the ground while "
                   "their leg wants them to"});
}

void fields(Fields& v, AttachmentSpec& a) {
  v.field("name", a.name, {.help = "name for cues and conditions"});
  v.field("a", a.a, {.help = "FIGURE.BODY, or BODY of the only figure", .required = true});
  v.field("b", a.b, {.help = "FIGURE.BODY, BODY of the only figure, or world", .required = true});
  v.field("a_at", a.a_at, {.help = "point on a, in its axes", .dim = dim::length});
  v.field("b_at", a.b_at, {.help = "point on b, in its axes", .dim = dim::length});
  v.field("length", a.length, {.help = "length at rest", .dim = dim::length, .min = 0});
  v.field("slack", a.slack, {.help = "whether the attachment is a cord, which never pushes"});
  v.field("strength", a.strength,
          {.help = "alpha of the exponential spring", .dim = dim::force, .min = 0});
  v.field("rise", a.rise,
          {.help = "beta of the exponential spring", .dim = dim::per_length, .min = 0});
  v.field("stiffness", a.stiffness,
          {.help = "stiffness of the linear spring", .dim = dim::force_per_length, .min = 0});
  v.field("damping", a.damping,
          {.help = "damping along the spring", .dim = dim::force_per_speed, .min = 0});
  v.field("restitution", a.restitution,
          {.help = "factor of the spring's force while it shortens; 1 is off", .min = 0});
  v.field("break_force", a.break_force,
          {.help = "force beyond which the attachment breaks; default: none",
           .dim = dim::force,
           .positive = true});
  v.field(
      "break_length", a.break_length,
      {.help = "stretch beyond the length at rest at which the attachment breaks; default: none",
       .dim = dim::length,
       .positive = true});
  v.field("on", a.on, {.help = "whether it is attached from the start; if not, a cue attaches it"});
}

void fields(Fields& v, CollidingPairSpec& p) {
  v.field("a", p.a, {.help = "FIGURE or FIGURE.BODY, names or patterns", .required = true});
  v.field("b", p.b,
          {.help = "FIGURE or FIGURE.BODY, names or patterns, with which a collides",
           .required = true});
}

void fields(Fields& v, CollisionsSpec& c) {
  v.field("figures", c.figures,
          {.help = "names or patterns of figures that push each other apart; default: all; []: "
                   "none"});
  v.field("self", c.self,
          {.help = "names or patterns of figures whose own bodies push each other apart; default: "
                   "all whose file does not say `self_contact: false`; []: none"});
  v.field("pairs", c.pairs,
          {.help = "pairs of figures or bodies that collide, instead of `figures` and `self`; "
                   "bodies of one figure that overlap from the start never collide, and those "
                   "that a joint joins only beyond it"});
  v.field("contact", c.contact,
          {.help = "force law of contacts between bodies; default of its spring: a linear one of "
                   "180 times the weight of the lighter figure over its height, or 3 times "
                   "between bodies of one figure, which are soft"});
  v.gone("impulse", "world.contact: {type: impulse}, which is for the ground and all bodies");
}

void fields(Fields& v, WorldContactSpec& c) {
  v.field("type", c.type,
          {.help = "penalty: springs, those of ground.contact and collisions.contact; impulse: "
                   "impulses through whole figures, which need no springs",
           .required = true});
  v.field("friction", c.friction,
          {.help = "of impulses: friction coefficient, over simulated time", .min = 0});
  v.field("restitution", c.restitution,
          {.help = "of impulses: how much of an impact a bounce gives back; what `law` compares",
           .min = 0,
           .max = 1});
  v.field("law", c.law,
          {.help = "of impulses: restitution compares the work of the impulse during approach and "
                   "separation (stronge, which never adds energy), the impulses (poisson) or the "
                   "speeds (newton)"});
  v.field("bounce_speed", c.bounce_speed,
          {.help = "of impulses: speed of approach below which bodies do not bounce; at least 2 g "
                   "integrator.step",
           .dim = dim::speed,
           .positive = true});
  v.field(
      "slop", c.slop,
      {.help = "of impulses: overlap that is left alone", .dim = dim::length, .positive = true});
  v.field("separation", c.separation,
          {.help = "of impulses: share of the overlap beyond `slop` that every step removes",
           .min = 0,
           .max = 1});
  v.field("tolerance", c.tolerance,
          {.help = "of impulses: rounds over all contacts end when none changes a velocity by more",
           .dim = dim::speed,
           .positive = true});
  v.field("most_rounds", c.most_rounds,
          {.help = "of impulses: most rounds over all contacts in a step", .min = 1});
}

void fields(Fields& v, WorldSpec& w) {
  v.field("gravity", w.gravity,
          {.help = "acceleration of gravity; x forward, y left, z up", .dim = dim::acceleration});
  v.field("ground", w.ground, {.help = "ground to stand on; default: none"});
  v.field("contact", w.contact,
          {.help = "whether springs or impulses keep figures off the ground and each other; "
                   "default: springs"});
  v.field("collisions", w.collisions,
          {.help = "which bodies push each other apart; default: all, those of one figure too"});
  v.field("overlaps", w.overlaps,
          {.help = "noted: what passes through itself or another figure, because no collisions are "
                   "asked for, is remarked on when the shot is simulated; allowed: it is meant",
           .touches = Touches::nothing});
  v.field("obstacles", w.obstacles,
          {.help = "what stands in the world and does not move; every figure touches it",
           .by_name = true});
  v.field("attachments", w.attachments,
          {.help = "springs between two bodies, or a body and the world", .by_name = true});
  v.field("particles", w.particles,
          {.help = "emitters of particles, such as sparks, by name", .by_name = true});
  v.field("attraction", w.attraction,
          {.help = "gravitational constant between all bodies, in N m2/kg2", .min = 0});
}

void fields(Fields& v, IntegratorSpec& i) {
  v.field("method", i.method,
          {.help = "integration method; first_order: velocities follow forces as if nothing had "
                   "momentum, to find where a figure comes to rest"});
  v.field("step", i.step,
          {.help = "fixed step, or the first step of a method that chooses its steps",
           .dim = dim::time,
           .positive = true});
  v.field("tolerance", i.tolerance,
          {.help = "for a method that chooses its steps: error per step, relative to 1 + |x|",
           .positive = true});
  v.field("min_step", i.min_step,
          {.help = "for a method that chooses its steps: least step; if a shorter one is needed, "
                   "the simulation blows up",
           .dim = dim::time,
           .positive = true});
  v.field("max_step", i.max_step,
          {.help = "for a method that chooses its steps: largest step",
           .dim = dim::time,
           .positive = true});
  v.field("time_constant", i.time_constant,
          {.help = "for first_order: the velocity is this time multiplied by the acceleration that "
                   "the forces cause from rest",
           .dim = dim::time,
           .positive = true});
}

}  // namespace gambol
