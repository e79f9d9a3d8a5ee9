#pragma once

// What a figure did during the film, as a page of panels: when its legs stepped, its joints, the
// forces under its feet, its speed and its height.

#include "image/drawing.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// What the poses do not record, or a figure does not have (legs, a gait), is left out.
Drawing plot_figure(const ShotSpec& shot, const Poses& poses, const CastSpec& cast);

}  // namespace gambol
