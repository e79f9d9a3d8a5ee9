#include "simulation/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/inverse_springs.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// Of the greatest torque of any joint: less is not missed where there is no spring.
constexpr double unnoticed = 1e-6;

bool is_any(const Model& model, const std::vector<std::string>& names, int dof) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return model.means(name, dof); });
}

// What all actuators but springs exert on the joint at rest.
double torque_without_springs(const std::vector<Actuator>& actuators,
                              const std::vector<ActuatorCommand>& commands, int dof, double x,
                              double time) {
  double torque = 0;
  for (std::size_t a = 0; a < actuators.size(); ++a) {
    if (actuators[a].dof != dof) continue;
    torque += actuators[a].is_spring() && commands[a].on
                  ? commands[a].bias
                  : actuator_torque(actuators[a], commands[a], x, 0, time).torque;
  }
  return torque;
}

std::string of_mode(const LeastMode& mode) {
  std::string text;
  int joints = 0;
  for (const ModePart& part : mode.parts) {
    if (part.of_root || joints >= 3) continue;
    text += fmt::format("{}{}", joints++ == 0 ? "" : ", ", part.name);
  }
  return joints == 0 ? "the root moves alone" : "the joints that move most are " + text;
}

}  // namespace

std::size_t figure_named(const FigureSims& figures, const std::string& name) {
  for (std::size_t f = 0; f < figures.size(); ++f)
    if (figures[f]->cast().name == name) return f;
  return 0;
}

void set_rests(const FigureSim& figure, const std::vector<JointTarget>& rests, double time,
               FigureState& state) {
  for (const JointTarget& rest : rests)
    for (std::size_t a = 0; a < figure.actuators().size(); ++a) {
      const Actuator& actuator = figure.actuators()[a];
      if (!actuator.is_spring() || figure.model().joint_name(actuator.dof) != rest.name) continue;
      state.command.actuators[a].has_rest = true;
      state.command.actuators[a].rest = {time, time, rest.to, rest.to};
    }
}

double fastest_body(const Simulator& simulator) {
  double fastest = 0;
  for (std::size_t f = 0; f < simulator.figures().size(); ++f) {
    const Model& model = simulator.figures()[f]->model();
    const FigureState& s = simulator.state().figures[f];
    if (s.dormant) continue;
    Workspace work(model);
    update_kinematics(model, s.q, s.v, work);
    for (const BodyWork& b : work.bodies) fastest = std::max(fastest, b.velocity.v.norm());
  }
  return fastest;
}

HybridAnalysis::HybridAnalysis(const CalibrateSpec& spec, Simulator& simulator)
    : spec_(spec),
      simulator_(simulator),
      figure_(figure_named(simulator.figures(), spec.figure)),
      probe_(simulator.world().ensemble),
      drives_(figure_state().command.drives) {
  hold();
  const Model& model = figure().model();
  for (const KnownForceSpec& force : spec.forces) {
    const int body = model.body_index(force.body);
    figure_state().pushes.push_back({body, force.force,
                                     force.at.value_or(model.bodies[body].mass.com),
                                     std::numeric_limits<double>::infinity()});
  }
}

void HybridAnalysis::hold() {
  const Model& model = figure().model();
  std::vector<Drive> wanted = drives_;
  for (int i = root_dofs; i < model.nv(); ++i) {
    if (drives_[i] != Drive::dynamic || is_any(model, spec_.except, i)) continue;
    wanted[i] = Drive::hold;
    held_.push_back(i);
  }
  const State& state = simulator_.state();
  simulator_.figures()[figure_]->switch_drives(figure_state(), wanted, state.world, state.time);
}

void HybridAnalysis::add_forces(Eigen::VectorXd& sum, double weight) {
  const State& state = simulator_.state();
  probe_.evaluate(state, state.time, 0);
  Eigen::VectorXd force = probe_.figures()[figure_]->work().force;
  to_coordinate_forces(figure().model(), state.figures[figure_].q, force);
  sum += weight * force;
}

// Eq. 59 by the trapezoidal rule, over the steps of the integrator.
void HybridAnalysis::average() {
  const double begun = simulator_.state().time;
  forces_.setZero(figure().model().nv());
  if (spec_.over == 0) return add_forces(forces_, 1);
  Eigen::VectorXd before = forces_, after = forces_;
  add_forces(before, 1);
  simulator_.advance(begun + spec_.over, [&](const StepView& step) {
    after.setZero();
    add_forces(after, 1);
    forces_ += (step.t1 - step.t0) / 2 * (before + after);
    std::swap(before, after);
  });
  forces_ /= simulator_.state().time - begun;
}

void HybridAnalysis::let_go() {
  FigureState& s = figure_state();
  const double time = simulator_.state().time;
  const std::vector<Actuator>& actuators = figure().actuators();
  std::vector<JointTarget> rests;
  joints_.clear();
  for (const int dof : held_) {
    CalibratedJoint joint;
    joint.name = figure().model().joint_name(dof);
    joint.torque = forces_[dof];
    joint.position = coordinate(figure().model(), s.q, dof);
    joint.springs = joint.torque - torque_without_springs(actuators, s.command.actuators, dof,
                                                          joint.position, time);
    joint.rest = rest_for_torque(springs_on(actuators, s.command.actuators, dof), joint.position,
                                 joint.springs);
    if (joint.rest) rests.push_back({Place(), joint.name, *joint.rest});
    joints_.push_back(joint);
  }
  set_rests(figure(), rests, time, s);
  for (const int dof : held_) s.command.drives[dof] = Drive::dynamic;
}

void HybridAnalysis::end_forces() {
  std::erase_if(figure_state().pushes, [](const Push& push) { return std::isinf(push.until); });
}

void HybridAnalysis::note(Calibration& calibration) const {
  calibration.figure = figure().cast().name;
  calibration.joints = joints_;
  double largest = 0;
  for (const CalibratedJoint& joint : joints_) largest = std::max(largest, std::abs(joint.torque));
  for (const CalibratedJoint& joint : joints_)
    if (!joint.rest && std::abs(joint.springs) > unnoticed * largest)
      calibration.unheld.push_back(joint.name);
}

Calibration HybridAnalysis::result() {
  const State& state = simulator_.state();
  Calibration calibration;
  note(calibration);
  calibration.speed = fastest_body(simulator_);
  Workspace work(figure().model());
  update_kinematics(figure().model(), figure_state().q, figure_state().v, work);
  calibration.com = centre_of_mass(figure().model(), work);
  calibration.mode = least_mode(simulator_.world().ensemble, state, figure_);
  State held = state;
  std::vector<Drive>& drives = held.figures[figure_].command.drives;
  for (const int dof : held_) drives[dof] = Drive::hold;
  if (std::find(drives.begin(), drives.end(), Drive::dynamic) != drives.end())
    calibration.rigid = least_mode(simulator_.world().ensemble, held, figure_);
  if (calibration.mode.unstable() && !spec_.allow_unstable)
    throw RunError(
        ExitCode::bad_motion,
        fmt::format("{}: the calibrated posture is in equilibrium, but unstable: the least "
                    "eigenvalue of its stiffness over its inertia is {:.4g} 1/s2, so that it falls "
                    "e times as far in {:.3g} s, and {}. Stiffer springs there help, or a posture "
                    "that is better supported; `allow_unstable: true` accepts it",
                    calibration.figure, calibration.mode.eigenvalue,
                    1 / std::sqrt(-calibration.mode.eigenvalue), of_mode(calibration.mode)));
  return calibration;
}

}  // namespace gambol
