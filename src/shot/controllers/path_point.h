#pragma once

// Points of a line on the ground.

#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

class Findings;

struct PathPoint {
  Place place;
  Vec3 at = Vec3::Zero();  // W, m
};
void fields(Fields& v, PathPoint& of);

inline std::vector<Vec3> positions(const std::vector<PathPoint>& points) {
  std::vector<Vec3> all;
  for (const PathPoint& p : points) all.push_back(p.at);
  return all;
}

// Reports problems of the points of a line on the ground, which the struct at `place` owns.
void check_path_points(const Place& place, const std::vector<PathPoint>& points, bool closed,
                       Findings& findings);

}  // namespace gambol
