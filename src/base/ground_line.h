#pragma once

// A smooth line on the ground through given points, parametrised by its length.

#include <vector>

#include "base/vec.h"

namespace gambol {

// A Catmull-Rom spline goes through its points; a uniform cubic B-spline passes near them, with
// continuous curvature, and begins and ends at the first and the last.
enum class Spline { catmull_rom, b_spline };

// A spline of at least two points (their z is ignored), approximated by 64 straight pieces per
// span. A closed line returns to its beginning and continues from there.
class GroundLine {
 public:
  GroundLine(const std::vector<Vec3>& points, bool closed, Spline spline = Spline::catmull_rom);

  double length() const { return at_.back(); }
  bool closed() const { return closed_; }
  // The point (z = 0) at s (m along the line from its first point); beyond an open end, that end.
  Vec3 at(double s) const;

  // s (m) of the point nearest to p, among 65 evenly spaced from `from` to `to` (m along the line).
  double nearest(const Vec3& p, double from, double to) const;
  // Horizontal distance (m) of p from the nearest point of the whole line.
  double distance(const Vec3& p) const;

 private:
  bool closed_;
  std::vector<Vec3> points_;  // z = 0
  std::vector<double> at_;    // [point] m along the line
};

}  // namespace gambol
