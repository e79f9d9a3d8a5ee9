#pragma once

// Every field of an emitter of particles. See shot/field.h.

#include "shot/field.h"
#include "shot/names.h"
#include "shot/particle_spec.h"

namespace gambol {

template <class V>
void fields(V& v, TouchEmissionSpec& t) {
  v.field("of", t.of, {.help = "FIGURE or FIGURE.BODY, names or patterns", .required = true});
  v.field("with", t.with,
          {.help = "FIGURE or FIGURE.BODY, names or patterns, or `ground`", .required = true});
  v.field("apart", t.apart,
          {.help = "a contact is new after so long without", .dim = dim::time, .min = 0});
}

template <class V>
void fields(V& v, EmitterPointSpec& p) {
  v.field("body", p.body,
          {.help = "FIGURE.BODY, BODY of the only figure, or world", .required = true});
  v.field("at", p.at, {.help = "in its axes", .dim = dim::length});
  v.field("direction", p.direction, {.help = "of the cone, in its axes"});
}

template <class V>
void fields(V& v, ParticleLookSpec& l) {
  v.field("radius", l.radius,
          {.help = "of the ball that is seen", .dim = dim::length, .positive = true});
  v.field("temperature", l.temperature,
          {.help = "in kelvin, whose glow gives the colour; over the part of its life, 0 to 1",
           .min = 1667,
           .max = 25000});
  v.field("color", l.color, {.help = "instead of the temperature's", .min = 0, .color = true});
  v.field("brightness", l.brightness,
          {.help = "luminance of its surface, as that of lights; over the part of its life, 0 to 1",
           .min = 0});
  v.field("glow", l.glow,
          {.help = "multiplies the light that it throws on other things", .min = 0});
}

template <class V>
void fields(V& v, EmitterSpec& e) {
  v.field("name", e.name, {.help = "for cues, and in the poses"});
  v.field("breaks", e.breaks,
          {.help = "attachments (names or patterns) from whose ends they fly when they break"});
  v.field("touches", e.touches, {.help = "contacts between bodies that throw them"});
  v.field("point", e.point, {.help = "where they fly from when a cue says `emit`"});
  v.field("count", e.count, {.help = "how many at once, least and most", .min = 0});
  v.field("rate", e.rate,
          {.help = "bursts that follow, at random, while a contact lasts or for `lasting`",
           .dim = dim::frequency,
           .min = 0});
  v.field(
      "lasting", e.lasting,
      {.help = "how long bursts follow a break or a cue, ever fewer", .dim = dim::time, .min = 0});
  v.field("burst", e.burst, {.help = "how many in such a burst, least and most", .min = 0});
  v.field("speed", e.speed, {.help = "least and most", .dim = dim::speed, .min = 0});
  v.field("spread", e.spread,
          {.help = "half the angle of the cone around the contact's normal or the end's direction",
           .dim = dim::angle,
           .min = 0,
           .max = 3.1415926535897932});
  v.field("inherit", e.inherit, {.help = "part of the velocity of what throws them"});
  v.field("life", e.life, {.help = "least and most", .dim = dim::time, .min = 0});
  v.field("drag", e.drag,
          {.help = "of the air: speed lost per speed and time", .dim = dim::frequency, .min = 0});
  v.field("gravity", e.gravity, {.help = "times the world's"});
  v.field("restitution", e.restitution,
          {.help = "part of the normal speed that a bounce keeps", .min = 0, .max = 1});
  v.field("friction", e.friction, {.help = "coefficient of a bounce", .min = 0});
  v.field("capacity", e.capacity,
          {.help = "alive at most; the oldest goes first", .min = 1, .max = 100000});
  v.field("look", e.look, {.help = "how they are seen", .touches = Touches::picture});
}

}  // namespace gambol
