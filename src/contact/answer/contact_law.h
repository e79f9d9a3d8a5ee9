#pragma once

// The force between two surfaces that overlap at a point: a spring and a damper along the normal,
// friction across it (McKenna's PhD thesis, MIT 1994, "seed 003", section 5.7, Eq. 72-77). Level
// ground, terrain and bodies use the same law.

#include "contact/answer/point_reaction.h"

namespace gambol {

// damper: Eq. 77, a damper whose force is limited. coulomb: Eq. 76, always the limit.
enum class FrictionLaw { damper, coulomb };

// The law's values at one instant. The limit of friction is `friction` times the normal force.
struct ContactLaw {
  double strength = 0;      // alpha, N
  double rise = 0;          // beta, 1/m
  double stiffness = 0;     // N/m
  double damping = 0;       // N*s/m; the normal force never pulls
  double restitution = 1;   // Eq. 74: scales the spring's force while the surfaces separate
  double max_depth = 0.01;  // m: depth at which the exponent is clamped
  FrictionLaw friction_law = FrictionLaw::damper;
  double friction = 0;          // coefficient
  double friction_damping = 0;  // b_h of Eq. 77, N*s/m
};

// `normal` is the unit vector out of the surface, `depth` (m) the point's depth within it,
// `velocity` (m/s) the point's velocity relative to it. With h = 0 the result is the force at this
// instant. With h > 0 (s) it is the force at the end of a step of length h, linearised in the
// acceleration about the depth that the present velocity leads to by then, so that stiff contact
// needs no small steps: a point that will be within the surface is pushed before it enters, a point
// that will have left is not. (Linearised about the beginning of the step, the exponential's
// tangent would be far too flat for a fast approach.) The clamp of friction is held constant over
// the step.
PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h);

}  // namespace gambol
