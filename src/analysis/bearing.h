#pragma once

// What bears a figure and how it is held, as recorded motion shows it, row by row of a track.

#include <vector>

#include "base/vec.h"
#include "poses/poses.h"

namespace gambol {

struct CastSpec;
struct MotionSpec;

// How a figure is held, at each row.
struct BodyPosture {
  std::vector<double> height;  // m of its centre of mass over its lowest foot
  std::vector<Vec3> up;        // upwards, in the root's axes
};
BodyPosture posture_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards);

// What bears a figure, in its weights, at each row: its feet, all else, and of that what belongs to
// no leg.
struct Support {
  std::vector<double> feet, others, trunk;
};
// `weight` in N. A heel that bears while the figure is as high as it stands is a foot, too.
Support support_of(const Poses& poses, const MotionSpec& motion, const CastSpec& cast,
                   const std::vector<double>& height, double weight);

// Weights that a led or held root is moved by.
std::vector<double> held_up_by(const Poses& poses, const CastSpec& cast, double weight);

}  // namespace gambol
