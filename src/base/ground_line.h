#pragma once

// A smooth line over the ground through given points, measured along its length.

#include <vector>

#include "base/vec.h"

namespace gambol {

// A Catmull-Rom spline through at least two points (their z is ignored), straight between samples a
// 64th of a span apart. A closed line returns to its first point and goes on.
class GroundLine {
 public:
  GroundLine(const std::vector<Vec3>& points, bool closed);

  double length() const { return at_.back(); }
  bool closed() const { return closed_; }
  Vec3 at(double s) const;  // s in m from the first point; beyond an open end, that end

  // The nearest point's s, looked for from `from` to `to` (m along the line).
  double nearest(const Vec3& p, double from, double to) const;
  // Distance of p, seen from above, from the nearest point of all.
  double distance(const Vec3& p) const;

 private:
  bool closed_;
  std::vector<Vec3> points_;  // z = 0
  std::vector<double> at_;    // length up to each point
};

}  // namespace gambol
