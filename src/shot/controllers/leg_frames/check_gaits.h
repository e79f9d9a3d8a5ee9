#pragma once

#include "schema/findings.h"
#include "shot/controllers/controller_trait.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {

// Reports speeds of gaits that do not follow each other, switches and gaits of a figure that is
// pushed that do not fit, and patterns, frames, legs and joints that the figure lacks. `on` has a
// figure.
void check_gaits(const LegFramesSpec& spec, const ControlledFigure& on, Findings& findings);

}  // namespace gambol
