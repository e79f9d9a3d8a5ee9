#pragma once

// Sticky pads (McKenna's MS thesis, MIT 1990, "seed 000", section 5.3, Animation 6; App. D
// `bodygroundstick`, `groundstickea`, `groundstickeB`). Every contact point of a leg's feet is a
// pad, unless the leg names its pads. A pad that touches while its leg's adhesion is on sticks
// where it touched: an exponential spring and a damper hold it to that place, along the surface and
// against leaving it. The spring breaks if it is pulled along the surface harder than `break_force`
// plus `break_friction` times the load that presses the pad on, or off the surface harder than
// `pull_force`. The pad then slides with the surface's ordinary friction until it has slowed down
// to `restick_speed`, and sticks again where it is. A leg releases all its pads by switching its
// adhesion off.
//
// Where friction holds by a spring (ContactLaw::friction_stiffness), a pad that rubs or slips keeps
// that spring's anchor, and then every contact point of every body is a pad; only those of feet
// stick.

#include "contact/answer/point_reaction.h"

namespace gambol {

// The law of one figure's pads.
struct PadLaw {
  double strength = 0;                     // alpha, N
  double rise = 0;                         // beta, 1/m
  double damping = 0;                      // N*s/m
  double break_force = 0, pull_force = 0;  // N
  double break_friction = 0;               // N per N of load
  double restick_speed = 0;                // m/s
};

// slipping: it has broken. rubs: nothing but friction's spring holds it.
enum class Grip { free, stuck, slipping, rubs };

// The state of one pad, part of State. Body::first_pad numbers the pads.
struct Pad {
  Grip grip = Grip::free;
  Vec3 p_B = Vec3::Zero();      // the point that holds, from Bo
  Vec3 p_W = Vec3::Zero();      // where it holds
  Vec3 normal = Vec3::UnitZ();  // W, out of the surface there
  int breaks = 0;               // number of times that the spring has broken
};

// Vector from the pad to its anchor: along the surface while the pad is pressed into it, in all
// directions while the pad is pulled off.
struct PadStretch {
  Vec3 u = Vec3::Zero();  // W, from the pad to its anchor
  bool pulled_off = false;
};
PadStretch pad_stretch(const Pad& pad, const Frame& X_WB);

// The way along a surface of that `normal` from a pad to its anchor, for friction's spring.
Vec3 rub_stretch(const Pad& pad, const Frame& X_WB, const Vec3& normal);

// The load (N) that must press the pad on for it to hold: -infinity if it holds without load,
// infinity if no load can hold it (the spring is pulled off, or `break_friction` is 0).
double load_to_hold(const PadLaw& law, const Pad& pad, const PadStretch& stretch);

// The force of a stuck pad on its body. See react() for h.
PointReaction pad_reaction(const PadLaw& law, const Pad& pad, const PadStretch& stretch,
                           const Vec3& velocity, double h);

}  // namespace gambol
