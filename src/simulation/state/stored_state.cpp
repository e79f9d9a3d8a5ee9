#include "simulation/state/stored_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/error.h"
#include "simulation/state/state_file.h"
#include "simulation/state/state_visitors.h"

namespace gambol {
namespace {

constexpr const char* state_kind = "state";

}  // namespace

template <class V>
void members(V& v, StoredState::Figure& f) {
  v(f.name);
  v(f.bodies);
  v(f.controllers);
}

template <class V>
void members(V& v, StoredState& s) {
  v(s.figures);
  v(s.cues);
  v(s.attachments);
  v(s.emitters);
  v(s.gravity);
  v(s.state);
}

StoredState stored_state(const World& world, const State& state, const std::string& made_from) {
  const MotionSpec& spec = world.spec;
  StoredState stored{made_from, {}, {}, {}, {}, spec.world.gravity, state};
  for (const CueSpec& cue : spec.cues) stored.cues.push_back(cue.name);
  for (const AttachmentSpec& a : spec.world.attachments) stored.attachments.push_back(a.name);
  for (const EmitterSpec& e : spec.world.particles) stored.emitters.push_back(e.name);
  for (const auto& sim : world.ensemble.figures()) {
    StoredState::Figure figure{sim->cast().name, {}, {}};
    for (const Body& body : sim->model().bodies) figure.bodies.push_back(body.name);
    for (const ControllerSpec& c : sim->cast().controllers) figure.controllers.push_back(c.name);
    stored.figures.push_back(std::move(figure));
  }
  return stored;
}

void save_state(const StoredState& stored, const std::string& path) {
  StateWriter writer;
  StoredState copy = stored;
  members(writer, copy);
  write_state_file({stored.made_from, std::move(writer.bytes)}, state_kind, path);
}

StoredState load_state(const std::string& path) {
  const StateFile file = read_state_file(path, state_kind);
  StoredState stored;
  stored.made_from = file.made_from;
  try {
    StateReader reader(file.bytes);
    members(reader, stored);
    if (!reader.at_end()) refuse_state_file(path, "is damaged: it has more bytes than its content");
  } catch (const std::runtime_error& error) {
    refuse_state_file(path, error.what());
  }
  if (stored.state.figures.size() != stored.figures.size()) refuse_state_file(path, "is damaged");
  return stored;
}

namespace {

void adopt_controllers(const StoredState::Figure& names, const FigureState& from,
                       const CastSpec& cast, FigureState& to) {
  for (std::size_t c = 0; c < cast.controllers.size(); ++c) {
    const auto same =
        std::find(names.controllers.begin(), names.controllers.end(), cast.controllers[c].name);
    if (same == names.controllers.end()) continue;
    const auto& other =
        from.controllers[static_cast<std::size_t>(same - names.controllers.begin())];
    if (other.memory.index() == to.controllers[c].memory.index()) to.controllers[c] = other;
  }
}

// Commands of controllers that this figure lacks would never end.
void drop_joint_commands(const StoredState::Figure& names, const CastSpec& cast, Command& command) {
  std::vector<std::string> own;
  for (const ControllerSpec& c : cast.controllers) own.push_back(c.name);
  if (own == names.controllers) return;
  for (std::size_t i = 0; i < command.joints.size(); ++i) {
    if (command.goes_its_way(i)) command.drives[i] = Drive::dynamic;
    command.joints[i] = {};
    for (std::vector<JointCommand>& layer : command.layers) layer[i] = {};
  }
}

void adopt_figure(const StoredState::Figure& names, const FigureState& from, const FigureSim& sim,
                  FigureState& to) {
  std::vector<std::string> bodies;
  for (const Body& body : sim.model().bodies) bodies.push_back(body.name);
  if (bodies != names.bodies || from.q.size() != to.q.size() || from.v.size() != to.v.size())
    throw InputError(Problem{sim.cast().place, "start_from",
                             fmt::format("{} with {} bodies", names.name, names.bodies.size()),
                             fmt::format("the same {} bodies", bodies.size())});
  FigureState fresh = std::move(to);
  to = from;
  // The other shot may have other ground, or no obstacles: where anchors belong is not known then.
  if (from.pads.size() != fresh.pads.size()) to.pads = fresh.pads;
  to.controllers = fresh.controllers;
  adopt_controllers(names, from, sim.cast(), to);
  // Commands are indexed by actuator, joint and output, so they do not fit a figure with others.
  // And a figure that no controller leads any more would stay where it was led to.
  const Command &a = from.command, &b = fresh.command;
  if (a.actuators.size() != b.actuators.size() || a.drives.size() != b.drives.size() ||
      a.outputs.size() != b.outputs.size() || a.joints.size() != b.joints.size() ||
      a.layers.size() != b.layers.size() || (a.root_led() && !sim.is_led()))
    to.command = b;
  drop_joint_commands(names, sim.cast(), to.command);
  if (!to.command.root_led()) std::copy_n(b.drives.begin(), root_dofs, to.command.drives.begin());
}

// The element of `from` with the name `name`, or null. `names` are the names of `from`.
template <class T>
const T* same_name(const std::vector<std::string>& names, const std::vector<T>& from,
                   const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto i = static_cast<std::size_t>(found - names.begin());
  return found == names.end() || i >= from.size() ? nullptr : &from[i];
}

void adopt_world(const StoredState& stored, const State& from, const MotionSpec& spec,
                 const Particles& particles, State& to) {
  for (std::size_t i = 0; i < spec.world.attachments.size(); ++i)
    if (const auto* other =
            same_name(stored.attachments, from.attachments, spec.world.attachments[i].name))
      to.attachments[i] = *other;
  bool same_figures = stored.figures.size() == spec.figures.size();
  for (std::size_t i = 0; same_figures && i < spec.figures.size(); ++i)
    same_figures = stored.figures[i].name == spec.figures[i].name;
  // An emitter of another capacity, or with another number of sources, keeps its initial state.
  for (std::size_t i = 0; i < spec.world.particles.size(); ++i) {
    const auto* other = same_name(stored.emitters, from.particles, spec.world.particles[i].name);
    if (other && other->particles.size() == to.particles[i].particles.size() &&
        other->sources.size() == to.particles[i].sources.size())
      to.particles[i] = *other;
    if (!same_figures)
      std::fill(to.particles[i].sources.begin(), to.particles[i].sources.end(), EmissionSource{});
  }
  // A cue with a time of its own keeps this shot's time.
  for (std::size_t i = 0; i < spec.cues.size(); ++i)
    if (const auto* other = same_name(stored.cues, from.cues, spec.cues[i].name))
      if (!spec.cues[i].at) to.cues[i] = *other;
  // Values that cues have changed are kept; the others are those of this shot's spec.
  const Vec3 gravity = from.world.gravity != stored.gravity ? from.world.gravity : to.world.gravity;
  if (gravity != from.world.gravity) {
    to.world.gravity = from.world.gravity;
    particles.bend(gravity, to);
  }
  to.world.gravity = gravity;
  to.world.friction = from.world.friction;
  to.world.elasticity = from.world.elasticity;
}

}  // namespace

void adopt(const StoredState& stored, const World& world, State& to) {
  State from = stored.state;
  if (const double shift = to.time - from.time; std::abs(shift) > clock_slack) {
    ClockShift move(shift);
    move(from);
  } else {
    to.time = from.time;
  }
  for (std::size_t f = 0; f < to.figures.size(); ++f) {
    const FigureSim& sim = *world.ensemble.figures()[f];
    if (sim.cast().is_obstacle) continue;  // it stands where this shot says
    for (std::size_t i = 0; i < stored.figures.size(); ++i)
      if (stored.figures[i].name == sim.cast().name)
        adopt_figure(stored.figures[i], from.figures[i], sim, to.figures[f]);
  }
  adopt_world(stored, from, world.spec, world.particles, to);
  to.next_step = from.next_step;
  skip_past_cues(world.spec, to);
}

}  // namespace gambol
