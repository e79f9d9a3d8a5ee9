#pragma once

// The force between two surfaces that overlap at a point: a spring and a damper along the normal,
// friction across it (McKenna's PhD thesis, MIT 1994, "seed 003", section 5.7, Eq. 72-78). Level
// ground, terrain and bodies use the same law.

#include <array>

#include "contact/answer/contact_layer.h"
#include "contact/answer/point_reaction.h"

namespace gambol {

// damper: Eq. 77, a damper whose force is limited. coulomb: Eq. 76, always the limit. arctan: Eq.
// 78, with gamma for its lambda and the velocity along the surface: as strong as the damper at
// rest, it tends to the limit smoothly. What bears a load creeps on the first and the third, and
// jerks on the second. A damper with a spring beside it within the same limit holds a point where
// it touched until the limit is reached: stick-slip friction (Cundall and Strack 1979). Where that
// spring is anchored is a Pad's (contact/answer/pads.h).
enum class FrictionLaw { damper, coulomb, arctan };

// The law's values at one instant. The limit of friction is `friction` times the normal force.
struct ContactLaw {
  double strength = 0;      // alpha, N
  double rise = 0;          // beta, 1/m
  double stiffness = 0;     // N/m
  double damping = 0;       // N*s/m; the normal force never pulls
  double restitution = 1;   // Eq. 74: scales the spring's force while the surfaces separate
  double max_depth = 0.01;  // m: depth at which the exponent is clamped
  FrictionLaw friction_law = FrictionLaw::damper;
  double friction = 0;            // coefficient
  double friction_damping = 0;    // b_h of Eq. 77 and 78, N*s/m
  double friction_stiffness = 0;  // N/m, of damper: the spring to where the point touched
  // Scales that spring's force while the point returns to where it touched.
  double friction_restitution = 1;
  // Soft layers of the bodies that touch, in series with the spring and damper above; null: none.
  // The second only with the first.
  std::array<const ContactLayer*, 2> cushions{};
};

// `normal` is the unit vector out of the surface, `depth` (m) the point's depth within it,
// `velocity` (m/s) the point's velocity relative to it, `stretch` (m) the way along the surface
// from the point to where friction's spring is anchored. With h = 0 the result is the force at this
// instant. With h > 0 (s) it is the force at the end of a step of length h, linearised in the
// acceleration about the depth that the present velocity leads to by then, so that stiff contact
// needs no small steps: a point that will be within the surface is pushed before it enters, a point
// that will have left is not. (Linearised about the beginning of the step, the exponential's
// tangent would be far too flat for a fast approach; an approach through several of the
// exponential's lengths takes its chord.) The clamp of friction is held constant over the step.
PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h, const Vec3& stretch = Vec3::Zero());

// The part of `stretch` that the limit of friction leaves: what is stretched further slides, and
// its anchor follows. For a point that presses on the surface with `load`, N.
Vec3 held_stretch(const ContactLaw& law, double load, const Vec3& stretch);

}  // namespace gambol
