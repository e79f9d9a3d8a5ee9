#pragma once

// How things are shown: materials, lights, sky, ground and the quality presets.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"

namespace gambol {

// A principled surface. Colours are linear bt.709.
struct MaterialSpec {
  Place place;
  std::string name;
  Vec3 color = Vec3(0.5, 0.5, 0.5);
  double metallic = 0;
  double roughness = 0.5;
  double specular = 0.5;  // 0.5 is a dielectric of index 1.5
  double coat = 0;        // weight of a clear coat of index 1.5
  double coat_roughness = 0.1;
  Vec3 emission = Vec3::Zero();  // W/sr/m2, arbitrary scale
};

// Ruled lines on the ground, as on Muybridge's plates.
struct GridSpec {
  Place place;
  double spacing = 0.01;       // m between lines
  double bold_every = 10;      // every n-th line is bold
  double width = 0.0002;       // m
  double bold_width = 0.0006;  // m
  Vec3 color = Vec3(0.1, 0.1, 0.1);
};

struct GroundLookSpec {
  Place place;
  std::string material;
  double extent = 2;  // m: half the side of the square that is seen
  std::optional<GridSpec> grid;
};

enum class LightKind { sun, area };

struct LightSpec {
  Place place;
  LightKind kind = LightKind::sun;
  Vec3 color = Vec3(1, 1, 1);
  Curve intensity = Curve(1.0);  // sun: irradiance at normal incidence; area: radiance; film time
  Vec3 direction = Vec3(0, 0, -1);   // sun: where its light travels
  double angle = 0.00925;            // sun: angular diameter, rad
  Vec3 position = Vec3(0, 0, 1);     // area: centre, m
  Vec3 target = Vec3::Zero();        // area: faces this point
  double width = 0.1, height = 0.1;  // area: m
  bool follow = false;               // area: rides with the camera's followed body
};

// A smooth sky: zenith, horizon and a nadir that only reflections see.
struct SkySpec {
  Place place;
  Vec3 zenith = Vec3(0.3, 0.45, 0.8);
  Vec3 horizon = Vec3(0.8, 0.85, 0.9);
  Vec3 nadir = Vec3(0.2, 0.2, 0.2);
  Curve intensity = Curve(1.0);  // film time
};

struct LookSpec {
  Place place;
  std::string file;
  std::vector<MaterialSpec> materials;
  std::optional<GroundLookSpec> ground;
  std::vector<LightSpec> lights;
  SkySpec sky;
  double exposure = 0;  // stops
};

struct PresetSpec {
  Place place;
  std::string name;
  int width = 640, height = 360;
  int samples = 16;          // per pixel
  int bounces = 3;           // indirect bounces after the first hit
  int shutter_poses = 5;     // poses inside the shutter, for motion blur
  double clamp = 0;          // of indirect samples; 0 is off
  double blur_glossy = 0.3;  // least roughness seen after a diffuse bounce; fewer fireflies
};

LookSpec load_look(const std::string& path);
// `name` is a preset of render/presets/, or a path to a YAML file.
PresetSpec load_preset(const std::string& name);

}  // namespace gambol
