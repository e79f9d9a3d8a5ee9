#pragma once

// How the scene of a replay looks, as JSON: what a browser draws without tracing paths.

#include <string>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Materials (numbered as material_numbers() says), lights, sky and exposure.
std::string replay_look(const LookSpec& look, const Poses& poses);

// The ground as `look.ground`, which must be there, has it.
std::string replay_ground(const GroundSpec& ground, const LookSpec& look);

}  // namespace gambol
