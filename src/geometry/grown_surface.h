#pragma once

// A closed surface around many shapes that blend into each other: a distance field on a grid, and
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
  double melt = 0;    // m: shapes whose surfaces are nearer to each other than this blend
  double soften = 0;  // m: standard deviation of the blur of the field
  double offset = 0;  // m outwards
};

// Two shapes blend where their surfaces meet at an angle, the more the larger the angle; where one
// continues the other, as in a row of capsules, their union is not changed. Shapes blend only if
// their bodies are `related`; others overlap. The result has the same bits for any number of
// threads.
TriangleMesh grown_surface(const std::vector<GrownShape>& shapes,
                           const std::function<bool(int, int)>& related, const Growth& growth);

// The number of grid points for shapes within these bounds, so that a caller can refuse too many.
double grid_points(const Eigen::AlignedBox3d& bounds, const Growth& growth);

}  // namespace gambol
