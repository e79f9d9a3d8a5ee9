#pragma once

// Path tracing: next-event estimation towards lights, combined with scattered rays by the power
// heuristic. All paths advance one surface at a time: their rays are traced, then the hits are
// shaded, eight at a time; the lanes of paths that end are refilled with other paths.

#include <cstdint>
#include <limits>

#include "render/bsdf.h"
#include "render/camera.h"
#include "render/frame_scene.h"
#include "render/lane_stream.h"
#include "render/sampler.h"

namespace gambol {

// Which of the two strategies of finding lights paths use. All are correct; `both` is the best, the
// others serve to test it.
enum class LightStrategy { both, towards_lights, scattered };

struct PathSettings {
  int bounces = 3;        // after the first hit
  float clamp = 0;        // bound on what one indirect vertex adds; 0: off
  float fibre_clamp = 1;  // of `clamp`: on every vertex of a path that first meets a fibre
  float blur_glossy = 0;  // minimum roughness that paths see after a diffuse bounce
  LightStrategy strategy = LightStrategy::both;
};

// The result of a path.
struct PathResult {
  // Light that met no surface, one surface, or more on its way to the camera.
  Float3 seen, direct, indirect;
  Float3 all() const { return seen + direct + indirect; }
  // The path's first surface.
  bool any = false;  // false: the sky
  bool is_light = false, is_fibre = false;
  Float3 albedo, normal;
  int material = 0;
  std::uint32_t instance = FirstHit::no_instance;
  float most = std::numeric_limits<float>::infinity();  // bound on what a vertex adds

  Float3 bounded(Float3 light) const {
    const float brightest = max_component(light);
    return brightest > most ? light * (most / brightest) : light;
  }
};

class Paths {
 public:
  static constexpr int most = 64;

  // `cone`: the footprint of the camera rays. `scene` and `settings` must outlive this object.
  Paths(const FrameScene& scene, const PathSettings& settings, RayCone cone, std::uint32_t frame);

  // Starts paths along the first `count` lanes of `rays`, which are best of one pixel. `samples`:
  // see sample_index().
  void start(const Rays& rays, const Bits& samples, int count);
  // Traces all started paths to their ends.
  void trace();
  // In the order in which they were started.
  const std::vector<PathResult>& results() const { return results_; }
  std::uint64_t rays() const { return rays_; }  // traced so far, for all paths of this object
  void clear() { results_.clear(); }

 private:
  struct Going {
    Rays ray;
    Floats3 throughput{1, 1, 1};
    // At the ray's origin, where the path scattered.
    Floats scatter_pdf = 0;  // over solid angle; 0 for camera rays
    Floats3 scatter_normal;
    Floats min_alpha = 0;
    Bits sample;
    Ints number;  // index in results_
  };
  struct Met {
    Going path;
    SurfaceHits hit;  // instance -1: the level ground
  };
  // A shadow ray, and the light that it contributes to a path unless a figure is in its way.
  struct Look {
    Reaches reach;
    Floats3 light;
    Ints number;
  };
  // The surface points of eight paths, ready for shading.
  struct Place {
    Mask met;
    Floats3 point, normal, geometric_normal;
    Mask front;
    Surfaces surface;
  };

  void trace_rays();
  void trace_looks();
  void scatter_all();

  // In path_ends.cpp: the next surface, and lights and sky that rays meet before or instead of it.
  void find_surface(const Going& path, int count);
  Mask see_lights(const Going& path, const Mask& of, Floats before);
  void meet_lights(const Going& path, const Mask& of, Floats before);
  void leave(const Going& path, const Mask& of);

  void describe(const Met& met, Place& place) const;
  void see_glow(const Met& met, const Place& place);
  void note_strand(const Met& met, const Place& place, int k, PathResult& result) const;
  void note_first(const Met& met, const Place& place, const Floats3& albedo);
  static void turn_strands(const Met& met, Place& place, ShadingFrameOf<Floats>& frame);
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
  bool was_first() const { return depth_ == 1; }  // rays scattered at the path's first surface

  const FrameScene& scene_;
  const PathSettings& settings_;
  RayCone camera_cone_;
  std::uint32_t frame_;
  std::vector<PathResult> results_;
  LaneStream<Going> going_{most};
  LaneStream<Met> met_{most};
  std::vector<LaneStream<Look>> looks_;  // [which look of a hit]: same lights are together
  std::size_t next_look_ = 0;
  int depth_ = 0;
  std::uint64_t rays_ = 0;
};

}  // namespace gambol
