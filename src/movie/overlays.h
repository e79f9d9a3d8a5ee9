#pragma once

// Overlays: stepping patterns, oscillators, captions, clocks and burn-ins, drawn onto tone-mapped
// frames. They read the poses alone, never a simulation.

#include <string>
#include <vector>

#include "image/drawing.h"
#include "movie/burn_in.h"
#include "poses/poses.h"
#include "shot/overlay_spec.h"

namespace gambol {

struct ShotSpec;

// The overlays of a frame (from 0) on a picture of width x height pixels, or of an eye's picture.
// All sizes scale with the picture. Throws InputError if the poses lack a channel that an overlay
// shows.
Drawing overlay_drawing(const ShotSpec& shot, const Poses& poses, int frame, int width, int height);

// Adds the overlays that show no simulation (captions and burn-ins) to `drawing`, at `film` s of a
// film that ends at `end` s; of other overlays only the background.
void add_plain_overlays(const std::vector<OverlaySpec>& overlays, const BurnInFacts& facts,
                        double film, double end, Drawing& drawing);

// Draws a shot's overlays onto a frame, for both eyes at the same place. For a shot without
// overlays it does nothing and loads no module.
void draw_overlays(const ShotSpec& shot, const Poses& poses, int frame, Image8& picture);

// Whether any overlay shows a recorded channel of the poses.
bool overlays_show_poses(const ShotSpec& shot);
// Hash of the channels that overlays show, and of the names that burn-ins show: film_hash() covers
// neither.
std::string overlays_hash(const ShotSpec& shot, const Poses& poses);

}  // namespace gambol
