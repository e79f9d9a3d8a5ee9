#pragma once

// The scene of one frame: figures, ground, lights, sparks and materials.

#include <vector>

#include "render/figures.h"
#include "render/ground.h"
#include "render/material.h"
#include "render/scene_lights.h"
#include "render/sparks.h"

namespace gambol {

// All positions are relative to `origin`.
struct FrameScene {
  FrameScene() = default;
  FrameScene(const FrameScene&) = delete;  // lights refer to figures
  FrameScene& operator=(const FrameScene&) = delete;

  Float3 origin;  // in the world frame
  MovingFigures figures;
  GroundSquare ground;
  SceneLights lights;
  std::unique_ptr<const Sparks> sparks;  // null if there are none
  const std::vector<Material>* materials = nullptr;
  const AlbedoTables* albedo = nullptr;

  // Records every ray that paths trace through the figures, for benchmarks; null: not recorded.
  // Not thread-safe.
  struct TracedRay {
    Reach reach;
    bool shadow;
  };
  std::vector<TracedRay>* traced = nullptr;
};

// The first surface of a path, for the layers of a picture.
struct FirstHit {
  bool any = false;  // false: the sky
  bool is_light = false;
  float distance = 0;
  Float3 p, normal, albedo;
  int material = 0;
  std::uint32_t instance = no_instance;  // in the figures; no_instance: the level ground
  SurfaceHit surface;
  static constexpr std::uint32_t no_instance = ~0u;
};

// The first surface that a ray meets, lights ignored.
FirstHit first_hit(const FrameScene& scene, const Ray& ray);

}  // namespace gambol
