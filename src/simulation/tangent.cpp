#include "simulation/tangent.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// Half of the difference: rounding and curvature of the forces disturb the stiffness least there.
constexpr double difference = 1e-6;  // rad

bool turns(const Model& model, int dof) {
  if (dof < root_dofs) return dof < 3;
  return model.bodies[model.dofs[dof].body].motion.modes[model.dofs[dof].mode].turns;
}

// Rows and columns of the chosen degrees of freedom.
Eigen::MatrixXd part_of(const Eigen::MatrixXd& whole, const std::vector<int>& dofs) {
  Eigen::MatrixXd part(dofs.size(), dofs.size());
  for (std::size_t i = 0; i < dofs.size(); ++i)
    for (std::size_t j = 0; j < dofs.size(); ++j)
      part(static_cast<int>(i), static_cast<int>(j)) = whole(dofs[i], dofs[j]);
  return part;
}

// The mode [of `dofs`], in the order of its parts.
std::vector<ModePart> parts_of(const Model& model, const std::vector<int>& dofs,
                               const Eigen::VectorXd& mode, double length) {
  std::vector<ModePart> parts;
  double largest = 0;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    const double x = mode[static_cast<int>(i)];
    const double by = turns(model, dofs[i]) ? x : x / length;
    parts.push_back({model.dofs[dofs[i]].name, by, dofs[i] < root_dofs});
    if (std::abs(by) > std::abs(largest)) largest = by;
  }
  for (ModePart& part : parts) part.by /= largest;
  std::stable_sort(parts.begin(), parts.end(), [](const ModePart& a, const ModePart& b) {
    return std::abs(a.by) > std::abs(b.by);
  });
  constexpr std::size_t most = 8;
  if (parts.size() > most) parts.resize(most);
  return parts;
}

}  // namespace

void Statics::prepare(const State& state, const Eigen::VectorXd& q) {
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model().nv());
  std::vector<Coordinates> at;
  for (const FigureState& f : state.figures) at.push_back({&f.q, &f.v});
  at[figure_] = {&q, &rest};
  ensemble_.prepare(state, at, state.time, 0);
}

Eigen::VectorXd Statics::needed(const Eigen::VectorXd& vdot) {
  std::fill(work().kinematic.begin(), work().kinematic.end(), 1);
  work().vdot = vdot;
  forward_dynamics(model(), work());
  return work().force;
}

Eigen::VectorXd Statics::forces(const State& state) {
  prepare(state, state.figures[figure_].q);
  const Eigen::VectorXd joints = work().force;
  return joints - needed(Eigen::VectorXd::Zero(model().nv()));
}

Eigen::MatrixXd Statics::stiffness(const State& state, double step, double length) {
  const int n = model().nv();
  const Eigen::VectorXd q = state.figures[figure_].q;
  Eigen::MatrixXd K(n, n);
  State moved = state;
  for (int i = 0; i < n; ++i) {
    const double by = turns(model(), i) ? step : step * length;
    const Eigen::VectorXd along = Eigen::VectorXd::Unit(n, i);
    const auto forces_at = [&](double x) {
      moved.figures[figure_].q = q;
      advance_q(model(), along, x, moved.figures[figure_].q);
      return forces(moved);
    };
    K.col(i) = (forces_at(-by) - forces_at(by)) / (2 * by);
  }
  return (K + K.transpose()) / 2;
}

Eigen::MatrixXd Statics::inertia(const State& state) {
  const int n = model().nv();
  prepare(state, state.figures[figure_].q);
  const Eigen::VectorXd still = needed(Eigen::VectorXd::Zero(n));
  Eigen::MatrixXd M(n, n);
  for (int i = 0; i < n; ++i) M.col(i) = needed(Eigen::VectorXd::Unit(n, i)) - still;
  return (M + M.transpose()) / 2;
}

// A figure that needs more than half a minute to move by e times an error is said to stand.
bool LeastMode::unstable() const {
  constexpr double slow = 1e-3;  // 1/s2
  return eigenvalue < -slow - 3 * uncertainty;
}

LeastMode least_mode(const Ensemble& ensemble, const State& state, std::size_t figure) {
  Statics statics(ensemble, figure);
  const FigureSim& sim = *ensemble.figures()[figure];
  std::vector<int> dofs;
  for (int i = 0; i < sim.model().nv(); ++i)
    if (state.figures[figure].command.drives[i] == Drive::dynamic) dofs.push_back(i);
  const Eigen::MatrixXd M = statics.inertia(state);
  Workspace work(sim.model());
  update_kinematics(sim.model(), state.figures[figure].q, state.figures[figure].v, work);
  const RigidWhole whole = whole_of(sim.model(), work);
  const double length = std::sqrt(whole.inertia.trace() / (2 * whole.mass));
  const Eigen::MatrixXd K = part_of(statics.stiffness(state, difference, length), dofs);
  const Eigen::MatrixXd twice = part_of(statics.stiffness(state, 2 * difference, length), dofs);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(K, part_of(M, dofs));
  const Eigen::VectorXd mode = solver.eigenvectors().col(0);
  LeastMode least;
  least.eigenvalue = solver.eigenvalues()[0];
  least.uncertainty = std::abs(mode.dot((twice - K) * mode));
  least.parts = parts_of(sim.model(), dofs, mode, length);
  return least;
}

}  // namespace gambol
