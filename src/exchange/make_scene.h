#pragma once

// Makes the scene of a shot from the shot and its poses.

#include <functional>
#include <vector>

#include "exchange/scene.h"
#include "poses/poses.h"

namespace gambol {

struct ShotSpec;

// What only the renderer can compute, and choices of the caller.
struct SceneSight {
  double aspect = 16.0 / 9;  // width over height of the film's frame
  // Of a view, counted as in ShotSpec::all_views(), in a frame.
  std::function<SceneCamera(std::size_t view, int frame)> camera;
  std::vector<std::vector<Vec3>> embers;         // [emitter of the poses][part of life] radiance
  std::optional<SceneSkyMap> sky;                // of a sky that is no gradient, intensity 1
  std::vector<SceneLight> suns;                  // of that sky
  std::map<std::string, ScenePicture> pictures;  // of textures, by their files
  int segments = 48;                             // of round surfaces per full turn
};

// A scene that shows no frame yet. The poses must have one. Throws InputError for bodies that the
// poses lack, and as make_skin() does.
Scene make_scene(const ShotSpec& shot, const Poses& poses, const SceneSight& sight);

// Makes a scene of make_scene() show these frames of the film, and no others. Only what they need
// is read of the poses.
void show_frames(const ShotSpec& shot, const Poses& poses, const SceneSight& sight, FrameSpan span,
                 Scene& scene);

}  // namespace gambol
