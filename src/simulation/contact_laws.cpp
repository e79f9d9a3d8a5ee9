#include "simulation/contact_laws.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/gravity.h"
#include "figure/body_measures.h"

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

double ContactScale::fall_time() const { return std::sqrt(2 * height / gravity); }

ContactScale contact_scale(const FigureSpec& figure, double mass, const Vec3& gravity) {
  constexpr double dense = 1000;  // kg/m3, of water
  ContactScale scale;
  scale.mass = mass;
  if (gravity.norm() > 0)
    scale.gravity = gravity.norm();
  else
    scale.gravity = standard_gravity;
  std::vector<std::size_t> all(figure.bodies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Vec2 z = extent(figure, all, 2);
  scale.height = z[1] - z[0];
  // Something flat or without shapes: as high as a cube of water of its mass.
  if (!(scale.height > 0 && std::isfinite(scale.height))) scale.height = std::cbrt(mass / dense);
  return scale;
}

ContactLaw contact_law(const ContactSpec& c, const ContactScale& size, FrictionModel open,
                       double time) {
  const ContactFactors of;
  const FrictionModel model = c.friction_model.value_or(open);
  ContactLaw law;
  if (c.strength)
    law.strength = *c.strength * (c.scale == MassScale::total_mass ? size.mass : 1.0);
  else if (c.stiffness == 0)
    law.strength = of.strength * size.weight();
  law.rise = c.rise.value_or(of.rise / size.height);
  law.stiffness = c.stiffness;
  law.damping = c.damping.value_or(of.damping * size.mass / size.fall_time());
  law.restitution = c.restitution;
  law.max_depth = c.max_depth.value_or(law.rise > 0 ? of.largest_exponent / law.rise : 1.0);
  law.friction_law = friction_law(model);
  law.friction = c.friction.at(time);
  law.friction_damping = c.friction_damping.value_or(of.damping * size.mass / size.fall_time());
  law.friction_stiffness = 0;
  if (model == FrictionModel::stick)
    law.friction_stiffness =
        c.friction_stiffness.value_or(of.friction_stiffness * size.weight() / size.height);
  law.friction_restitution = c.friction_restitution.value_or(1);
  return law;
}

ContactLaw law_between_bodies(const ContactSpec& spec, const ContactScale& size, bool own,
                              double time) {
  ContactLaw law = contact_law(spec, size, FrictionModel::damper, time);
  if (spec.strength || spec.stiffness > 0) return law;
  const ContactFactors of;
  law.strength = 0;
  law.stiffness = (own ? of.own_stiffness : of.friction_stiffness) * size.weight() / size.height;
  if (own) law.damping = spec.damping.value_or(of.own_damping * size.mass / size.fall_time());
  return law;
}

PadLaw pad_law(const StickySpec& s, const ContactScale& size) {
  const ContactFactors of;
  const double scale = s.scale == MassScale::total_mass ? size.mass : 1.0;
  return {s.strength ? *s.strength * scale : of.strength * size.weight(),
          s.rise.value_or(of.rise / size.height),
          s.damping.value_or(of.damping * size.mass / size.fall_time()),
          s.break_force * scale,
          s.pull_force * scale,
          s.break_friction,
          s.restick_speed.value_or(of.restick_speed * 2 * size.height / size.fall_time())};
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

namespace {

// Two springs with dampers, one behind the other: stiffness and damping of both together as long as
// the motion is slow beside their time constants.
struct Spring {
  double stiffness, damping;
};
Spring in_series(const Spring& a, const Spring& b) {
  const double sum = a.stiffness + b.stiffness;
  if (!(sum > 0)) return {0, std::min(a.damping, b.damping)};
  const double by_a = b.stiffness / sum, by_b = a.stiffness / sum;  // shares of the way
  return {a.stiffness * by_a, a.damping * by_a * by_a + b.damping * by_b * by_b};
}

// Of laws that are not both linear, the softer one under the figure's weight on three points.
ContactLaw in_series(const ContactLaw& soles, const ContactLaw& ground, double load) {
  ContactLaw both = soles;
  if (soles.strength != 0 || ground.strength != 0) {
    if (depth_under(ground, load) > depth_under(soles, load)) both = ground;
  } else {
    const Spring normal =
        in_series({soles.stiffness, soles.damping}, {ground.stiffness, ground.damping});
    both.stiffness = normal.stiffness;
    both.damping = normal.damping;
  }
  if (soles.friction_stiffness > 0 && ground.friction_stiffness > 0) {
    const Spring along = in_series({soles.friction_stiffness, soles.friction_damping},
                                   {ground.friction_stiffness, ground.friction_damping});
    both.friction_stiffness = along.stiffness;
    both.friction_damping = along.damping;
  }
  both.friction = std::min(soles.friction, ground.friction);
  return both;
}

}  // namespace

double depth_under(const ContactLaw& law, double load) {
  const auto force = [&](double d) {
    return law.strength * std::expm1(law.rise * std::min(d, law.max_depth)) + law.stiffness * d;
  };
  double low = 0, high = 1e6;
  if (force(high) < load) return INFINITY;
  for (int i = 0; i < 100; ++i) (force((low + high) / 2) < load ? low : high) = (low + high) / 2;
  return high;
}

ContactLaw law_on(const ContactSpec& surface, const CastSpec& cast, const ContactScale& size,
                  double time) {
  const auto law = [&](const ContactSpec& spec) {
    return contact_law(spec, size, FrictionModel::stick, time);
  };
  if (!cast.contact) return law(surface);
  if (surface.place.line == 0) return law(*cast.contact);  // nobody wrote it
  return in_series(law(*cast.contact), law(surface), size.weight() / 3);
}

GroundLaw ground_law(const GroundSpec& spec, const CastSpec& cast, const ContactScale& size,
                     double time) {
  GroundLaw ground;
  ground.surface = ground_surface(spec);
  ground.law = law_on(spec.contact, cast, size, time);
  if (spec.sticky) ground.pads = pad_law(*spec.sticky, size);
  return ground;
}

}  // namespace gambol
