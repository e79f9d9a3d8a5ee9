#include "render/spark_look.h"

#include <algorithm>

#include "render/blackbody.h"

namespace gambol {

SparkLook::SparkLook(const ParticleLookSpec& spec)
    : radius(float(spec.radius)), glow(float(spec.glow)) {
  constexpr int steps = 64;
  for (int i = 0; i <= steps; ++i) {
    const double part = double(i) / steps;
    const Float3 color =
        spec.color ? Float3(*spec.color) : blackbody_color(spec.temperature.at(part));
    radiance_.push_back(color * float(spec.brightness.at(part)));
  }
}

Float3 SparkLook::radiance(float part) const {
  const float x = std::clamp(part, 0.0f, 1.0f) * float(radiance_.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(x), radiance_.size() - 2);
  return lerp(radiance_[i], radiance_[i + 1], x - float(i));
}

}  // namespace gambol
