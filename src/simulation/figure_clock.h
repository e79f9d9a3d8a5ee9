#pragma once

// When figures stop: at ticks of their controllers, where pushes end, and, without either, often
// enough that a checkpoint can be written.

#include "shot/motion_spec.h"
#include "simulation/figure_sim.h"

namespace gambol {

// Lets the controllers of a figure tick that are due at time t (s).
void tick_due(FigureSim& figure, FigureState& s, const WorldSettings& settings, double t);

// s: the first instant after t at which the figure stops; infinite if it does not.
double own_stop(const FigureState& s, double t);

// s: an instant after t at which figures stop that have no reason to. `step`: s, of fixed steps.
double idle_stop(const MotionSpec& spec, double step, double t);

// Whether no position and no velocity of the figure is absurd.
bool is_sound(const FigureState& s);

}  // namespace gambol
