// Cues of a simulation: their conditions and their actions.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/pattern.h"
#include "base/random.h"
#include "shot/controllers/controller_spec.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

// Whether `name`, which is "figure.thing" or "thing", means `thing` of `figure`.
bool means(const std::string& name, const std::string& figure, const std::string& thing) {
  return name == thing || name == figure + "." + thing;
}

bool means_figure(const std::string& name, const std::string& figure) {
  return name.empty() || name == figure;
}

// A ramp from the present value `now` to `to`.
Ramp ramp(double now, double to, double t, double over) { return {t, t + over, now, to}; }

double present(const std::optional<Ramp>& goal, double otherwise, double t) {
  return goal ? goal->at(t) : otherwise;
}

double root_tilt(const FigureState& s) {
  const Quat R(s.q[3], s.q[4], s.q[5], s.q[6]);
  return std::acos(std::clamp((R * Vec3::UnitZ()).z(), -1.0, 1.0));
}

// Spec is KickSpec or SpawnSpec.
template <class Spec>
void kick(const Spec& spec, Random random, FigureState& s) {
  const auto spread = [&](double half) { return random.between(-half, half); };
  Vec3 dv = spec.velocity, dw;
  for (int k = 0; k < 3; ++k) dv[k] += spread(spec.velocity_spread[k]);
  for (int k = 0; k < 3; ++k) dw[k] = spread(spec.spin_spread);
  const Quat R(s.q[3], s.q[4], s.q[5], s.q[6]);
  s.v.head<3>() += R.conjugate() * dw;
  s.v.segment<3>(3) += R.conjugate() * dv;
}

}  // namespace

void Simulator::plan_cues() {
  const auto named = [&](const std::string& name) {
    const auto found = std::find_if(spec_.cues.begin(), spec_.cues.end(),
                                    [&](const CueSpec& c) { return c.name == name; });
    return found == spec_.cues.end() ? -1 : static_cast<int>(found - spec_.cues.begin());
  };
  for (const CueSpec& cue : spec_.cues) {
    cue_before_.push_back(-1);
    delays_.push_back(0);
    conditions_.emplace_back();
    if (!cue.after.empty()) {
      const AfterCue after = parse_after(cue.after);
      cue_before_.back() = named(after.cue);
      delays_.back() = after.delay;
    } else if (!cue.when.empty()) {
      conditions_.back() = parse_condition(cue.when);
      delays_.back() = conditions_.back()->delay;
    }
  }
}

bool Simulator::trigger_cues(double t) {
  bool any = false;
  for (std::size_t i = 0; i < spec_.cues.size(); ++i) {
    CueState& cue = state_.cues[i];
    if (cue.triggered) continue;
    if (cue_before_[i] >= 0) {
      const CueState& before = state_.cues[cue_before_[i]];
      if (!before.happened) continue;
      cue = {true, false, before.due + delays_[i]};
    } else if (conditions_[i] && is_true(*conditions_[i])) {
      cue = {true, false, t + delays_[i]};
    } else {
      continue;
    }
    any = true;
  }
  return any;
}

void Simulator::happen(double t) {
  bool performed = true;
  while (performed) {  // a cue may trigger another that is due at once
    performed = false;
    for (std::size_t i = 0; i < spec_.cues.size(); ++i) {
      CueState& cue = state_.cues[i];
      if (!cue.triggered || cue.happened || cue.due > t + clock_slack) continue;
      perform(spec_.cues[i], i);
      cue.happened = true;
      performed = true;
    }
    enter_called(t);
    trigger_cues(t);
  }
}

bool Simulator::is_true(const Condition& c) const {
  if (c.kind == ConditionKind::broken) {
    const auto& all = interactions().attachments();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == c.subject) return state_.attachments[i].broken;
    return false;
  }
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const FigureSim& figure = *figures()[f];
    const bool is_subject = c.subject == figure.cast().name;
    if (is_subject && state_.figures[f].dormant) return false;
    if (c.kind == ConditionKind::tilted && c.subject == figure.cast().name)
      return root_tilt(state_.figures[f]) > c.value;
    if (c.kind == ConditionKind::slower && c.subject == figure.cast().name) {
      const auto& bodies = figure.work().bodies;
      return std::all_of(bodies.begin(), bodies.end(),
                         [&](const BodyWork& b) { return b.velocity.v.norm() < c.value; });
    }
  }
  if (c.kind == ConditionKind::tilted || c.kind == ConditionKind::slower) return false;
  const BodyId id = find_body_id(figures(), c.subject, {}, "when");
  if (state_.figures[id.figure].dormant) return false;
  const double height = figures()[id.figure]->work().bodies[id.body].X_WB.p.z();
  if (c.kind == ConditionKind::above) return height > c.value;
  if (c.kind == ConditionKind::below) return height < c.value;
  return touches(id, c.object);
}

bool Simulator::touches(const BodyId& id, const std::string& object) const {
  if (object.empty() || object == "ground") {
    for (const GroundContact& contact : figures()[id.figure]->contacts())
      if (contact.body == id.body && !contact.force.isZero(0)) return true;
  }
  if (object == "ground") return false;
  const auto is = [](const BodyId& a, const BodyId& b) {
    return a.figure == b.figure && a.body == b.body;
  };
  const BodyId other = object.empty() ? BodyId{} : find_body_id(figures(), object, {}, "when");
  for (const Link& link : interactions().links()) {
    if (link.attachment >= 0 || (!is(link.a, id) && !is(link.b, id))) continue;
    if (object.empty() || is(link.a, other) || is(link.b, other)) return true;
  }
  return false;
}

void Simulator::start_controller(const std::string& name, bool on) {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const CastSpec& cast = figures()[f]->cast();
    for (std::size_t c = 0; c < cast.controllers.size(); ++c) {
      if (!means(name, cast.name, cast.controllers[c].name)) continue;
      ControllerState& s = state_.figures[f].controllers[c];
      if (on && !s.active) {
        const Goals goals = s.goals;
        s = {true, -1, state_.time, 0, state_.time, figures()[f]->controllers()[c]->start(), goals};
      }
      if (!on && s.active) figures()[f]->controllers()[c]->release(state_.figures[f].command);
      s.active = on;
    }
  }
}

void Simulator::run_program(const CueSpec& cue, std::size_t f) {
  const FigureSim& figure = *figures()[f];
  FigureState& s = state_.figures[f];
  const std::size_t dot = cue.run.find('.');
  const std::string program = dot == std::string::npos ? cue.run : cue.run.substr(dot + 1);
  for (std::size_t c = 0; c < s.controllers.size(); ++c) {
    const Controller& controller = *figure.controllers()[c];
    if (!means(cue.run, figure.cast().name, program) || !controller.plays(program)) continue;
    if (!s.controllers[c].active) start_controller(figure.cast().controllers[c].name, true);
    order(RunProgram{program, cue.over}, f, c);
  }
}

void Simulator::order(const Order& order, std::size_t f, std::size_t c) {
  ControllerState& s = state_.figures[f].controllers[c];
  figures()[f]->controllers()[c]->obey(order, state_.time, s.memory, s.goals);
}

void Simulator::set_goals(const CueSpec& cue, std::size_t f) {
  const SettingsSpec& set = *cue.set;
  const CastSpec& cast = figures()[f]->cast();
  for (std::size_t c = 0; c < cast.controllers.size(); ++c) {
    const ControllerSpec& controller = cast.controllers[c];
    if (!means(set.controller, cast.name, controller.name)) continue;
    for (std::size_t k = 0; k < set.values.size(); ++k) {
      const std::string& field = settable_names()[k];
      if (set.values[k] && controller.kind.is_settable(field))
        order(
            SetField{field, controller.kind.value_at(field, state_.time), *set.values[k], cue.over},
            f, c);
    }
  }
}

void Simulator::set_world(const CueSpec& cue) {
  const SettingsSpec& set = *cue.set;
  WorldSettings& world = state_.world;
  const double t = state_.time;
  if (set.gravity) {
    particles_.bend(*set.gravity, state_);
    world.gravity = *set.gravity;
  }
  double friction = 0, elasticity = 1;
  if (spec_.world.ground) {
    friction = spec_.world.ground->contact.friction.at(t);
    elasticity = spec_.world.ground->contact.restitution;
  }
  if (spec_.world.collisions && spec_.world.collisions->impulse) {
    friction = spec_.world.collisions->impulse->friction.at(t);
    elasticity = spec_.world.collisions->impulse->restitution;
  }
  if (set.friction)
    world.friction = ramp(present(world.friction, friction, t), *set.friction, t, cue.over);
  if (set.elasticity)
    world.elasticity = ramp(present(world.elasticity, elasticity, t), *set.elasticity, t, cue.over);
}

void Simulator::set_attachments(const CueSpec& cue) {
  const auto& all = interactions().attachments();
  for (std::size_t i = 0; i < all.size(); ++i) {
    AttachmentState& s = state_.attachments[i];
    if (any_matches(cue.attach, all[i].name)) s = {true, false};
    if (any_matches(cue.detach, all[i].name)) s.on = false;
    if (s.on && any_matches(cue.break_, all[i].name)) {
      s = {false, true};
      marks_.push_back({state_.time, all[i].name, "broken"});
      if (particles_.any()) sense_all();
      if (particles_.any()) particles_.broken(static_cast<int>(i), figures(), state_);
    }
  }
}

void Simulator::notice_breaks() {
  broken_.clear();
  ensemble_.interactions().break_overstretched(figures(), state_, broken_);
  for (int i : broken_) {
    marks_.push_back({state_.time, interactions().attachments()[i].name, "broken"});
    if (particles_.any()) particles_.broken(i, figures(), state_);
  }
}

void Simulator::sense_all() {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    if (s.dormant) continue;
    figures()[f]->prepare(s, state_.world, s.q, s.v, state_.time, 0);
  }
}

// Sets the times at which the figures of a spawn enter; the first enters at once.
void Simulator::call(const CueSpec& cue) {
  int before = 0;
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    if (!s.dormant || !any_matches(cue.spawn->figures, figures()[f]->cast().name)) continue;
    s.called = true;
    s.enters = state_.time + cue.spawn->every * before++;
  }
}

void Simulator::enter_called(double t) {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    const std::string& name = figures()[f]->cast().name;
    if (!s.called || s.enters > t + clock_slack) continue;
    s.dormant = s.called = false;
    marks_.push_back({t, name, "spawned"});
    for (std::size_t i = 0; i < spec_.cues.size(); ++i) {
      const CueSpec& cue = spec_.cues[i];
      if (cue.spawn && any_matches(cue.spawn->figures, name))
        kick(*cue.spawn, Random(stream(i, f)), s);
    }
    for (ControllerState& c : s.controllers)
      if (c.ticks == 0) c.started = c.next_tick = t;
    figures()[f]->settle(s, t);  // follow joints enter on their curve
  }
}

void Simulator::reverse(const ReverseSpec& reverse, std::size_t f) {
  const CastSpec& cast = figures()[f]->cast();
  ReverseLegs reversed;
  for (const LegSpec& leg : cast.figure.legs)
    reversed.legs.push_back(reverse.legs.empty() || any_matches(reverse.legs, leg.name));
  for (std::size_t c = 0; c < cast.controllers.size(); ++c)
    if (means(reverse.controller, cast.name, cast.controllers[c].name)) order(reversed, f, c);
}

// Seed of random numbers, different for every cue and figure and independent of other random
// numbers.
std::uint64_t Simulator::stream(std::size_t cue, std::size_t figure) const {
  Random random(spec_.seed);
  return random.bits() + cue * spec_.figures.size() + figure;
}

void Simulator::perform_on(const CueSpec& cue, std::size_t index, std::size_t f) {
  const FigureSim& figure = *figures()[f];
  const std::string& name = figure.cast().name;
  FigureState& s = state_.figures[f];
  const double t = state_.time;
  const bool there = !s.dormant;
  if (there && cue.push && means_figure(cue.push->figure, name)) {
    const int body = figure.model().body_index(cue.push->body);
    if (body >= 0) s.pushes.push_back({body, cue.push->force, t + cue.push->over});
  }
  if (there && cue.kick && any_matches(cue.kick->figures, name)) {
    kick(*cue.kick, Random(stream(index, f)), s);
  }
  if (cue.rest && means_figure(cue.rest->figure, name)) {
    for (std::size_t a = 0; a < figure.actuators().size(); ++a) {
      const Actuator& actuator = figure.actuators()[a];
      if (!actuator.is_spring()) continue;
      ActuatorCommand& command = s.command.actuators[a];
      for (const RestSpec& rest : cue.rest->joints) {
        if (!figure.model().means(rest.name, actuator.dof)) continue;
        command.rest = ramp(rest_position(actuator, command, t), rest.to, t, cue.over);
        command.has_rest = true;
      }
    }
  }
  if (there && cue.drive && means_figure(cue.drive->figure, name)) {
    std::vector<Drive> wanted = s.command.drives;
    for (const std::string& joint : cue.drive->joints)
      for (int i = 0; i < figure.model().nv(); ++i)
        if (figure.model().means(joint, i) &&
            (cue.drive->to != Drive::led || can_be_led(figure.model(), s.command, i, t)))
          wanted[i] = cue.drive->to;
    for (int i = 0; i < figure.model().nv(); ++i)
      if (wanted[i] == Drive::led && s.command.drives[i] != Drive::led)
        lead_from(figure.model(), s.q, i, t, s.command);
    figures()[f]->switch_drives(s, wanted, state_.world, t);
  }
  if (cue.set) set_goals(cue, f);
  if (cue.reverse) reverse(*cue.reverse, f);
  if (!cue.run.empty()) run_program(cue, f);
}

void Simulator::perform(const CueSpec& cue, std::size_t index) {
  marks_.push_back({state_.time, cue.name, ""});
  if (!cue.start.empty()) start_controller(cue.start, true);
  if (!cue.stop.empty()) start_controller(cue.stop, false);
  if (cue.set) set_world(cue);
  set_attachments(cue);
  if (cue.spawn) call(cue);
  for (std::size_t f = 0; f < figures().size(); ++f) perform_on(cue, index, f);
  if (cue.emit.empty()) return;
  sense_all();
  particles_.emit(cue.emit, figures(), state_);
}

}  // namespace gambol
