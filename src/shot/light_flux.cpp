#include <cmath>
#include <numbers>

#include "shot/look_spec.h"

namespace gambol {
namespace {

constexpr double pi = std::numbers::pi;

// The flux (W) of a light whose intensity is 1. Luminous surfaces are Lambertian, a spot's too:
// its light is that cosine c times a factor, which fades like 3 t^2 - 2 t^3 over c in the rim
// (Light::leaving()).
double flux_of_one(const LightSpec& light) {
  switch (light.kind) {
    case LightKind::sun:
      return 1;
    case LightKind::area:
      return pi * light.width * light.height;
    case LightKind::disc:
      return pi * pi * light.radius * light.radius;
    case LightKind::sphere:
      return 4 * pi * pi * light.radius * light.radius;
    case LightKind::spot: {
      const double rim = std::cos(light.cone / 2),
                   full = std::cos(light.cone / 2 * (1 - light.soft));
      const double width = full - rim;
      return 2 * pi * ((1 - full * full) / 2 + width * (rim / 2 + 0.35 * width));
    }
  }
  return 1;
}

}  // namespace

Curve LightSpec::emitted() const {
  if (!flux) return intensity;
  Curve all = intensity;
  for (Curve::Key& key : all.keys) key.value /= flux_of_one(*this);
  return all;
}

}  // namespace gambol
