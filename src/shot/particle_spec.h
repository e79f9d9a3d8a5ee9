#pragma once

// Emitters of particles, such as sparks, and how particles fly and look. Plain data, in SI units
// and radians. Particles collide with the ground only; they exert no force on anything.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

// Emission when bodies of some figures begin to touch others, or the ground.
struct TouchEmissionSpec {
  Place place;
  std::vector<std::string> of;    // FIGURE or FIGURE.BODY, names or patterns
  std::vector<std::string> with;  // likewise, or "ground"
  double apart = 0.01;            // s without contact after which a contact counts as new
};
void fields(Fields& v, TouchEmissionSpec& of);

// A point on a body, or in the world, that emits particles.
struct EmitterPointSpec {
  Place place;
  std::string body;                  // "figure.body" or "world"
  Vec3 at = Vec3::Zero();            // m, in the body's frame
  Vec3 direction = Vec3(0, 0, 1.0);  // in the body's axes
};
void fields(Fields& v, EmitterPointSpec& of);

// The look of a particle over its life. The time of the curves is the elapsed part of its life, 0
// to 1.
struct ParticleLookSpec {
  Place place;
  double radius = 1e-4;               // m
  Curve temperature = Curve(2500.0);  // K: its colour is that of a black body
  std::optional<Vec3> color;          // linear bt.709, instead of the temperature's
  Curve brightness = Curve(100.0);    // luminance of its surface, in the unit of lights
  double glow = 1;                    // multiplies the light it casts, not its own look
};
void fields(Fields& v, ParticleLookSpec& of);

// An emitter throws particles at each of its events.
struct EmitterSpec {
  Place place;
  std::string name;
  std::vector<std::string> breaks;  // attachments, names or patterns: emits at both ends
  std::optional<TouchEmissionSpec> touches;
  std::optional<EmitterPointSpec> point;  // for cues
  Vec2 count = Vec2(10, 10);              // particles at once, least and most
  double rate = 0;                        // later bursts per s, at random
  double lasting = 0;                     // s of bursts after a break or a cue, fading to 0
  Vec2 burst = Vec2(1, 1);                // particles of a later burst, least and most
  Vec2 speed = Vec2(0.5, 1);              // m/s, least and most
  double spread = 1.5707963267948966;     // rad: half the angle of the cone
  double inherit = 1;                     // part of the velocity of the emitting point
  Vec2 life = Vec2(0.2, 0.4);             // s, least and most
  double drag = 0;                        // 1/s: dv/dt = -drag v
  double gravity = 1;                     // times the world's
  double restitution = 0.3;               // part of the normal speed kept in a bounce
  double friction = 0.3;                  // coefficient of a bounce
  int capacity = 1000;                    // most particles alive; the oldest is removed
  ParticleLookSpec look;
};
void fields(Fields& v, EmitterSpec& of);

}  // namespace gambol
