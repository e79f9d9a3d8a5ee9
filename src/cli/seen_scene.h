#pragma once

// What the verbs that export a film have in common.

#include "exchange/scene.h"
#include "poses/poses.h"

namespace gambol {

struct ShotSpec;

// The scene of a shot with its cameras and embers as films show them. `segments`: of round surfaces
// per full turn. The shot and its poses must outlive it. Throws RunError (bad_motion) if the poses
// have no frame, and InputError as make_scene() does.
FilmedScene seen_film(const ShotSpec& shot, const Poses& poses, int segments);
// It, showing the whole film.
Scene seen_scene(const ShotSpec& shot, const Poses& poses, int segments);

}  // namespace gambol
