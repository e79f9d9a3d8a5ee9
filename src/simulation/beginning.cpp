#include "simulation/beginning.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "base/hash.h"
#include "base/stop.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "simulation/state/state_visitors.h"

namespace gambol {
namespace {

// The state in the file, if it was made from `inputs` and is undamaged.
std::optional<StoredState> kept(const std::string& path, const std::string& inputs) {
  if (path.empty()) return {};
  try {
    StoredState stored = load_state(path);
    if (stored.made_from == inputs) return stored;
  } catch (const InputError&) {  // the state is simulated again
  }
  return {};
}

std::string state_path(const std::string& folder, const std::string& shot,
                       const std::string& name) {
  return folder.empty() ? "" : fmt::format("{}/{}/{}.state", folder, shot, name);
}

StoredState state_at(const ShotSpec& shot, double time, const std::string& folder) {
  const std::string name = time == shot.end() ? "end" : fmt::format("{}s", time);
  const std::string path = state_path(folder, shot.name, name);
  const std::string inputs = state_inputs(shot, time);
  if (auto found = kept(path, inputs)) return *found;
  Simulator simulator(world_of(shot, folder));
  try {
    while (simulator.advance_to_stop(time, {})) heed_stop();
  } catch (const RunError& error) {
    throw RunError(error.code,
                   fmt::format("{}, where this shot starts: {}", shot.name, error.what()));
  }
  StoredState stored = stored_state(simulator.world(), simulator.state(), inputs);
  if (!path.empty()) save_state(stored, path);
  return stored;
}

double fastest_body(const Simulator& simulator) {
  double fastest = 0;
  for (std::size_t f = 0; f < simulator.figures().size(); ++f) {
    const Model& model = simulator.figures()[f]->model();
    const FigureState& s = simulator.state().figures[f];
    Workspace work(model);
    update_kinematics(model, s.q, s.v, work);
    for (const BodyWork& b : work.bodies) fastest = std::max(fastest, b.velocity.v.norm());
  }
  return fastest;
}

// Moves the springs' rest positions from their present values to the wanted pose.
void reach(const ReachSpec& wanted, Simulator& simulator) {
  for (std::size_t f = 0; f < simulator.figures().size(); ++f) {
    const FigureSim& sim = *simulator.figures()[f];
    if (sim.cast().name != wanted.figure) continue;
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
}

// Simulates one stage from `begun`, and shifts the result back to the time at which the stage
// began. Controllers are inactive, and no cue happens.
State prepared(const PrepareSpec& stage, const MotionSpec& motion, const State& begun) {
  MotionSpec quiet = motion;
  quiet.cues.clear();
  quiet.world.particles.clear();
  Simulator sim(quiet);
  State& state = sim.state();
  state = begun;
  state.particles.clear();
  for (FigureState& f : state.figures)
    for (ControllerState& c : f.controllers) c.active = false;
  if (stage.reach) reach(*stage.reach, sim);
  const double end = begun.time + stage.settle;
  // Stillness is tested at a fixed interval, so that the stage ends at the same instant on every
  // machine. It must last for several tests, because a spring is slow at its turning points too.
  constexpr double pace = 0.01;  // s
  constexpr int rests = 5;
  int still = 0;
  for (long k = 1; state.time < end - clock_slack && still < rests; ++k) {
    sim.advance(stage.still ? std::min(begun.time + static_cast<double>(k) * pace, end) : end);
    const bool rest = stage.still && fastest_body(sim) < *stage.still &&
                      (!stage.reach || state.time >= begun.time + stage.reach->over);
    still = rest ? still + 1 : 0;
  }
  ClockShift back(begun.time - state.time);
  back(state);
  State settled = state;
  settled.time = begun.time;
  for (std::size_t f = 0; f < begun.figures.size(); ++f)
    settled.figures[f].controllers = begun.figures[f].controllers;
  settled.next_step = begun.next_step;
  settled.cues = begun.cues;
  settled.particles = begun.particles;
  return settled;
}

}  // namespace

std::string state_inputs(const ShotSpec& shot, double time) {
  return Hasher().add(GAMBOL_VERSION).add(motion_hash(shot.motion)).add(time).hex();
}

State beginning(const ShotSpec& shot, const std::string& folder, const World& world) {
  const MotionSpec& motion = shot.motion;
  State state = world.start;
  if (motion.start_from)
    adopt(state_at(*motion.start_from->from, *motion.start_from->time, folder), world, state);
  for (std::size_t i = 0; i < motion.prepare.size(); ++i) {
    MotionSpec quiet = motion;
    quiet.cues.clear();
    quiet.start_from.reset();
    quiet.prepare = {motion.prepare[i]};
    quiet.simulate_until = 0;
    const std::string inputs =
        Hasher().add(GAMBOL_VERSION).add(state_hash(state)).add(motion_hash(quiet)).hex();
    const std::string path = state_path(folder, shot.name, fmt::format("prepared_{}", i + 1));
    if (auto found = kept(path, inputs)) {
      state = found->state;
      continue;
    }
    try {
      state = prepared(motion.prepare[i], motion, state);
    } catch (const RunError& error) {
      throw RunError(error.code, fmt::format("preparing (stage {}): {}", i + 1, error.what()));
    }
    if (!path.empty()) save_state(stored_state(world, state, inputs), path);
  }
  return state;
}

std::shared_ptr<const World> world_of(const ShotSpec& shot, const std::string& folder) {
  auto world = std::make_shared<World>(shot.motion);
  world->start = beginning(shot, folder, *world);
  return world;
}

}  // namespace gambol
