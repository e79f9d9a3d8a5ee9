#pragma once

// A clear sky: sunlight scattered once by air and haze and absorbed by ozone, over a spherical
// earth (Nishita et al., "Display of the earth taking into account atmospheric scattering", 1993),
// at eleven wavelengths.

#include "render/environment.h"

namespace gambol {

class PhysicalSky {
 public:
  explicit PhysicalSky(const SkySpec& spec);

  Vec3 sun_towards() const { return sun_; }
  // At normal incidence at the ground, on a scale where the sun's irradiance above the atmosphere
  // is white and 4.
  Vec3 sun_irradiance() const;
  Vec3 radiance(const Vec3& direction) const;  // above the horizon, on the same scale
  SkyMap map(Float3 below) const;

 private:
  Vec3 sun_;
  double haze_;
};

}  // namespace gambol
