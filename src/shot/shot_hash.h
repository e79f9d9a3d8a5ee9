#pragma once

// Hashes of all inputs that a simulation, or a picture, depends on: they identify what a result was
// made from. Comments, layout, units, and the names and folders of files do not affect them; the
// content of files does.

#include <string>
#include <vector>

namespace gambol {

struct MotionSpec;
struct PresetSpec;
struct SequenceSpec;
struct ShotSpec;

// Hash of the world, integrator, figures (except what is only seen of them), controllers, cues, and
// the film's sampling. An edit of the camera or the look does not change it.
std::string motion_hash(const ShotSpec& shot);

// Hash of the motion alone, without the film's sampling.
std::string motion_hash(const MotionSpec& motion);

// Hash of everything in motion_hash(shot) and of the camera, look, materials, visible shapes and
// preset.
std::string picture_hash(const ShotSpec& shot, const PresetSpec& preset);

// Returns the files, other than YAML, whose content affects picture_hash(): images and meshes.
std::vector<std::string> content_files(const ShotSpec& shot);

// Hash of a sequence's own fields: parts, cards, transitions, overlays. The content of its shots,
// its sound and the encoding of the movie do not affect it.
std::string sequence_hash(const SequenceSpec& sequence);

}  // namespace gambol
