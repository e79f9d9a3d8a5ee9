#pragma once

// The glowing particles of one frame. What the camera sees of them is integrated over the open
// shutter exactly: each is a streak as bright as the time that it spends at a place, so that no
// number of samples is too small for it. What they light is found by picking one of a few clusters
// of them. Rays that scattered off a surface do not see streaks: that light is already counted.

#include <vector>

#include "poses/poses.h"
#include "render/camera.h"
#include "render/figures.h"
#include "render/float3.h"
#include "render/sampler.h"
#include "render/shutter.h"
#include "shot/shot_spec.h"

namespace gambol {

// How the particles of one emitter look over their lives.
class SparkLook {
 public:
  explicit SparkLook(const ParticleLookSpec& spec);
  float radius = 0, glow = 1;
  Float3 radiance(float part_of_life) const;

 private:
  std::vector<Float3> radiance_;
};

// A particle's way for some of the time that the shutter is open.
struct Streak {
  Float3 a, b;
  float radius = 0;
  Float3 radiance;   // along the middle, as a mean over the open shutter
  Float3 intensity;  // of the light that it throws, likewise
};

// Streaks of the particles from film time `open` to `close` (frames), in order of emitter and
// number, around `origin`. A streak is at least as wide as a pixel, whose footprint is `pixel`, and
// then fainter.
std::vector<Streak> streaks(const Poses& poses, const std::vector<SparkLook>& looks,
                            const Shutter& shutter, double open, double close, const Vec3& origin,
                            RayCone pixel);

class Sparks {
 public:
  Sparks(RTCDevice device, std::vector<Streak> streaks);
  Sparks(const Sparks&) = delete;  // Embree keeps its address
  Sparks& operator=(const Sparks&) = delete;

  // Light along a ray, of unit direction, as far as `distance`.
  Float3 seen(Float3 origin, Float3 direction, float distance) const;

  struct Pick {
    Float3 direction;  // towards it
    float distance = 0;
    Float3 irradiance;  // at normal incidence, divided by the chance to be picked
  };
  // One cluster, as likely as it is bright at p.
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
