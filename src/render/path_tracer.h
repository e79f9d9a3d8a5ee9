#pragma once

// Light along paths, a surface at a time: next-event estimation towards lights, combined with
// scattered rays by the power heuristic. Paths go in step: their rays are traced, and what these
// met is shaded, eight at a time; those that end make room for others.

#include <cstdint>

#include "render/camera.h"
#include "render/frame_scene.h"
#include "render/lane_stream.h"
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

// What a path found.
struct PathResult {
  // Light that met no surface, one, or more.
  Float3 seen, direct, indirect;
  Float3 all() const { return seen + direct + indirect; }
  // What its first surface is.
  bool any = false;  // else the sky
  bool is_light = false;
  Float3 albedo, normal;
  int material = 0;
  std::uint32_t instance = FirstHit::no_instance;
};

class Paths {
 public:
  static constexpr int most = 64;

  // From the camera along rays whose footprint is `cone`. Scene and settings must outlive it.
  Paths(const FrameScene& scene, const PathSettings& settings, RayCone cone, std::uint32_t frame);

  // The first `count` lanes, best of one pixel. `samples`: see sample_index().
  void start(const Rays& rays, const Bits& samples, int count);
  // All that were started, to their ends.
  void trace();
  // In the order in which they were started.
  const std::vector<PathResult>& results() const { return results_; }
  std::uint64_t rays() const { return rays_; }  // that were traced, of all paths since it was made
  void clear() { results_.clear(); }

 private:
  struct Going {
    Rays ray;
    Floats3 throughput{1, 1, 1};
    // Of the ray where it scattered, which is its origin.
    Floats scatter_pdf = 0;  // over solid angle; 0 for the camera's
    Floats3 scatter_normal;
    Floats min_alpha = 0;
    Bits sample;
    Ints number;  // in results_
  };
  struct Met {
    Going path;
    SurfaceHits hit;  // instance -1: the level ground
  };
  // Light that comes to a path unless a figure stands in its way.
  struct Look {
    Reaches reach;
    Floats3 light;
    Ints number;
  };
  // Where paths are, as the tracer needs it.
  struct Place {
    Mask met;
    Floats3 point, normal, geometric_normal;
    Mask front;
    Surfaces surface;
  };

  void trace_rays();
  void trace_looks();
  void scatter_all();

  // path_ends.cpp: where rays end without a surface, or on the way to it.
  void find_surface(const Going& path, int count);
  Mask see_lights(const Going& path, const Mask& of, Floats before);
  void meet_lights(const Going& path, const Mask& of, Floats before);
  void leave(const Going& path, const Mask& of);

  void describe(const Met& met, Place& place) const;
  void see_glow(const Met& met, const Place& place);
  void note_first(const Met& met, const Place& place, const Floats3& albedo);
  void scatter(const Met& met, const Mask& of);
  void look_at_lights(const Going& path, const Place& place, const ShadingFrameOf<Floats>& frame,
                      const BsdfOf<Floats>& bsdf, Samplers& sampler);
  void look_at_sparks(const Going& path, const Place& place, const ShadingFrameOf<Floats>& frame,
                      Samplers& sampler);
  void look_at(const LightSamples& s, float count, const Going& path, const Place& place,
               const ShadingFrameOf<Floats>& frame, const BsdfOf<Floats>& bsdf);
  void look(const Mask& of, const Reaches& reach, const Floats3& light, const Going& path);

  void add(const Mask& to, const Going& path, const Floats3& light, int surfaces);
  Floats3 clamped(const Floats3& light) const;
  void start_dimension(Samplers& sampler, std::uint32_t of_bounce) const;
  Floats weight_by_chance(const Going& path, Floats density) const;
  bool was_first() const { return depth_ == 1; }  // where rays scattered

  const FrameScene& scene_;
  const PathSettings& settings_;
  RayCone camera_cone_;
  std::uint32_t frame_;
  std::vector<PathResult> results_;
  LaneStream<Going> going_{most};
  LaneStream<Met> met_{most};
  std::vector<LaneStream<Look>> looks_;  // [which]: those towards the same light are together
  std::size_t next_look_ = 0;
  int depth_ = 0;
  std::uint64_t rays_ = 0;
};

}  // namespace gambol
