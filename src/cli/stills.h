#pragma once

// A contact sheet: many frames of a film on one picture.

#include <string>
#include <vector>

#include "cli/output.h"
#include "poses/poses.h"
#include "shot/look_spec.h"

namespace gambol {

struct ShotSpec;

// Returns `count` evenly spread frames from the first, which is 1, to the last.
std::vector<int> spread(int count, int frames);

// Writes the contact sheet of frames that are on disk. Returns its path.
std::string write_sheet(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                        const Output& output, const std::vector<int>& frames);

}  // namespace gambol
