#pragma once

// What made a result: hashes of all inputs that a simulation, or a picture, depends on. Comments,
// layout, units, the names of files and where they lie do not count; the content of files does.

#include <string>

#include "shot/look_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

// World, integrator, figures (but not what is only seen of them), controllers, cues, and the film's
// sampling. A camera or look edit leaves it.
std::string motion_hash(const ShotSpec& shot);

// Of the motion alone, whatever film is made of it.
std::string motion_hash(const MotionSpec& motion);

// All of that, and camera, look, materials, visible shapes and preset.
std::string picture_hash(const ShotSpec& shot, const PresetSpec& preset);

// The files, beside YAML, whose content all of that depends on.
std::vector<std::string> content_files(const ShotSpec& shot);

// Of a sequence's own words: parts, cards, transitions, overlays. Neither its shots nor its sound
// count, nor how the movie is encoded.
std::string sequence_hash(const SequenceSpec& sequence);

}  // namespace gambol
