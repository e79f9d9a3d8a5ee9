#pragma once

// Light along paths: next-event estimation towards sun and area lights, combined with scattered
// rays by the power heuristic.

#include <vector>

#include "render/camera.h"
#include "render/figures.h"
#include "render/ground.h"
#include "render/lights.h"
#include "render/material.h"
#include "render/sampler.h"
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
  MovingFigures figures;
  Ground ground;
  std::vector<Light> lights;
  Sky sky;
  std::unique_ptr<const Sparks> sparks;  // null if there are none
  const std::vector<Surface>* surfaces = nullptr;
  const AlbedoTable* albedo = nullptr;
};

// Radiance that arrives against the ray, whose footprint is `cone`.
Float3 trace_path(const FrameScene& scene, const PathSettings& settings, Ray ray, RayCone cone,
                  Sampler& sampler);

}  // namespace gambol
