#pragma once

// A closed surface around many shapes that flow into each other: a distance field on a grid, and
// its zero set by surface nets (Gibson 1998).

#include <functional>
#include <vector>

#include "geometry/distance.h"

namespace gambol {

struct GrownShape {
  ShapeDistance distance;
  int body = 0;
};

struct Growth {
  double cell = 0;    // m, > 0
  double melt = 0;    // m: shapes whose surfaces are nearer to each other flow together
  double soften = 0;  // m: standard deviation of the blur of the field
  double offset = 0;  // m outwards
};

// Two shapes flow together where their surfaces meet at an angle, the more the larger it is; where
// one continues the other, as in a row of capsules, their union stays as it is. Only those do whose
// bodies are `related`; others just overlap. The bits do not depend on the number of threads.
TriangleMesh grown_surface(const std::vector<GrownShape>& shapes,
                           const std::function<bool(int, int)>& related, const Growth& growth);

// Grid points that shapes within these bounds would take; a caller may refuse.
double grid_points(const Eigen::AlignedBox3d& bounds, const Growth& growth);

}  // namespace gambol
