#pragma once

// The laws of contact at one instant, from the specs of a shot.

#include "contact/answer/ground_reaction.h"
#include "figure/figure_spec.h"
#include "shot/cast_spec.h"
#include "shot/world_spec.h"

namespace gambol {

// What the constants that an author leaves open scale with: of the figure that touches.
struct ContactScale {
  double mass = 1;        // kg
  double height = 1;      // m, from its lowest to its highest point in the posture of its file
  double gravity = 9.81;  // m/s2
  double weight() const { return mass * gravity; }  // N
  double fall_time() const;                         // s, to fall by its height
};
// `gravity` is the world's at the start; without any, constants are those for 9.81 m/s2.
ContactScale contact_scale(const FigureSpec& figure, double mass, const Vec3& gravity);

// `open` is the model of friction where the spec has none.
ContactLaw contact_law(const ContactSpec& spec, const ContactScale& size, FrictionModel open,
                       double time);
// The law of bodies that touch each other: an open spring is linear. Limbs that cross are driven
// far into each other, where an exponential spring would throw them out.
// `own`: bodies of one figure, whose flesh gives way; their open spring and damper are softer.
ContactLaw law_between_bodies(const ContactSpec& spec, const ContactScale& size, bool own,
                              double time);
// The depth (m) at which a point bears `load` (N); infinite if it never does.
double depth_under(const ContactLaw& law, double load);
PadLaw pad_law(const StickySpec& spec, const ContactScale& size);
ContactLayer contact_layer(const CushionSpec& spec);

GroundSurface ground_surface(const GroundSpec& spec);  // level or terrain, which `spec` owns
// The law of a figure on a surface that stands still, the ground or an obstacle. Where a shot says
// how the surface is and the figure has soles of its own (CastSpec::contact), they are springs in
// series, and the lesser friction holds; else the one that there is.
ContactLaw law_on(const ContactSpec& surface, const CastSpec& cast, const ContactScale& size,
                  double time);
GroundLaw ground_law(const GroundSpec& spec, const CastSpec& cast, const ContactScale& size,
                     double time);

}  // namespace gambol
