#pragma once

// Where the ground bears a figure, seen from above.

#include <utility>
#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// The convex hull of the points' x and y, counterclockwise; fewer than three points are returned as
// they are, sorted. z is kept but does not count.
std::vector<Vec3> flat_hull(std::vector<Vec3> points);

// Distance (m) from p to the border of the convex hull of the points' x and y; negative outside.
double margin_within(const Vec3& p, const std::vector<Vec3>& points);

// A body on which the ground presses.
struct Bearing {
  std::size_t body = 0;    // index into FigureSpec::bodies
  Vec3 at = Vec3::Zero();  // m, world: mean of its lowest contact points
  double force = 0;        // N, upward
};

struct SupportPolygon {
  std::vector<Bearing> bearings;  // in the order of the bodies
  std::vector<Vec3> border;       // flat_hull() of the lowest contact points of those bodies
};

// `X_WB` and `forces` (N) are those of the figure's bodies. A body bears if its force is positive.
// Of its contact points count those that are at most `nearly` m above its lowest one.
SupportPolygon support_of(const FigureSpec& figure, const std::vector<Transform>& X_WB,
                          const std::vector<double>& forces, double nearly);

// The rectangle around the x and y of the contact points of the feet: its lower and upper corner,
// m. Of all bodies, if the figure has no legs; a square of 1 m around the root, if nothing can
// touch the ground.
std::pair<Vec2, Vec2> footprint(const FigureSpec& figure, const std::vector<Transform>& X_WB);

}  // namespace gambol
