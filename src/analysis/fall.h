#pragma once

// Figures that fall, as recorded motion shows it, and why.

#include <string>
#include <vector>

#include "analysis/track.h"

namespace gambol {

struct ShotSpec;

// A sentence that tells of a fall.
std::string to_string(const RecordedFall& fall, const Poses& poses);

// The falls of figures that have legs and a controller, unless the shot allows them: those that a
// stored motion names, or those that are found in a motion in memory.
std::vector<RecordedFall> falls_of(const ShotSpec& shot, const Poses& poses);

// The same whether the shot allows them or not, found in the tracks. A figure has fallen if, after
// its feet alone have borne it, something else bears much of its weight for a while, and it is low
// or turned over compared with how it stood. Lying down by an act is no fall, nor is what a led or
// held root does.
std::vector<RecordedFall> find_falls(const ShotSpec& shot, const Poses& poses);

// Of a figure that a controller holds upright by legs (leg frames) and that fell at `time`, s:
// which frame began to fall, when, and what it lacked just before: feet on the ground, their hold,
// or the strength of a joint. "" if no controller does, or none of these is seen.
std::string why_it_fell(const Poses& poses, const Track& track, double time);

}  // namespace gambol
