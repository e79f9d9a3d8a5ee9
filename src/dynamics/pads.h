#pragma once

// Sticky pads (seed 000 section 5.3, Animation 6; App. D `bodygroundstick`, `groundstickea`,
// `groundstickeB`). Every contact point of a leg's feet is a pad. One that touches while its leg's
// adhesion is on sticks where it touched: an exponential spring and a damper hold it to that place,
// along the surface, and against leaving it. A spring breaks that is pulled along the surface
// harder than `break_force` plus `break_friction` times the load that presses the pad on, or off
// the surface harder than `pull_force`; the pad then slides with the surface's ordinary friction
// until it has slowed down, and sticks again where it is. A leg lets go of all its pads by
// switching its adhesion off.

#include <vector>

#include "dynamics/articulated_body.h"
#include "dynamics/contact_law.h"

namespace gambol {

// A StickySpec as one figure feels it.
struct PadLaw {
  double strength = 0;                     // alpha, N
  double rise = 0;                         // beta, 1/m
  double damping = 0;                      // N*s/m
  double break_force = 0, pull_force = 0;  // N
  double break_friction = 0;
  double restick_speed = 0;
};
PadLaw pad_law(const StickySpec& spec, double mass);

enum class Grip { free, stuck, slipping };

// What evolves of one pad: part of the State. Pads are numbered by Body::first_pad.
struct Pad {
  Grip grip = Grip::free;
  Vec3 p_B = Vec3::Zero();      // the point that holds, from Bo
  Vec3 p_W = Vec3::Zero();      // where it holds
  Vec3 normal = Vec3::UnitZ();  // W, out of the surface there
  int breaks = 0;               // how often it has broken
};

// How far the anchor is from the pad: in the surface while the pad is pressed into it, in space
// while it is pulled off.
struct PadStretch {
  Vec3 u = Vec3::Zero();  // W, from the pad to its anchor
  bool pulled_off = false;
};
PadStretch pad_stretch(const Pad& pad, const Frame& X_WB);

// How many newtons must press the pad on for it to hold; infinite if it is pulled off.
double load_to_hold(const PadLaw& law, const Pad& pad, const PadStretch& stretch);

// The force of a stuck pad on its body. See react() for h.
PointReaction pad_reaction(const PadLaw& law, const Pad& pad, const PadStretch& stretch,
                           const Vec3& velocity, double h);

}  // namespace gambol
