// When cues happen: their conditions.

#include <algorithm>
#include <cmath>

#include "simulation/cues/cue_stage.h"

namespace gambol {
namespace {

double root_tilt(const FigureState& s) {
  const Quat R(s.q[3], s.q[4], s.q[5], s.q[6]);
  return std::acos(std::clamp((R * Vec3::UnitZ()).z(), -1.0, 1.0));
}

}  // namespace

bool CueStage::trigger(double t) {
  bool any = false;
  for (std::size_t i = 0; i < spec().cues.size(); ++i) {
    CueState& cue = state_.cues[i];
    if (cue.triggered) continue;
    if (world_.cues.before[i] >= 0) {
      const CueState& before = state_.cues[world_.cues.before[i]];
      if (!before.happened) continue;
      cue = {true, false, before.due + world_.cues.delays[i]};
    } else if (world_.cues.conditions[i] && is_true(*world_.cues.conditions[i])) {
      cue = {true, false, t + world_.cues.delays[i]};
    } else {
      continue;
    }
    any = true;
  }
  return any;
}

bool CueStage::is_true(const Condition& c) const {
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

bool CueStage::touches(const BodyId& id, const std::string& object) const {
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

}  // namespace gambol
