#pragma once

#include "schema/findings.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {

struct ControlledFigure;

// Makes every act that is `as` another one complete; reports what it changes that is not there.
void complete_acts(LegFramesSpec& spec, Findings& findings);

// Reports what is wrong with what chooses leaps, a key of the controller at `place`.
void check_leaps(const Place& place, const LegFramesSpec& spec, Findings& findings);

// Reports what is wrong with the acts of a controller of leg frames beyond the types of fields.
void check_acts(const LegFramesSpec& spec, const ControlledFigure& on, Findings& findings);

}  // namespace gambol
