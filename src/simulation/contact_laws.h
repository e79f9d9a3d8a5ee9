#pragma once

// The laws of contact at one instant, from the specs of a shot.

#include "contact/answer/ground_reaction.h"
#include "figure/figure_spec.h"
#include "shot/world_spec.h"

namespace gambol {

// `mass` (kg) multiplies the strength if the spec scales it by total_mass.
ContactLaw contact_law(const ContactSpec& spec, double mass, double time);
// `mass` (kg) multiplies the strength and both forces if the spec scales them by total_mass.
PadLaw pad_law(const StickySpec& spec, double mass);
ContactLayer contact_layer(const CushionSpec& spec);

GroundSurface ground_surface(const GroundSpec& spec);  // level or terrain, which `spec` owns
GroundLaw ground_law(const GroundSpec& spec, double figure_mass, double time);

}  // namespace gambol
