#pragma once

// Light along one path, a surface at a time: next-event estimation towards lights, combined with
// scattered rays by the power heuristic. Who traces its rays is left to others.

#include <vector>

#include "render/camera.h"
#include "render/frame_scene.h"
#include "render/sampler.h"

namespace gambol {

// Which of the two ways of finding lights is used; `both` is right and best, the others are right
// too, and test it.
enum class LightStrategy { both, towards_lights, scattered };

struct PathSettings {
  int bounces = 3;        // after the first hit
  float clamp = 0;        // of what one indirect vertex adds; 0 is off
  float blur_glossy = 0;  // least roughness that paths see after a diffuse bounce
  LightStrategy strategy = LightStrategy::both;
};

struct PathLight {
  // Light that met no surface, one, or more.
  Float3 seen, direct, indirect;
  Float3 all() const { return seen + direct + indirect; }
};

class Path;

// Light that comes to a path unless a figure stands in its way.
struct Look {
  Reach reach;
  Float3 light;
  bool direct = false;  // see PathLight
  Path* path = nullptr;
};
// looks[k] holds the k-th of each path: those towards the same light are together.
using Looks = std::vector<std::vector<Look>>;

class Path {
 public:
  // From the camera along a ray whose footprint is `cone`. Scene and settings must outlive it.
  Path(const FrameScene& scene, const PathSettings& settings, const Ray& ray, RayCone cone,
       const Sampler& sampler)
      : scene_(scene), settings_(settings), ray_(ray), cone_(cone), sampler_(sampler) {}

  // The ray to trace next, up to where it meets the ground.
  Reach reach();
  // Goes on from what figure that ray met (null: none). False if the path ends.
  bool go_on(const SurfaceHit* hit, Looks& looks);
  void get(const Look& look) { (look.direct ? light_.direct : light_.indirect) += look.light; }

  const PathLight& light() const { return light_; }
  const FirstHit& first() const { return first_; }

 private:
  void add(Float3 light, int surfaces);
  Float3 clamped(Float3 light) const;
  void start_dimension(std::uint32_t of_bounce);
  bool find_surface(const SurfaceHit* hit);
  bool see_lights(float before);
  void meet_lights(float before);
  void leave();
  void describe_surface(const SurfaceHit* hit, float distance);
  void see_glow(const SurfaceHit* hit);
  bool scatter(Looks& looks);
  void look_at_lights(const ShadingFrame& frame, const Bsdf& bsdf, Looks& looks);
  void look_at_sparks(const ShadingFrame& frame, Looks& looks);
  void look_at(const LightSample& s, float count, const ShadingFrame& frame, const Bsdf& bsdf,
               Looks& looks);
  void look(const Ray& ray, float distance, Float3 light, Looks& looks);
  float weight_by_chance(float density) const;
  bool was_first() const { return depth_ == 1; }  // where the ray scattered

  const FrameScene& scene_;
  const PathSettings& settings_;
  Ray ray_;
  RayCone cone_;
  Sampler sampler_;
  FirstHit first_;
  PathLight light_;
  int depth_ = 0;
  std::size_t looks_ = 0;  // from this surface
  Float3 throughput_ = Float3(1);
  float scatter_pdf_ = 0;  // of the ray, over solid angle; 0 for the camera's
  Float3 scatter_point_, scatter_normal_;
  float min_alpha_ = 0;
  float to_ground_ = 0;  // infinite: misses it
  // Where the ray ended.
  Float3 point_, normal_, geometric_normal_;
  const Surface* surface_ = nullptr;  // of the material, or changed_
  Surface changed_;
  bool front_ = true;
};

}  // namespace gambol
