#include "figure/body_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "figure/rest_posture.h"

namespace gambol {

MassProperties mass_of(const FigureSpec& figure, const BodySpec& body) {
  MassProperties all;
  for (const ShapeSpec& s : body.inertia)
    all = combine(
        all, mass_properties(s.shape, s.density.value_or(body.density.value_or(figure.density))));
  return all;
}

std::vector<double> masses_of(const FigureSpec& figure) {
  std::vector<double> masses;
  for (const BodySpec& body : figure.bodies) masses.push_back(mass_of(figure, body).mass);
  return masses;
}

double total_mass(const FigureSpec& figure) {
  const std::vector<double> masses = masses_of(figure);
  return std::accumulate(masses.begin(), masses.end(), 0.0);
}

int long_axis(const FigureSpec& figure, const BodySpec& body) {
  Vec3 along = Vec3::Zero();
  for (const BodySpec& child : figure.bodies)
    if (child.parent == body.name) along += child.at;
  if (along.norm() < 1e-9) along = mass_of(figure, body).com;
  if (along.norm() < 1e-9) return 2;
  int axis = 2;
  along.cwiseAbs().maxCoeff(&axis);
  return axis;
}

Vec2 extent(const FigureSpec& figure, const std::vector<std::size_t>& bodies, int axis) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const std::vector<Transform> X_RB = rest_posture(figure);
  for (const std::size_t b : bodies)
    for (const ShapeSpec& s : figure.bodies[b].inertia)
      for (const ContactPoint& point : contact_points(s.shape)) {
        const double x = (X_RB[b] * point.p_B)[axis];
        low = std::min(low, x - point.radius);
        high = std::max(high, x + point.radius);
      }
  return {low, high};
}

double longest_side(const FigureSpec& figure) {
  std::vector<std::size_t> all(figure.bodies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  double longest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 z = extent(figure, all, axis);
    if (std::isfinite(z[1] - z[0])) longest = std::max(longest, z[1] - z[0]);
  }
  return longest;
}

namespace {

// [leg] m; empty if a foot is no body.
std::vector<double> leg_heights(const FigureSpec& figure) {
  const std::vector<Transform> X_RB = rest_posture(figure);
  const auto number = [&](const std::string& name) {
    std::size_t b = 0;
    while (b < figure.bodies.size() && figure.bodies[b].name != name) ++b;
    return b;
  };
  const auto parent = [&](std::size_t b) { return number(figure.bodies[b].parent); };
  std::vector<int> legs_below(figure.bodies.size() + 1, 0);
  for (const LegSpec& leg : figure.legs)
    for (std::size_t b = number(leg.feet.at(0)); b < figure.bodies.size(); b = parent(b))
      ++legs_below[b];
  std::vector<double> heights;
  for (const LegSpec& leg : figure.legs) {
    const std::size_t foot = number(leg.feet.at(0));
    if (foot == figure.bodies.size()) return {};
    std::size_t first = foot;
    while (parent(first) < figure.bodies.size() && legs_below[parent(first)] == 1)
      first = parent(first);
    heights.push_back(X_RB[first].p.z() - (X_RB[foot] * leg.tip).z());
  }
  return heights;
}

// Of the legs of the rows from the first to `last`; 0 if there are none.
double mean_height(const FigureSpec& figure, int last) {
  const std::vector<double> heights = leg_heights(figure);
  double sum = 0;
  int count = 0;
  for (std::size_t k = 0; k < heights.size(); ++k)
    if (figure.legs[k].row <= last) {
      sum += heights[k];
      ++count;
    }
  return count > 0 ? sum / count : 0;
}

}  // namespace

double leg_height(const FigureSpec& figure) {
  return mean_height(figure, std::numeric_limits<int>::max());
}

double shoulder_height(const FigureSpec& figure) {
  int first = std::numeric_limits<int>::max();
  for (const LegSpec& leg : figure.legs) first = std::min(first, leg.row);
  return mean_height(figure, first);
}

}  // namespace gambol
