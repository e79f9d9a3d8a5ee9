#pragma once

// Lights of one frame that have a position or a direction. A light that moves with the camera's
// followed body, or along keyframes, moves while the shutter is open: `time` is in [0, 1] over that
// period.

#include <limits>

#include "render/float3.h"
#include "render/sampler.h"
#include "shot/look_spec.h"

namespace gambol {

template <class F>
struct LightSampleOf {
  Float3Of<F> direction;  // towards the light
  F distance = 0;
  Float3Of<F> radiance;
  F pdf = 0;  // over solid angle; 0: no light arrives
};
using LightSample = LightSampleOf<float>;
using LightSamples = LightSampleOf<Floats>;

template <class F>
struct LightHitOf {
  Float3Of<F> radiance;
  F pdf = 0;
  F distance = 0;
};

class Light {
 public:
  LightKind kind = LightKind::sun;
  bool seen = false;

  bool is_far() const { return kind == LightKind::sun; }
  template <class F>
  LightSampleOf<F> sample(const Float3Of<F>& p, Sample2Of<F> u, F time) const;
  // False if the ray misses the light.
  template <class F>
  MaskOf<F> hit(const Float3Of<F>& origin, const Float3Of<F>& direction, F time,
                LightHitOf<F>& hit) const;

  // Bounds for the light tree, for a light with a position.
  struct Extent {
    Float3 low, high;                // bounding box
    Float3 axis;                     // mean direction of its normals
    float spread = 0, emission = 0;  // rad: of the normals about the axis, of the light about them
    float power = 0;
  };
  Extent extent() const;

 private:
  friend Light make_light(const LightSpec& spec, double opens, double closes, const Vec3& ride_open,
                          const Vec3& ride_close);
  friend Light make_sun(const Vec3& towards, double angle, const Vec3& irradiance);
  template <class F>
  struct PlacementOf {
    Float3Of<F> center, facing, u, v;  // u and v: half the sides of a rectangle, or unit vectors
  };
  using Placement = PlacementOf<float>;
  template <class F>
  PlacementOf<F> at(F time) const;
  template <class F>
  LightSampleOf<F> sample_sun(Sample2Of<F> u) const;
  template <class F>
  LightSampleOf<F> sample_flat(const PlacementOf<F>& at, const Float3Of<F>& p,
                               Sample2Of<F> u) const;
  template <class F>
  LightSampleOf<F> sample_ball(const PlacementOf<F>& at, const Float3Of<F>& p,
                               Sample2Of<F> u) const;
  template <class F>
  MaskOf<F> hit_sun(const Float3Of<F>& ray, LightHitOf<F>& hit) const;
  template <class F>
  MaskOf<F> hit_flat(const PlacementOf<F>& at, const Float3Of<F>& origin, const Float3Of<F>& ray,
                     LightHitOf<F>& hit) const;
  template <class F>
  MaskOf<F> hit_ball(const PlacementOf<F>& at, const Float3Of<F>& origin, const Float3Of<F>& ray,
                     LightHitOf<F>& hit) const;
  // Radiance that leaves the light in a direction with this cosine to its axis.
  template <class F>
  Float3Of<F> leaving(F cosine) const;

  Float3 radiance_;
  bool moves_ = false;
  Placement opens_, closes_;
  float tan_radius_ = 0;  // sun
  float radius_ = 0, area_ = 0;
  float cos_cone_ = -1, cos_full_ = -1;  // spot: where its light ends, where it is at full strength
};

// Positions are relative to the frame's origin: `ride_open` and `ride_close` are the position of
// the followed body (or zero) minus that origin as the shutter opens and closes. `opens` and
// `closes` are film times, s.
Light make_light(const LightSpec& spec, double opens, double closes, const Vec3& ride_open,
                 const Vec3& ride_close);
// `angle`: the diameter of the sun's disc, rad; `irradiance` at normal incidence.
Light make_sun(const Vec3& towards, double angle, const Vec3& irradiance);

}  // namespace gambol
