#pragma once

// What bears a figure and how it is held, as recorded motion shows it, in the rows of a stretch of
// its track. A motion may be too long for all of its rows to be in memory.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/vec.h"
#include "poses/poses.h"

namespace gambol {

struct CastSpec;
struct MotionSpec;

struct RowSpan {
  std::size_t first = 0, last = 0;  // the rows from `first` to `last` - 1
  std::size_t size() const { return last - first; }
};
// All rows of a motion, in stretches of about a minute.
std::vector<RowSpan> stretches_of(const Poses& poses);

// How a figure is held, at each row.
struct BodyPosture {
  std::vector<double> height;  // m of its centre of mass over its lowest foot
  std::vector<Vec3> up;        // upwards, in the root's axes
};
// Empty if the motion lacks what it takes.
BodyPosture posture_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards, RowSpan rows);

// The bodies that are feet: those that legs list, what these carry, and what carries them if it
// bears while the figure is as high as it stands, such as a heel behind the toes that are planted.
// `weight` in N.
using BodyNames = std::set<std::string, std::less<>>;
BodyNames feet_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards, double weight);

// What bears a figure, in its weights, at each row: its feet, all else, and of that what belongs to
// no leg.
struct Support {
  std::vector<double> feet, others, trunk;
};
Support support_of(const Poses& poses, const MotionSpec& motion, const CastSpec& cast,
                   const BodyNames& feet, double weight, RowSpan rows);

// Weights that a led or held root is moved by.
std::vector<double> held_up_by(const Poses& poses, const CastSpec& cast, double weight,
                               RowSpan rows);

}  // namespace gambol
