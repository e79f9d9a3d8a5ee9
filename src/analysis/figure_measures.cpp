// Measures of the figure itself, independent of its motion: mass, size, degrees of freedom.

#include <algorithm>
#include <limits>
#include <set>

#include "analysis/figure_size.h"
#include "analysis/measure_table.h"
#include "dynamics/articulated_body.h"

namespace gambol {
namespace {

Value mass(const Track& track, const ExpectSpec&) {
  return {make_model(track.cast().figure).mass, ""};
}

Value degrees_of_freedom(const Track& track, const ExpectSpec&) {
  const int fixed = track.cast().fixed_root ? root_dofs : 0;
  return {static_cast<double>(make_model(track.cast().figure).nv() - fixed), ""};
}

// [body]: number of legs with a foot that is this body or one of its descendants.
std::vector<std::size_t> legs_carried(const Model& model, const FigureSpec& figure) {
  std::vector<std::set<std::string>> legs(model.bodies.size());
  for (const LegSpec& leg : figure.legs)
    for (const std::string& foot : leg.feet)
      for (int b = model.body_index(foot); b >= 0; b = model.bodies[b].parent)
        legs[b].insert(leg.name);
  std::vector<std::size_t> count;
  for (const auto& carried : legs) count.push_back(carried.size());
  return count;
}

}  // namespace

// Length of the trunk along x. A body that carries exactly one leg, and its descendants, belong to
// that leg and not to the trunk.
double body_length(const FigureSpec& figure) {
  const Model model = make_model(figure);
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  const auto carried = legs_carried(model, figure);
  std::vector<char> of_trunk(model.bodies.size(), 1);
  double back = std::numeric_limits<double>::infinity(), front = -back;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const int parent = model.bodies[b].parent;
    if (parent >= 0) of_trunk[b] = of_trunk[parent] && carried[b] != 1;
    if (!of_trunk[b]) continue;
    const Frame& X = work.bodies[b].X_WB;
    for (const ShapeSpec& shape : figure.bodies[b].inertia) {
      for (const ContactPoint& p : contact_points(shape.shape)) {
        const double x = (X.R * p.p_B + X.p).x();
        back = std::min(back, x - p.radius);
        front = std::max(front, x + p.radius);
      }
    }
  }
  return front - back;
}

double body_height(const FigureSpec& figure) {
  const Model model = make_model(figure);
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    for (const ShapeSpec& shape : figure.bodies[b].inertia)
      for (const ContactPoint& p : contact_points(shape.shape)) {
        const double z = (work.bodies[b].X_WB.R * p.p_B + work.bodies[b].X_WB.p).z();
        low = std::min(low, z - p.radius);
        high = std::max(high, z + p.radius);
      }
  return high - low;
}

namespace {

Value length(const Track& track, const ExpectSpec&) {
  return {body_length(track.cast().figure), ""};
}
Value height(const Track& track, const ExpectSpec&) {
  return {body_height(track.cast().figure), ""};
}

}  // namespace

std::vector<Measure> figure_measures() {
  return {
      {"mass", "g", 1000, "mass of the figure", mass},
      {"body_length", "cm", 100,
       "length of the figure without its legs, along its root's x, in its initial pose", length},
      {"body_height", "cm", 100,
       "height of the figure from its lowest to its highest point in its initial pose, its root "
       "upright",
       height},
      {"degrees_of_freedom", "", 1,
       "number of degrees of freedom of the root, unless it is fixed, and of the joints",
       degrees_of_freedom},
  };
}

}  // namespace gambol
