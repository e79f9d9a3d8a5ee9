#pragma once

// Lights of one frame that have a place or a direction of their own. What moves with the camera's
// followed body, or along keyframes, moves while the shutter is open: `time` is in [0, 1] of that.

#include <limits>

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

class Light {
 public:
  LightKind kind = LightKind::sun;
  bool seen = false;

  bool is_far() const { return kind == LightKind::sun; }
  LightSample sample(Float3 p, Sample2 u, float time) const;
  // False if the ray misses the light.
  bool hit(Float3 origin, Float3 direction, float time, LightHit& hit) const;

  // What a choice between lights needs. Of a light with a place.
  struct Extent {
    Float3 low, high;                // a box around it
    Float3 axis;                     // about which it faces
    float spread = 0, emission = 0;  // rad: of its normals about the axis, of its light about them
    float power = 0;
  };
  Extent extent() const;

 private:
  friend Light make_light(const LightSpec& spec, double opens, double closes, const Vec3& ride_open,
                          const Vec3& ride_close);
  friend Light make_sun(const Vec3& towards, double angle, const Vec3& irradiance);
  struct Placement {
    Float3 center, facing, u, v;  // u and v: half the sides of a rectangle, or unit vectors
  };
  Placement at(float time) const;
  LightSample sample_sun(Sample2 u) const;
  LightSample sample_flat(const Placement& at, Float3 p, Sample2 u) const;
  LightSample sample_ball(const Placement& at, Float3 p, Sample2 u) const;
  bool hit_sun(Float3 direction, LightHit& hit) const;
  bool hit_flat(const Placement& at, Float3 origin, Float3 direction, LightHit& hit) const;
  bool hit_ball(const Placement& at, Float3 origin, Float3 direction, LightHit& hit) const;
  // Of what leaves a flat light at this cosine from its axis.
  Float3 leaving(float cosine) const;

  Float3 radiance_;
  bool moves_ = false;
  Placement opens_, closes_;
  float tan_radius_ = 0;  // sun
  float radius_ = 0, area_ = 0;
  float cos_cone_ = -1, cos_full_ = -1;  // spot: where its light ends, where it is full
};

// Places are taken around the frame's origin: both rides are where the followed body is (or zero)
// less that origin. Times are film time, s.
Light make_light(const LightSpec& spec, double opens, double closes, const Vec3& ride_open,
                 const Vec3& ride_close);
// `irradiance` at normal incidence.
Light make_sun(const Vec3& towards, double angle, const Vec3& irradiance);

}  // namespace gambol
