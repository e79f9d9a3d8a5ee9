#pragma once

// What is seen beside the figure: stepping patterns, oscillators, captions and clocks, drawn onto
// tone-mapped frames. They read the poses' channels alone, never a simulation.

#include <string>

#include "image/drawing.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// The overlays of a frame (from 0) on a picture of that size in pixels. Everything scales with the
// picture. Throws InputError if the poses lack a channel that an overlay shows.
Drawing overlay_drawing(const ShotSpec& shot, const Poses& poses, int frame, int width, int height);

// Draws them. A shot without overlays leaves the picture as it is, and loads nothing.
void draw_overlays(const ShotSpec& shot, const Poses& poses, int frame, Image8& picture);

// Of all that overlays read of the poses, besides what film_hash covers.
std::string overlays_hash(const ShotSpec& shot, const Poses& poses);

}  // namespace gambol
