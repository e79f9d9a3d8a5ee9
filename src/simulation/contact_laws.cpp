#include "simulation/contact_laws.h"

namespace gambol {
namespace {

FrictionLaw friction_law(FrictionModel model) {
  switch (model) {
    case FrictionModel::damper:
    case FrictionModel::stick:
      return FrictionLaw::damper;
    case FrictionModel::coulomb:
      return FrictionLaw::coulomb;
    case FrictionModel::arctan:
      return FrictionLaw::arctan;
  }
  return FrictionLaw::damper;
}

}  // namespace

ContactLaw contact_law(const ContactSpec& c, double mass, double time) {
  ContactLaw law;
  law.strength = c.strength * (c.scale == MassScale::total_mass ? mass : 1.0);
  law.rise = c.rise;
  law.stiffness = c.stiffness;
  law.damping = c.damping;
  law.restitution = c.restitution;
  law.max_depth = c.max_depth;
  law.friction_law = friction_law(c.friction_model);
  law.friction = c.friction.at(time);
  law.friction_damping = c.friction_damping;
  law.friction_stiffness = c.friction_stiffness.value_or(0);
  law.friction_restitution = c.friction_restitution.value_or(1);
  return law;
}

PadLaw pad_law(const StickySpec& s, double mass) {
  const double scale = s.scale == MassScale::total_mass ? mass : 1.0;
  return {s.strength * scale,   s.rise,           s.damping,      s.break_force * scale,
          s.pull_force * scale, s.break_friction, s.restick_speed};
}

ContactLayer contact_layer(const CushionSpec& c) {
  // A trial stage of an explicit integrator may press far deeper than a motion does; this keeps the
  // force finite.
  constexpr double largest_exponent = 30;
  ContactLayer layer{c.strength, c.rise, c.stiffness, c.damping};
  if (c.rise > 0) layer.max_depth = largest_exponent / c.rise;
  return layer;
}

GroundSurface ground_surface(const GroundSpec& spec) {
  return {spec.height, spec.terrain ? spec.terrain->field.get() : nullptr};
}

GroundLaw ground_law(const GroundSpec& spec, double figure_mass, double time) {
  GroundLaw ground;
  ground.surface = ground_surface(spec);
  ground.law = contact_law(spec.contact, figure_mass, time);
  if (spec.sticky) ground.pads = pad_law(*spec.sticky, figure_mass);
  return ground;
}

}  // namespace gambol
