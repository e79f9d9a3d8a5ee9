#pragma once

// Surfaces of revolution about the y axis.

#include <numbers>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

struct ProfilePoint {
  double radius, y;  // distance from the axis and place along it
  double n_r, n_y;   // normal
};

// Revolves a profile, given from the lowest to the highest point.
TriangleMesh lathe(const std::vector<ProfilePoint>& profile, int segments);

// Appends an arc of radius r about (centre_radius, y), by default a quarter turn, from angle `from`
// upwards. The arc begins or ends at a pole.
void add_arc(std::vector<ProfilePoint>& profile, double centre_radius, double y, double r,
             double from, int steps, double turn = 0.5 * std::numbers::pi);

// A rod with round ends, whose centres are `length` apart; a ball if that is 0.
TriangleMesh round_rod(double radius, double length, int segments);

}  // namespace gambol
