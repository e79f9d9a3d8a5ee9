#pragma once

// Light along paths: next-event estimation towards lights, combined with scattered rays by the
// power heuristic.

#include <vector>

#include "render/camera.h"
#include "render/figures.h"
#include "render/ground.h"
#include "render/material.h"
#include "render/sampler.h"
#include "render/scene_lights.h"
#include "render/sparks.h"

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

// Everything that light meets in one frame, around one origin.
struct FrameScene {
  FrameScene() = default;
  FrameScene(const FrameScene&) = delete;  // lights refer to figures
  FrameScene& operator=(const FrameScene&) = delete;

  Float3 origin;  // in the world
  MovingFigures figures;
  Ground ground;
  SceneLights lights;
  std::unique_ptr<const Sparks> sparks;  // null if there are none
  const std::vector<Material>* materials = nullptr;
  const AlbedoTables* albedo = nullptr;

  // Every ray that paths trace through the figures, for benchmarks; null: not kept. Not for several
  // threads.
  struct TracedRay {
    Ray ray;
    float distance;
    bool shadow;
  };
  std::vector<TracedRay>* traced = nullptr;
};

// What the first surface of a path is, for the layers of a picture.
struct FirstHit {
  bool any = false;  // else the sky
  bool is_light = false;
  float distance = 0;
  Float3 p, normal, albedo;
  int material = 0;
  std::uint32_t instance = no_instance;  // of the figures, or none: the level ground
  SurfaceHit surface;
  static constexpr std::uint32_t no_instance = ~0u;
};

// Of a ray that sees no lights.
FirstHit first_hit(const FrameScene& scene, const Ray& ray);

struct PathLight {
  Float3 direct, indirect;  // light that met at most one surface; the rest
  int rays = 0;             // that were traced
  Float3 all() const { return direct + indirect; }
};

// Radiance that arrives against the ray, whose footprint is `cone`. `first` is told what it met.
PathLight trace_path(const FrameScene& scene, const PathSettings& settings, Ray ray, RayCone cone,
                     Sampler& sampler, FirstHit& first);

}  // namespace gambol
