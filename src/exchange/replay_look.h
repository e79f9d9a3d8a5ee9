#pragma once

// The look of a replay's scene, as JSON: the parts that a browser can draw without path tracing.

#include <string>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Materials (with the numbers of material_numbers()), lights, sky and exposure.
std::string replay_look(const LookSpec& look, const Poses& poses);

// The ground with the look of `look.ground`, which must have a value.
std::string replay_ground(const GroundSpec& ground, const LookSpec& look);

}  // namespace gambol
