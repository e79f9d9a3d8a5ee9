#include "simulation/prepare_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/clock.h"
#include "base/pattern.h"
#include "dynamics/coordinates.h"
#include "simulation/integrators/integrator.h"
#include "simulation/state/state_visitors.h"

namespace gambol {
namespace {

// Moves the springs' rest positions from their present values to the wanted pose.
void reach(const ReachSpec& wanted, Simulator& simulator) {
  const std::size_t f = figure_named(simulator.figures(), wanted.figure);
  const FigureSim& sim = *simulator.figures()[f];
  State& state = simulator.state();
  Command& command = state.figures[f].command;
  for (const JointTarget& target : wanted.joints) {
    for (std::size_t a = 0; a < sim.actuators().size(); ++a) {
      const Actuator& actuator = sim.actuators()[a];
      if (!actuator.is_spring() || sim.model().joint_name(actuator.dof) != target.name) continue;
      const double now = rest_position(actuator, command.actuators[a], state.time);
      command.actuators[a].has_rest = true;
      command.actuators[a].rest = {state.time, state.time + wanted.over, now, target.to};
    }
  }
}

bool means_any(const Model& model, const std::vector<std::string>& names, int dof) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return model.means(name, dof); });
}

void set_attachments(const PrepareSpec& stage, Simulator& simulator) {
  const std::vector<AttachmentSpec>& all = simulator.interactions().attachments();
  for (std::size_t i = 0; i < all.size(); ++i) {
    AttachmentState& state = simulator.state().attachments[i];
    if (any_matches(stage.attach, all[i].name)) state = {true, false};
    if (any_matches(stage.detach, all[i].name)) state.on = false;
  }
}

// Height of the lowest point of the figure above the ground; infinite if nothing can touch it.
double lowest(FigureSim& figure, const FigureState& s) {
  figure.place(s.q, s.v);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < figure.model().bodies.size(); ++b)
    if (!figure.model().bodies[b].contacts.empty())
      least = std::min(least, figure.height_above(static_cast<int>(b)));
  return least;
}

void slacken(const PrepareSpec& stage, const FigureSim& figure, FigureState& s) {
  for (std::size_t a = 0; a < figure.actuators().size(); ++a)
    if (figure.actuators()[a].is_spring() &&
        means_any(figure.model(), stage.slack, figure.actuators()[a].dof))
      s.command.actuators[a].on = false;
}

void hold(const PrepareSpec& stage, FigureSim& figure, Simulator& simulator, FigureState& s) {
  std::vector<Drive> wanted = s.command.drives;
  for (int i = root_dofs; i < figure.model().nv(); ++i)
    if (means_any(figure.model(), stage.hold, i)) wanted[i] = Drive::hold;
  if (wanted != s.command.drives)
    figure.switch_drives(s, wanted, simulator.state().world, simulator.state().time);
}

// Until all is still, or for as long as the stage may last; returns whether it is still.
bool settle(const PrepareSpec& stage, Simulator& sim) {
  const double begun = sim.state().time, end = begun + stage.settle;
  // Stillness is tested at a fixed interval, so that the stage ends at the same instant on every
  // machine. It must last for several tests, because a spring is slow at its turning points too.
  constexpr double pace = 0.01;  // s
  constexpr int rests = 5;
  int still = 0;
  for (long k = 1; sim.state().time < end - clock_slack && still < rests; ++k) {
    sim.advance(stage.still ? std::min(begun + static_cast<double>(k) * pace, end) : end);
    const bool rest = stage.still && fastest_body(sim) < *stage.still &&
                      (!stage.reach || sim.state().time >= begun + stage.reach->over);
    still = rest ? still + 1 : 0;
  }
  return still >= rests;
}

[[noreturn]] void refuse_motion(const PrepareSpec& stage, const Simulator& sim) {
  throw RunError(
      ExitCode::bad_motion,
      fmt::format("{}: after {:.6g} s with its joints held it still moves at {:.3g} m/s, not less "
                  "than `still`, {:.3g} m/s: it falls, creeps, or needs more time to settle",
                  stage.calibrate->figure, stage.settle, fastest_body(sim), *stage.still));
}

MotionSpec quiet(const PrepareSpec& stage, const MotionSpec& motion) {
  MotionSpec quiet = motion;
  quiet.cues.clear();
  quiet.world.particles.clear();
  if (stage.integrator) quiet.integrator = *stage.integrator;
  return quiet;
}

// What of `begun` the stage changes for its own time only.
void restore(const State& begun, State& state) {
  for (std::size_t f = 0; f < begun.figures.size(); ++f) {
    Command& command = state.figures[f].command;
    command.drives = begun.figures[f].command.drives;
    for (std::size_t a = 0; a < command.actuators.size(); ++a)
      command.actuators[a].on = begun.figures[f].command.actuators[a].on;
  }
}

// First-order dynamics has no momentum that could go on.
void stop(State& state) {
  for (FigureState& f : state.figures) f.v.setZero();
}

// The result as a state at the time at which the stage began.
State taken_back(const State& begun, const State& state) {
  State settled = state;
  ClockShift back(begun.time - state.time);
  back(settled);
  settled.time = begun.time;
  settled.world.gravity = begun.world.gravity;
  for (std::size_t f = 0; f < begun.figures.size(); ++f)
    settled.figures[f].controllers = begun.figures[f].controllers;
  settled.next_step = begun.next_step;
  settled.cues = begun.cues;
  settled.particles = begun.particles;
  return settled;
}

void begin(const PrepareSpec& stage, Simulator& sim) {
  set_attachments(stage, sim);
  if (stage.gravity) sim.state().world.gravity = *stage.gravity;
  const std::size_t f = figure_named(sim.figures(), stage.figure);
  if (!stage.pose.empty()) take_pose(stage.joints, stage.rests, f, sim);
  slacken(stage, *sim.figures()[f], sim.state().figures[f]);
}

}  // namespace

void take_pose(const std::vector<JointTarget>& joints, const std::vector<JointTarget>& rests,
               std::size_t f, Simulator& simulator) {
  FigureSim& figure = *simulator.figures()[f];
  FigureState& s = simulator.state().figures[f];
  const Model& model = figure.model();
  const double before = lowest(figure, s);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.nv());
  coordinates(model, s.q, x);
  for (const JointTarget& joint : joints) {
    const int dof = model.dof_of(joint.name);
    if (dof < 0) continue;  // welded
    x[dof] = joint.to;
    s.v[dof] = 0;
  }
  set_coordinates(model, x, s.q);
  set_rests(figure, rests, simulator.state().time, s);
  const double after = lowest(figure, s);
  const bool stands = simulator.spec().world.ground && std::isfinite(after);
  if (stands && s.command.drives[root_dofs - 1] == Drive::dynamic) s.q[2] += before - after;
  for (Pad& pad : s.pads) pad = {};
}

State prepared(const PrepareSpec& stage, const MotionSpec& motion, const State& begun,
               const CalibrationReport& report) {
  Simulator sim(quiet(stage, motion));
  sim.start(begun);
  State& state = sim.state();
  state.particles.clear();
  for (FigureState& f : state.figures)
    for (ControllerState& c : f.controllers) c.active = false;
  begin(stage, sim);
  std::optional<HybridAnalysis> analysis;
  if (stage.calibrate) analysis.emplace(*stage.calibrate, sim);
  const std::size_t f = figure_named(sim.figures(), stage.figure);
  hold(stage, *sim.figures()[f], sim, state.figures[f]);
  if (stage.reach) reach(*stage.reach, sim);
  const bool still = settle(stage, sim);
  if (analysis && stage.still && !still) refuse_motion(stage, sim);
  if (analysis) analysis->average();
  restore(begun, state);
  if (analysis) {
    analysis->let_go();
    const Calibration calibration = analysis->result();
    if (report) report(calibration);
    analysis->end_forces();
  }
  if (stage.integrator && traits_of(stage.integrator->method).first_order) stop(state);
  return taken_back(begun, state);
}

}  // namespace gambol
