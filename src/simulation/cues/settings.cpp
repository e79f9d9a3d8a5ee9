// Cues that set controllers, the world and attachments.

#include <algorithm>

#include "base/pattern.h"
#include "shot/controllers/controller_spec.h"
#include "simulation/cues/cue_stage.h"

namespace gambol {
namespace {

// Whether `name`, which is "figure.thing" or "thing", means `thing` of `figure`.
bool means(const std::string& name, const std::string& figure, const std::string& thing) {
  return name == thing || name == figure + "." + thing;
}

double present(const std::optional<Ramp>& goal, double otherwise, double t) {
  return goal ? goal->at(t) : otherwise;
}

}  // namespace

void CueStage::start_controller(const std::string& name, bool on) {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const CastSpec& cast = figures()[f]->cast();
    for (std::size_t c = 0; c < cast.controllers.size(); ++c) {
      if (!means(name, cast.name, cast.controllers[c].name)) continue;
      ControllerState& s = state_.figures[f].controllers[c];
      if (on && !s.active) {
        const Goals goals = s.goals;
        s = {true, -1, state_.time, 0, state_.time, figures()[f]->controllers()[c]->start(), goals};
      }
      if (!on && s.active) figures()[f]->release(state_.figures[f], c, state_.time);
      s.active = on;
    }
  }
}

void CueStage::run_program(const CueSpec& cue, std::size_t f) {
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

void CueStage::order(const Order& order, std::size_t f, std::size_t c) {
  ControllerState& s = state_.figures[f].controllers[c];
  figures()[f]->controllers()[c]->obey(order, state_.time, s.memory, s.goals);
}

void CueStage::set_goals(const CueSpec& cue, std::size_t f) {
  const SettingsSpec& set = *cue.set;
  const CastSpec& cast = figures()[f]->cast();
  for (std::size_t c = 0; c < cast.controllers.size(); ++c) {
    const ControllerSpec& controller = cast.controllers[c];
    if (!means(set.controller, cast.name, controller.name)) continue;
    for (std::size_t k = 0; k < set.values.size(); ++k) {
      const std::string& field = settable_names()[k];
      if (set.values[k] && controller.kind.is_settable(field))
        order(SetField{field, controller.kind.value_at(field, state_.time), *set.values[k],
                       cue.over, cue.ease},
              f, c);
    }
  }
}

void CueStage::set_world(const CueSpec& cue) {
  const SettingsSpec& set = *cue.set;
  WorldSettings& world = state_.world;
  const double t = state_.time;
  if (set.gravity) {
    world_.particles.bend(*set.gravity, state_);
    world.gravity = *set.gravity;
  }
  double friction = 0, elasticity = 1;
  if (spec().world.ground) {
    friction = spec().world.ground->contact.friction.at(t);
    elasticity = spec().world.ground->contact.restitution;
  }
  if (spec().world.has_impulses()) {
    friction = spec().world.contact->friction.at(t);
    elasticity = spec().world.contact->restitution;
  }
  if (set.friction)
    world.friction = ramp(present(world.friction, friction, t), *set.friction, t, cue);
  if (set.elasticity)
    world.elasticity = ramp(present(world.elasticity, elasticity, t), *set.elasticity, t, cue);
}

void CueStage::set_attachments(const CueSpec& cue) {
  const auto& all = interactions().attachments();
  for (std::size_t i = 0; i < all.size(); ++i) {
    AttachmentState& s = state_.attachments[i];
    if (any_matches(cue.attach, all[i].name)) s = {true, false};
    if (any_matches(cue.detach, all[i].name)) s.on = false;
    if (s.on && any_matches(cue.break_, all[i].name)) {
      s = {false, true};
      marks_.push_back({state_.time, all[i].name, "broken"});
      if (world_.particles.any()) sense_all();
      if (world_.particles.any()) world_.particles.broken(static_cast<int>(i), figures(), state_);
    }
  }
}

void CueStage::reverse(const ReverseSpec& reverse, std::size_t f) {
  const CastSpec& cast = figures()[f]->cast();
  ReverseLegs reversed;
  for (const LegSpec& leg : cast.figure.legs)
    reversed.legs.push_back(reverse.legs.empty() || any_matches(reverse.legs, leg.name));
  for (std::size_t c = 0; c < cast.controllers.size(); ++c)
    if (means(reverse.controller, cast.name, cast.controllers[c].name)) order(reversed, f, c);
}

}  // namespace gambol
