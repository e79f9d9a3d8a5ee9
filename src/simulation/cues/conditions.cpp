// When cues happen: their conditions.

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "dynamics/coordinates.h"
#include "simulation/cues/cue_stage.h"

namespace gambol {
namespace {

double root_tilt(const FigureState& s) {
  const Quat R(s.q[3], s.q[4], s.q[5], s.q[6]);
  return std::acos(std::clamp((R * Vec3::UnitZ()).z(), -1.0, 1.0));
}

// How far the body's z axis leans ahead of the vertical, rad: ahead is where the root's x axis
// points, seen from above.
double lean(const FigureSim& figure, int body) {
  const auto& bodies = figure.work().bodies;
  const Vec3 forward = bodies[0].X_WB.R.col(0), up = bodies[body].X_WB.R.col(2);
  const double length = std::hypot(forward.x(), forward.y());
  const double ahead = length > 0 ? (up.x() * forward.x() + up.y() * forward.y()) / length : 0;
  return std::atan2(ahead, up.z());
}

// The condition's subject as a degree of freedom of this figure; -1 if it names another's.
int dof_of(const Condition& c, const FigureSim& figure, bool only) {
  const std::string& name = figure.cast().name;
  if (c.subject.starts_with(name + "."))
    return figure.model().dof_of(c.subject.substr(name.size() + 1));
  return only ? figure.model().dof_of(c.subject) : -1;
}

double rate_of(const Model& model, const FigureState& s, int dof) {
  if (model.dofs[dof].q >= 0) return s.v[dof];
  Eigen::VectorXd rates;
  coordinate_rates(model, s.q, s.v, rates);
  return rates[dof];
}

}  // namespace

std::optional<double> CueStage::measured(const Condition& c) const {
  if (c.measured == Condition::Measured::height) {
    const BodyId id = find_body_id(figures(), c.subject, {}, "when");
    if (state_.figures[id.figure].dormant) return std::nullopt;
    return figures()[id.figure]->work().bodies[id.body].X_WB.p.z();
  }
  const CastSpec* meant = meant_figure(spec().figures);
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const FigureState& s = state_.figures[f];
    const Model& model = figures()[f]->model();
    const int dof = dof_of(c, *figures()[f], &spec().figures[f] == meant);
    if (dof < 0) continue;
    if (s.dormant) return std::nullopt;
    return c.measured == Condition::Measured::rate ? rate_of(model, s, dof)
                                                   : coordinate(model, s.q, dof);
  }
  return std::nullopt;
}

bool CueStage::trigger(double t) {
  bool any = false;
  for (std::size_t i = 0; i < spec().cues.size(); ++i) {
    CueState& cue = state_.cues[i];
    const bool waits = cue.triggered && !cue.happened;
    if (waits || (cue.triggered && !spec().cues[i].repeats)) continue;
    const std::optional<double> due = due_time(i, t);
    if (!due) continue;
    cue.triggered = true;
    cue.happened = false;
    cue.due = *due;
    any = true;
  }
  return any;
}

std::optional<double> CueStage::due_time(std::size_t i, double t) {
  CueState& cue = state_.cues[i];
  const std::optional<Condition>& condition = world_.cues.conditions[i];
  if (world_.cues.before[i] < 0) {
    if (!condition || !comes_true(*condition, cue, t)) return std::nullopt;
    return t + condition->delay;
  }
  const CueState& before = state_.cues[world_.cues.before[i]];
  if (before.times <= cue.followed) return std::nullopt;
  double due = before.due + world_.cues.delays[i];
  if (condition) {
    if (t < due - clock_slack || !is_true(*condition)) return std::nullopt;
    due = t + condition->delay;
  }
  cue.followed = before.times;
  return due;
}

// The condition of a cue that has happened comes true again once it was false at a later time. So
// no cue happens twice at one time, also if cues make each other's conditions true.
bool CueStage::comes_true(const Condition& c, CueState& cue, double t) const {
  if (!cue.armed && t <= cue.due + clock_slack) return false;
  const bool now = is_true(c), before = !cue.armed;
  cue.armed = !now;
  return now && !before;
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
  if (c.kind == ConditionKind::above || c.kind == ConditionKind::below) {
    const std::optional<double> value = measured(c);
    return value && (c.kind == ConditionKind::above ? *value > c.value : *value < c.value);
  }
  const BodyId id = find_body_id(figures(), c.subject, {}, "when");
  if (state_.figures[id.figure].dormant) return false;
  if (c.kind == ConditionKind::leans) return lean(*figures()[id.figure], id.body) > c.value;
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
