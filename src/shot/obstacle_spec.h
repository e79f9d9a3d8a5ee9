#pragma once

// What stands in the world and does not move: boxes, stairs, ramps, meshes. Loading makes a figure
// of one body of each (shot/place_obstacles.cpp), so that whatever sees or touches figures sees and
// touches obstacles.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "figure/figure_spec.h"

namespace gambol {

// Solid steps that go up along x from x = 0.
struct StairsSpec {
  Place place;
  int count = 0;
  double rise = 0, run = 0, width = 0;  // m
  double landing = 0;                   // m: length of the top beyond the last step
};
void fields(Fields& v, StairsSpec& of);

// A wedge that goes up along x from x = 0.
struct SlopeSpec {
  Place place;
  double length = 0, width = 0, height = 0;  // m
};
void fields(Fields& v, SlopeSpec& of);

struct ObstacleSpec {
  Place place;
  std::string name;
  // One of:
  std::optional<Vec3> box;  // m, full extents; stands on its frame's origin
  std::optional<StairsSpec> stairs;
  std::optional<SlopeSpec> ramp;
  std::string mesh;  // file
  std::vector<ShapeSpec> shapes;
  Vec3 at = Vec3::Zero();            // its frame in the world, m
  std::vector<RotationSpec> rotate;  // about the world's axes, before `heading`
  double heading = 0;                // rad about z
  std::string material;              // of the look
  std::optional<Curve> friction;     // over simulated time; default: the ground's
};
void fields(Fields& v, ObstacleSpec& of);

}  // namespace gambol
