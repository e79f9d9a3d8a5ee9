#pragma once

// Obstacles of the world as figures.

#include "schema/findings.h"
#include "shot/shot_spec.h"

namespace gambol {

// Adds a figure with a fixed root for each obstacle after the figures of the shot, and reports
// obstacles that are no solid.
void place_obstacles(ShotSpec& shot, Findings& findings);

// The figure of that name if it is the shot's obstacle; nullptr otherwise.
const ObstacleSpec* find_obstacle(const WorldSpec& world, const std::string& name);

}  // namespace gambol
