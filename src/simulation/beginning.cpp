#include "simulation/beginning.h"

#include <fmt/format.h>

#include <optional>

#include "base/hash.h"
#include "base/stop.h"
#include "shot/results_name.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "simulation/prepare_stage.h"

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
  const std::string path = state_path(folder, results_name(shot), name);
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

}  // namespace

std::string state_inputs(const ShotSpec& shot, double time) {
  return Hasher().add(GAMBOL_VERSION).add(motion_hash(shot.motion)).add(time).hex();
}

State beginning(const ShotSpec& shot, const std::string& folder, const World& world,
                const CalibrationReport& report) {
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
    const std::string path =
        state_path(folder, results_name(shot), fmt::format("prepared_{}", i + 1));
    if (auto found = kept(path, inputs)) {
      state = found->state;
      continue;
    }
    try {
      state = prepared(motion.prepare[i], motion, state, report);
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
