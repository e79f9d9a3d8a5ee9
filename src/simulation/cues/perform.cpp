// What happens at a cue.

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "base/pattern.h"
#include "base/random.h"
#include "dynamics/coordinates.h"
#include "simulation/cues/cue_stage.h"

namespace gambol {
namespace {

bool means_figure(const std::string& name, const std::string& figure) {
  return name.empty() || name == figure;
}

// Changes of a velocity (m/s) and a spin (rad/s), in W.
struct Blow {
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
};

// Spec is KickSpec or SpawnSpec.
template <class Spec>
Blow random_blow(const Spec& spec, Random random) {
  const auto spread = [&](double half) { return random.between(-half, half); };
  Blow blow{spec.velocity};
  for (int k = 0; k < 3; ++k) blow.velocity[k] += spread(spec.velocity_spread[k]);
  for (int k = 0; k < 3; ++k) blow.spin[k] = spread(spec.spin_spread);
  return blow;
}

void move_root(const Blow& blow, FigureState& s) {
  const Quat R(s.q[3], s.q[4], s.q[5], s.q[6]);
  s.v.head<3>() += R.conjugate() * blow.spin;
  s.v.segment<3>(3) += R.conjugate() * blow.velocity;
}

void set_rates(const std::vector<RateSpec>& rates, const Model& model, FigureState& s) {
  for (const RateSpec& rate : rates)
    for (int i = root_dofs; i < model.nv(); ++i)
      if (s.command.drives[i] == Drive::dynamic && model.means(rate.name, i)) s.v[i] = rate.to;
}

}  // namespace

void CueStage::happen(double t, bool judged) {
  for (bool again = true; again;) {  // a cue may trigger another that is due at once
    bool changed = !judged;
    for (std::size_t i = 0; i < spec().cues.size(); ++i) {
      CueState& cue = state_.cues[i];
      if (!cue.triggered || cue.happened || cue.due > t + clock_slack) continue;
      perform(spec().cues[i], i);
      cue.happened = true;
      ++cue.times;
      changed = true;
    }
    changed = enter_called(t) || changed;
    // Where nothing has changed, the conditions have been judged at the end of the step before.
    again = changed && trigger(t);
  }
}

void CueStage::notice_breaks(std::vector<int>& broken) {
  broken.clear();
  interactions().break_overstretched(figures(), state_, broken);
  for (int i : broken) {
    marks_.push_back({state_.time, interactions().attachments()[i].name, "broken"});
    if (world_.particles.any()) world_.particles.broken(i, figures(), state_);
  }
}

void CueStage::sense_all() {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    if (s.dormant) continue;
    figures()[f]->prepare(s, state_.world, s.q, s.v, state_.time, 0);
  }
}

// Sets the times at which the figures of a spawn enter; the first enters at once.
void CueStage::call(const CueSpec& cue) {
  int before = 0;
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    if (!s.dormant || !any_matches(cue.spawn->figures, figures()[f]->cast().name)) continue;
    s.called = true;
    s.enters = state_.time + cue.spawn->every * before++;
  }
}

bool CueStage::enter_called(double t) {
  bool any = false;
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    const std::string& name = figures()[f]->cast().name;
    if (!s.called || s.enters > t + clock_slack) continue;
    s.dormant = s.called = false;
    any = true;
    marks_.push_back({t, name, "spawned"});
    for (std::size_t i = 0; i < spec().cues.size(); ++i) {
      const CueSpec& cue = spec().cues[i];
      if (cue.spawn && any_matches(cue.spawn->figures, name))
        move_root(random_blow(*cue.spawn, Random(stream(i, f))), s);
    }
    for (ControllerState& c : s.controllers)
      if (c.ticks == 0) c.started = c.next_tick = t;
    figures()[f]->settle(s, state_.world, t);  // follow joints enter on their curve
  }
  return any;
}

// Seed of random numbers, different for every cue and figure and independent of other random
// numbers.
std::uint64_t CueStage::stream(std::size_t cue, std::size_t figure) const {
  Random random(spec().seed);
  return random.bits() + cue * spec().figures.size() + figure;
}

void CueStage::move_rests(const CueSpec& cue, std::size_t f) {
  const FigureSim& figure = *figures()[f];
  const double t = state_.time;
  for (std::size_t a = 0; a < figure.actuators().size(); ++a) {
    const Actuator& actuator = figure.actuators()[a];
    if (!actuator.is_spring()) continue;
    ActuatorCommand& command = state_.figures[f].command.actuators[a];
    for (const RestSpec& rest : cue.rest->joints) {
      if (!figure.model().means(rest.name, actuator.dof)) continue;
      command.rest = ramp(rest_position(actuator, command, t), rest.to, t, cue);
      command.has_rest = true;
    }
  }
}

void CueStage::switch_springs(const CueSpec& cue, std::size_t f) {
  const FigureSim& figure = *figures()[f];
  FigureState& s = state_.figures[f];
  const SpringsSpec& springs = *cue.springs;
  const double t = state_.time;
  for (std::size_t a = 0; a < figure.actuators().size(); ++a) {
    const Actuator& actuator = figure.actuators()[a];
    const auto means = [&](const std::string& name) {
      return figure.model().means(name, actuator.dof);
    };
    if (!actuator.is_spring() || std::none_of(springs.joints.begin(), springs.joints.end(), means))
      continue;
    ActuatorCommand& command = s.command.actuators[a];
    if (springs.here) {
      const double here = coordinate(figure.model(), s.q, actuator.dof);
      command.rest = Ramp{t, t, here, here};
      command.has_rest = true;
    }
    const double now = command.on ? command.strength_at(t) : 0;  // what is off grows from nothing
    if (springs.strength) command.strength = ramp(now, *springs.strength, t, cue);
    command.on = springs.on.value_or(command.on);
  }
}

void CueStage::switch_drives(const DriveSpec& drive, std::size_t f) {
  FigureSim& figure = *figures()[f];
  FigureState& s = state_.figures[f];
  const Model& model = figure.model();
  const double t = state_.time;
  std::vector<Drive> wanted = s.command.drives;
  for (const std::string& joint : drive.joints)
    for (int i = 0; i < model.nv(); ++i)
      if (model.means(joint, i) && (drive.to != Drive::led || can_be_led(model, s.command, i, t)))
        wanted[i] = drive.to;
  for (int i = 0; i < model.nv(); ++i)
    if (wanted[i] == Drive::led && s.command.drives[i] != Drive::led)
      lead_from(model, s.q, i, t, s.command);
  figure.switch_drives(s, wanted, state_.world, t);
}

void CueStage::kick(const KickSpec& kick, std::size_t index, std::size_t f) {
  FigureSim& figure = *figures()[f];
  FigureState& s = state_.figures[f];
  // Differs each time that the cue happens.
  const std::uint64_t again =
      0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(state_.cues[index].times);
  Blow blow = random_blow(kick, Random(stream(index, f) + again));
  blow.spin += kick.spin;
  set_rates(kick.rates, figure.model(), s);
  if (kick.body.empty()) {
    if (s.command.root_is(Drive::dynamic)) move_root(blow, s);
    return;
  }
  const int body = figure.model().body_index(kick.body);
  if (body < 0) return;
  std::optional<Vec3> velocity, spin;
  if (kick.moves()) velocity = blow.velocity;
  if (kick.turns()) spin = blow.spin;
  figure.strike(s, body, velocity, spin, state_.world, state_.time);
}

void CueStage::perform_on(const CueSpec& cue, std::size_t index, std::size_t f) {
  const FigureSim& figure = *figures()[f];
  const std::string& name = figure.cast().name;
  FigureState& s = state_.figures[f];
  const double t = state_.time;
  const bool there = !s.dormant;
  if (there && cue.push && means_figure(cue.push->figure, name)) {
    const int body = figure.model().body_index(cue.push->body);
    if (body >= 0)
      s.pushes.push_back({body, cue.push->force,
                          cue.push->at.value_or(figure.model().bodies[body].mass.com),
                          t + cue.push->over});
  }
  if (there && cue.kick && any_matches(cue.kick->figures, name)) kick(*cue.kick, index, f);
  if (cue.rest && means_figure(cue.rest->figure, name)) move_rests(cue, f);
  if (cue.springs && means_figure(cue.springs->figure, name)) switch_springs(cue, f);
  if (there && cue.drive && means_figure(cue.drive->figure, name)) switch_drives(*cue.drive, f);
  if (cue.set) set_goals(cue, f);
  if (cue.reverse) reverse(*cue.reverse, f);
  if (!cue.run.empty()) run_program(cue, f);
}

void CueStage::perform(const CueSpec& cue, std::size_t index) {
  marks_.push_back({state_.time, cue.name, ""});
  if (!cue.start.empty()) start_controller(cue.start, true);
  if (!cue.stop.empty()) start_controller(cue.stop, false);
  if (cue.set) set_world(cue);
  set_attachments(cue);
  if (cue.spawn) call(cue);
  for (std::size_t f = 0; f < figures().size(); ++f) perform_on(cue, index, f);
  if (cue.emit.empty()) return;
  sense_all();
  world_.particles.emit(cue.emit, figures(), state_);
}

void skip_past_cues(const MotionSpec& spec, State& state) {
  for (std::size_t i = 0; i < spec.cues.size(); ++i)
    if (spec.cues[i].at && *spec.cues[i].at < state.time - clock_slack)
      state.cues[i] = {true, true, *spec.cues[i].at, true, 1, 0};
}

}  // namespace gambol
