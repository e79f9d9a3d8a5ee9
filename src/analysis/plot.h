#pragma once

// Plots the motion of a figure during the film as a page of panels: commanded steps, joints, ground
// forces on the feet, speed and height.

#include "image/drawing.h"
#include "poses/poses.h"

namespace gambol {

struct CastSpec;
struct ShotSpec;

// Omits panels of quantities that the poses do not record or that the figure does not have (legs, a
// gait).
Drawing plot_figure(const ShotSpec& shot, const Poses& poses, const CastSpec& cast);

}  // namespace gambol
