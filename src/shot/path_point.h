#pragma once

// Points of a line on the ground.

#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

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

}  // namespace gambol
