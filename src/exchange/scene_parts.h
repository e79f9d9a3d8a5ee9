#pragma once

// The parts of make_scene() and show_frames(), each of which fills its members of the scene: show_*
// those with [frame], add_* all others. `numbers` are those of the poses.

#include <optional>
#include <string>
#include <vector>

#include "exchange/make_scene.h"

namespace gambol {

class BodyNumbers;
struct CastSpec;

// materials, pictures, lights, sky, exposure, tone, ground.
void add_look(const ShotSpec& shot, const SceneSight& sight, Scene& scene);
void show_look(const ShotSpec& shot, FrameSpan span, Scene& scene);
// meshes, bodies, placements, layers. Needs the materials.
void add_bodies(const ShotSpec& shot, const Poses& poses, const BodyNumbers& numbers, int segments,
                Scene& scene);
void show_bodies(const ShotSpec& shot, const Poses& poses, FrameSpan span, Scene& scene);
// figures, and their bodies at rest. Needs the bodies.
void add_figures(const ShotSpec& shot, const Poses& poses, const BodyNumbers& numbers,
                 Scene& scene);
void show_figures(const ShotSpec& shot, const Poses& poses, FrameSpan span, Scene& scene);
// [frame] The balance of a figure; nothing if the poses lack the forces on its bodies.
std::optional<std::vector<SceneBalance>> balance_of(const CastSpec& cast, const Poses& poses,
                                                    const BodyNumbers& numbers, FrameSpan span);
// skins. Needs the materials.
void add_skins(const ShotSpec& shot, const BodyNumbers& numbers, Scene& scene);

// Index into the scene's materials; 0, the neutral grey, for a name that is empty or unknown.
std::size_t material_named(const Scene& scene, const std::string& name);

// "<figure>/<body>": the name of a body in the poses.
std::string body_name(const CastSpec& cast, const std::string& body);

}  // namespace gambol
