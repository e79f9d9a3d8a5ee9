// Every field of an emitter of particles. See schema/fields.h.

#include "schema/fields.h"
#include "shot/particle_spec.h"

namespace gambol {

void fields(Fields& v, TouchEmissionSpec& t) {
  v.field("of", t.of, {.help = "FIGURE or FIGURE.BODY, names or patterns", .required = true});
  v.field("with", t.with,
          {.help = "FIGURE or FIGURE.BODY, names or patterns, or `ground`", .required = true});
  v.field("apart", t.apart,
          {.help = "time without contact after which a contact counts as new",
           .dim = dim::time,
           .min = 0});
}

void fields(Fields& v, EmitterPointSpec& p) {
  v.field("body", p.body,
          {.help = "FIGURE.BODY, BODY of the only figure, or world", .required = true});
  v.field("at", p.at, {.help = "position of the point in the body's frame", .dim = dim::length});
  v.field("direction", p.direction, {.help = "direction of the cone in the body's axes"});
}

void fields(Fields& v, ParticleLookSpec& l) {
  v.field("radius", l.radius,
          {.help = "radius of the visible ball", .dim = dim::length, .positive = true});
  v.field("temperature", l.temperature,
          {.help = "temperature in kelvin, whose glow gives the colour; over the elapsed part of a "
                   "particle's life, 0 to 1",
           .min = 1667,
           .max = 25000});
  v.field("color", l.color,
          {.help = "colour, instead of the temperature's", .min = 0, .color = true});
  v.field("brightness", l.brightness,
          {.help = "luminance of the surface, in the unit of lights; over the elapsed part of a "
                   "particle's life, 0 to 1",
           .min = 0});
  v.field("glow", l.glow,
          {.help = "factor of the light that a particle casts on other things", .min = 0});
}

void fields(Fields& v, EmitterSpec& e) {
  v.field("name", e.name, {.help = "name for cues, and in the poses"});
  v.field(
      "breaks", e.breaks,
      {.help = "attachments (names or patterns) from whose ends particles fly when they break"});
  v.field("touches", e.touches, {.help = "contacts between bodies that throw particles"});
  v.field("point", e.point, {.help = "point from which particles fly when a cue says `emit`"});
  v.field("count", e.count, {.help = "number of particles at once, least and most", .min = 0});
  v.field("rate", e.rate,
          {.help = "rate of later random bursts, while a contact lasts or for `lasting`",
           .dim = dim::frequency,
           .min = 0});
  v.field("lasting", e.lasting,
          {.help = "duration of bursts after a break or a cue, with a rate that decreases to 0",
           .dim = dim::time,
           .min = 0});
  v.field("burst", e.burst,
          {.help = "number of particles in a later burst, least and most", .min = 0});
  v.field("speed", e.speed,
          {.help = "speed of particles at the start, least and most", .dim = dim::speed, .min = 0});
  v.field("spread", e.spread,
          {.help = "half the angle of the cone around the contact's normal or the end's direction",
           .dim = dim::angle,
           .min = 0,
           .max = 3.1415926535897932});
  v.field("inherit", e.inherit,
          {.help = "part of the velocity of the emitting point that particles start with"});
  v.field("life", e.life,
          {.help = "lifetime of particles, least and most", .dim = dim::time, .min = 0});
  v.field(
      "drag", e.drag,
      {.help = "drag of the air: speed lost per speed and time", .dim = dim::frequency, .min = 0});
  v.field("gravity", e.gravity, {.help = "gravity on particles, as a multiple of the world's"});
  v.field("restitution", e.restitution,
          {.help = "part of the normal speed kept in a bounce", .min = 0, .max = 1});
  v.field("friction", e.friction, {.help = "friction coefficient of a bounce", .min = 0});
  v.field("capacity", e.capacity,
          {.help = "largest number of particles alive; the oldest is removed first",
           .min = 1,
           .max = 100000});
  v.field("look", e.look, {.help = "look of the particles", .touches = Touches::picture});
}

}  // namespace gambol
