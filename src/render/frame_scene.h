#pragma once

// Everything that light meets in one frame.

#include <vector>

#include "render/figures.h"
#include "render/ground.h"
#include "render/material.h"
#include "render/scene_lights.h"
#include "render/sparks.h"

namespace gambol {

// All places are around one origin.
struct FrameScene {
  FrameScene() = default;
  FrameScene(const FrameScene&) = delete;  // lights refer to figures
  FrameScene& operator=(const FrameScene&) = delete;

  Float3 origin;  // in the world
  MovingFigures figures;
  GroundSquare ground;
  SceneLights lights;
  std::unique_ptr<const Sparks> sparks;  // null if there are none
  const std::vector<Material>* materials = nullptr;
  const AlbedoTables* albedo = nullptr;

  // Every ray that paths trace through the figures, for benchmarks; null: not kept. Not for several
  // threads.
  struct TracedRay {
    Reach reach;
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

}  // namespace gambol
