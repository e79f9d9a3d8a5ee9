#pragma once

// What throws particles, such as sparks, how they fly and how they are seen. Plain data, SI and
// radians. Particles touch the ground and are pushed by nothing else; they push nothing.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"

namespace gambol {

// Bodies of some figures that come to touch others, or the ground.
struct TouchEmissionSpec {
  Place place;
  std::vector<std::string> of;    // FIGURE or FIGURE.BODY, names or patterns
  std::vector<std::string> with;  // likewise, or "ground"
  double apart = 0.01;            // s: contact is new after so long without
};

// A place on a body, or in the world.
struct EmitterPointSpec {
  Place place;
  std::string body;                  // "figure.body" or "world"
  Vec3 at = Vec3::Zero();            // m, in its axes
  Vec3 direction = Vec3(0, 0, 1.0);  // in its axes
};

// How a particle looks over its life; the curves' time is the part of its life that is over, 0
// to 1.
struct ParticleLookSpec {
  Place place;
  double radius = 1e-4;               // m
  Curve temperature = Curve(2500.0);  // K: its colour is that of a glowing body
  std::optional<Vec3> color;          // linear bt.709, instead
  Curve brightness = Curve(100.0);    // luminance of its surface, as that of lights
  double glow = 1;                    // multiplies what it lights, not what is seen of it
};

// Something that throws particles each time that something happens.
struct EmitterSpec {
  Place place;
  std::string name;
  std::vector<std::string> breaks;  // attachments, names or patterns: from both of their ends
  std::optional<TouchEmissionSpec> touches;
  std::optional<EmitterPointSpec> point;  // for cues
  Vec2 count = Vec2(10, 10);              // particles at once, least and most
  double rate = 0;                        // bursts per s, at random, while it lasts
  double lasting = 0;                     // s after a break or a cue; the rate fades to 0
  Vec2 burst = Vec2(1, 1);                // particles of such a burst, least and most
  Vec2 speed = Vec2(0.5, 1);              // m/s, least and most
  double spread = 1.5707963267948966;     // rad: half the angle of the cone
  double inherit = 1;                     // part of the velocity of what throws them
  Vec2 life = Vec2(0.2, 0.4);             // s, least and most
  double drag = 0;                        // 1/s: dv/dt = -drag v
  double gravity = 1;                     // times the world's
  double restitution = 0.3;               // part of the normal speed that a bounce keeps
  double friction = 0.3;                  // coefficient of a bounce
  int capacity = 1000;                    // alive at most; the oldest goes first
  ParticleLookSpec look;
};

}  // namespace gambol
