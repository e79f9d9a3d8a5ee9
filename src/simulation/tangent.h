#pragma once

// Statics of a figure about a state: the forces at rest, the stiffness that they have, and the
// slowest mode of motion. They answer whether an equilibrium is stable.

#include <string>
#include <vector>

#include "simulation/ensemble.h"

namespace gambol {

// One figure of an ensemble, alone: the others stay as they are.
class Statics {
 public:
  Statics(const Ensemble& ensemble, std::size_t figure) : ensemble_(ensemble), figure_(figure) {}

  // [nv] forces on all degrees of freedom at the positions of `state` with the figure at rest:
  // gravity, springs and limits of joints, springs between points, ground, attachments, pushes.
  // The root's are the couple about Ro and the force, in root axes.
  Eigen::VectorXd forces(const State& state);
  // [nv x nv] K = -dF/dx of those forces, by central differences over `step` (rad; m in units of
  // `length`), made symmetric. x moves as v does. Friction's springs keep their anchors.
  Eigen::MatrixXd stiffness(const State& state, double step, double length);
  // [nv x nv] inertia: force per acceleration, rotors included.
  Eigen::MatrixXd inertia(const State& state);

 private:
  // Forces that the accelerations `vdot` need, in the kinematics and applied forces of work().
  Eigen::VectorXd needed(const Eigen::VectorXd& vdot);
  Workspace& work() { return ensemble_.figures()[figure_]->work(); }
  const Model& model() { return ensemble_.figures()[figure_]->model(); }
  void prepare(const State& state, const Eigen::VectorXd& q);

  Ensemble ensemble_;  // a separate copy, for scratch
  std::size_t figure_;
};

// How a degree of freedom takes part in a mode.
struct ModePart {
  std::string name;  // of the degree of freedom; the root's are named after its body
  double by = 0;     // rad, or m over the figure's radius of gyration; 1 is the mode's largest
  bool of_root = false;
};

// The mode of free motion with the least eigenvalue of stiffness over inertia among the degrees of
// freedom that are dynamic in `state`.
struct LeastMode {
  double eigenvalue = 0;        // 1/s2: below 0 it grows by e in 1 / sqrt(-eigenvalue)
  double uncertainty = 0;       // 1/s2, of the differences
  std::vector<ModePart> parts;  // the largest first, at most eight
  bool unstable() const;
};
// Requires at least one dynamic degree of freedom; O(n3).
LeastMode least_mode(const Ensemble& ensemble, const State& state, std::size_t figure);

}  // namespace gambol
