#pragma once

// The surface of the ground: level, or terrain.

#include "dynamics/model.h"

namespace gambol {

class HeightField;

struct GroundSurface {
  double height = 0;                     // m, of level ground
  const HeightField* terrain = nullptr;  // replaces level ground if not null; owned by the caller
};

double ground_height(const GroundSurface& ground, double x, double y);  // m, z of W
Vec3 ground_normal(const GroundSurface& ground, double x, double y);    // unit, out of the ground

// Least height of a body's points above the ground below them, m; negative within the ground.
double height_above(const GroundSurface& ground, const Body& body, const Frame& X_WB);

}  // namespace gambol
