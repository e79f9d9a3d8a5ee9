#pragma once

#include <vector>

#include "render/float3.h"
#include "shot/particle_spec.h"

namespace gambol {

// The appearance of the particles of one emitter over their lives.
class SparkLook {
 public:
  explicit SparkLook(const ParticleLookSpec& spec);
  float radius = 0, glow = 1;
  Float3 radiance(float part_of_life) const;

 private:
  std::vector<Float3> radiance_;
};

}  // namespace gambol
