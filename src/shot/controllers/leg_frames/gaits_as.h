#pragma once

#include "schema/findings.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {

// Gives gaits with the key `as` what they do not say: their footfalls, times, each of the gains,
// balance as a whole, and what comes before their own frames, legs and angles, are those of the
// gait above them that they name. Speeds, switches and `pushed` are not taken over. Reports a gait
// that is not above, and one with neither `as` nor `gait`.
void complete_gaits(LegFramesSpec& spec, Findings& findings);

}  // namespace gambol
