#pragma once

#include "schema/findings.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {

// Reports footholds, of steps of acts and of gaits of a figure that stands, that lie farther from
// the hip than the leg is long while its frame has the height that it is to have.
void check_reach(const LegFramesSpec& spec, const FigureSpec& figure, Findings& findings);

// Reports a speed that is wanted of the one gait that the controller uses (`only`), m/s, at which a
// stance goes farther than a leg of the figure reaches; returns whether it does.
bool check_speed_of_only(const LegFramesSpec& spec, const FigureSpec& figure, double speed,
                         const Place& place, Findings& findings);

}  // namespace gambol
