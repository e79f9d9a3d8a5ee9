#include "simulation/world.h"

#include <map>
#include <string>

#include "simulation/start_problems.h"

namespace gambol {
namespace {

FigurePartsList parts_of(const MotionSpec& spec) {
  FigurePartsList parts;
  std::map<std::string, const FigureParts*> first;  // by the name of their kind
  for (const CastSpec& cast : spec.figures) {
    const auto known = cast.kind.empty() ? first.end() : first.find(cast.kind);
    const FigureParts* like = known == first.end() ? nullptr : known->second;
    parts.push_back(std::make_unique<const FigureParts>(cast, spec, like));
    if (!like && !cast.kind.empty()) first.emplace(cast.kind, parts.back().get());
  }
  return parts;
}

State first_state(const World& world) {
  const MotionSpec& spec = world.spec;
  State state;
  state.time = spec.start;
  state.world.gravity = spec.world.gravity;
  state.attachments = world.ensemble.interactions().initial_attachments();
  for (const auto& f : world.ensemble.figures()) {
    state.figures.push_back(f->initial_state(spec.start));
    std::vector<Pad>& pads = state.figures.back().pads;
    pads.resize(pads.size() + world.ensemble.interactions().needs_pads(*f));
    // Follow joints start on their curve.
    f->settle(state.figures.back(), state.world, spec.start);
  }
  state.particles = world.particles.initial();
  for (FigureState& f : state.figures) {
    for (ControllerState& c : f.controllers) c.started = c.next_tick = spec.start;
  }
  for (const CueSpec& cue : spec.cues)
    state.cues.push_back({cue.at.has_value(), false, cue.at.value_or(0)});
  return state;
}

// The check of the start also covers dormant figures where they will enter.
void require_room(World& world) {
  const State& state = world.start;
  const FigureSims& figures = world.ensemble.figures();
  world.ensemble.evaluate(state, state.time, 0);
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const FigureState& s = state.figures[f];
    if (s.dormant) figures[f]->prepare(s, state.world, s.q, s.v, state.time, 0);
  }
  std::vector<Problem> problems = start_problems(world.spec, world.ensemble);
  if (!problems.empty()) throw InputError(std::move(problems));
}

}  // namespace

World::World(const MotionSpec& motion)
    : spec(motion),
      figures(parts_of(spec)),
      ensemble(spec, figures),
      particles(spec, ensemble.figures()),
      cues(plan_cues(spec.cues)),
      start(first_state(*this)) {
  require_room(*this);
}

}  // namespace gambol
