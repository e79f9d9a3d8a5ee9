#pragma once

// Lights at one instant of film time. Sun and area lights are sampled towards and, when a path
// meets them by chance, weighted against that; the smooth sky is only met by chance.

#include <vector>

#include "render/float3.h"
#include "render/sampler.h"
#include "shot/look_spec.h"

namespace gambol {

struct LightSample {
  Float3 direction;  // towards the light
  float distance = 0;
  Float3 radiance;
  float pdf = 0;  // over solid angle; 0: nothing arrives
};

struct LightHit {
  Float3 radiance;
  float pdf = 0;
  float distance = 0;
};

struct Light {
  LightKind kind = LightKind::sun;
  Float3 radiance;
  Float3 direction;  // towards the sun, or the way an area light faces
  Float3 tangent, bitangent;
  float tan_radius = 0;           // sun
  Float3 center, half_u, half_v;  // area
  float area = 0;

  LightSample sample(Float3 p, Sample2 u) const;
  // False if the ray misses the light.
  bool hit(Float3 origin, Float3 direction, LightHit& hit) const;
};

// `origin` is subtracted from places; `ride` is where the followed body is, for lights that follow.
Light make_light(const LightSpec& spec, double film_time, const Vec3& origin, const Vec3& ride);

struct Sky {
  Float3 zenith, horizon, nadir;
  Float3 radiance(Float3 direction) const {
    const float t = std::sqrt(std::min(std::abs(direction.z), 1.0f));
    return lerp(horizon, direction.z > 0 ? zenith : nadir, t);
  }
};

Sky make_sky(const SkySpec& spec, double film_time);

}  // namespace gambol
