#pragma once

// The glowing particles of one frame. Their image is integrated over the open shutter exactly: each
// particle is a streak whose brightness is proportional to the time that the particle spends at a
// point, so that streaks need no minimum number of samples. Surfaces are lit by the particles
// through samples of a few clusters of them. Rays that scattered off a surface do not see streaks,
// because that light is already counted.

#include <vector>

#include "poses/poses.h"
#include "render/camera.h"
#include "render/figures.h"
#include "render/float3.h"
#include "render/sampler.h"
#include "render/shutter.h"
#include "render/spark_look.h"

namespace gambol {

// A particle's path, from a to b, over a part of the time that the shutter is open.
struct Streak {
  Float3 a, b;
  float radius = 0;
  Float3 radiance;   // along the middle, mean over the open shutter
  Float3 intensity;  // of the light that it casts, mean over the open shutter
};

// Streaks of the particles from film time `open` to `close` (frames), in order of emitter and
// number, relative to `origin`. A streak is at least as wide as a pixel, whose footprint is
// `pixel`; a widened streak is correspondingly fainter.
std::vector<Streak> streaks(const Poses& poses, const std::vector<SparkLook>& looks,
                            const Shutter& shutter, double open, double close, const Vec3& origin,
                            RayCone pixel);

class Sparks {
 public:
  Sparks(const EmbreeDevice& device, std::vector<Streak> streaks);
  Sparks(const Sparks&) = delete;  // Embree keeps its address
  Sparks& operator=(const Sparks&) = delete;

  // Light of the streaks along a ray, up to `distance`; `direction` has unit length.
  Float3 seen(Float3 origin, Float3 direction, float distance) const;

  struct Pick {
    Float3 direction;  // towards the cluster
    float distance = 0;
    Float3 irradiance;  // at normal incidence, divided by the probability of the pick
  };
  // Picks one cluster, with a probability proportional to its brightness at p.
  Pick pick(Float3 p, float which, Sample2 where) const;

 private:
  struct Cluster {
    Float3 center, intensity;
    float brightness = 0;  // luminance of the intensity
    float spread = 0;      // m
  };
  void cluster(std::vector<int>& members, std::size_t first, std::size_t last, int leaves);

  std::vector<Streak> streaks_;
  std::vector<Cluster> clusters_;
  EmbreeScene scene_;
};

}  // namespace gambol
