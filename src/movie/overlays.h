#pragma once

// What is seen beside the figure: stepping patterns, oscillators, captions, clocks and burn-ins,
// drawn onto tone-mapped frames. They read the poses' channels alone, never a simulation.

#include <string>
#include <vector>

#include "image/drawing.h"
#include "movie/burn_in.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// The overlays of a frame (from 0) on a picture of that size in pixels. Everything scales with the
// picture. Throws InputError if the poses lack a channel that an overlay shows.
Drawing overlay_drawing(const ShotSpec& shot, const Poses& poses, int frame, int width, int height);

// Those that show no simulation (captions and burn-ins) at `film` s of a film that ends at `end`,
// added to `drawing`; of others only the background.
void add_plain_overlays(const std::vector<OverlaySpec>& overlays, const BurnInFacts& facts,
                        double film, double end, Drawing& drawing);

// Draws them. A shot without overlays leaves the picture as it is, and loads nothing.
void draw_overlays(const ShotSpec& shot, const Poses& poses, int frame, Image8& picture);

// Whether any of them shows what the poses recorded.
bool overlays_show_poses(const ShotSpec& shot);
// Of all that overlays read of the poses, besides what film_hash covers.
std::string overlays_hash(const ShotSpec& shot, const Poses& poses);

}  // namespace gambol
