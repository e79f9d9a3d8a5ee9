#pragma once

// Makes the scene of a shot from the shot and its poses.

#include <vector>

#include "exchange/scene.h"
#include "poses/poses.h"

namespace gambol {

struct ShotSpec;

// What only the renderer can compute, and choices of the caller.
struct SceneSight {
  double aspect = 16.0 / 9;                       // width over height of the film's frame
  std::vector<std::vector<SceneCamera>> cameras;  // [as ShotSpec::all_views()][frame]
  std::vector<std::vector<Vec3>> embers;          // [emitter of the poses][part of life] radiance
  std::optional<SceneSkyMap> sky;                 // of a sky that is no gradient, intensity 1
  std::vector<SceneLight> suns;                   // of that sky, with [frame] intensity 1
  std::map<std::string, ScenePicture> pictures;   // of textures, by their files
  int segments = 48;                              // of round surfaces per full turn
};

// The poses must have a frame. Throws InputError for bodies that the poses lack, and as make_skin()
// does.
Scene make_scene(const ShotSpec& shot, const Poses& poses, const SceneSight& sight);

}  // namespace gambol
