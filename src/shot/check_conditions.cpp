// Checks whether the conditions that cues wait for can come true.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "base/clock.h"
#include "base/pattern.h"
#include "figure/find.h"
#include "figure/joint_motion.h"
#include "geometry/height_field.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/condition.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr const char* can_hold = "a condition that can come true";

const AttachmentSpec* find_attachment(const ShotSpec& shot, const std::string& name) {
  for (const AttachmentSpec& a : shot.motion.world.attachments)
    if (a.name == name) return &a;
  return nullptr;
}

bool collides(const BodySpec& body) { return !body.collision.empty(); }

// Greatest distance from the origin of the body at which it may touch something, m.
double reach(const BodySpec& body) {
  double most = 0;
  for (const ShapeSpec& s : body.collision)
    most = std::max(most, s.shape.X_BS.p.norm() + gambol::reach(s.shape));
  return most;
}

// Bound on the distance between the origins of the root and of the body, m.
double distance_from_root(const FigureSpec& figure, const BodySpec& body) {
  double far = 0;
  const BodySpec* b = &body;
  for (std::size_t k = 0; b && k < figure.bodies.size(); ++k) {  // bad parents may form a loop
    if (b->parent.empty()) return far;
    const std::vector<JointDof> dofs = joint_dofs(*b);
    if (std::any_of(dofs.begin(), dofs.end(), [](const JointDof& dof) { return dof.slides; }))
      break;
    far += b->at.norm();
    b = find_body(figure, b->parent);
  }
  return never;
}

double lowest(const GroundSpec& ground) {
  if (!ground.terrain) return ground.height;
  if (!ground.terrain->field) return -never;  // reported already
  const HeightField& field = *ground.terrain->field;
  double z = never;
  for (int j = 0; j < field.ny(); ++j)
    for (int i = 0; i < field.nx(); ++i) z = std::min(z, field.z(i, j));
  return z;
}

// The earliest time at which each cue may happen, s. All times start as `never` and are iterated
// until they agree with each other.
class Earliest {
 public:
  explicit Earliest(const ShotSpec& shot) : shot_(shot), times_(shot.motion.cues.size(), never) {
    for (std::size_t round = 0; round <= times_.size(); ++round) {
      const std::vector<double> before = times_;
      for (std::size_t i = 0; i < times_.size(); ++i) times_[i] = of(shot.motion.cues[i]);
      if (times_ == before) break;
    }
  }
  double operator[](std::size_t cue) const { return times_[cue]; }

  // Earliest time of the cue or condition that `cue` waits for; the start if it waits for none.
  double before(const CueSpec& cue) const {
    try {
      if (!cue.after.empty()) return of_cue(parse_after(cue.after).cue);
      if (!cue.when.empty()) return of_condition(parse_condition(cue.when));
    } catch (const std::invalid_argument&) {
      // check_cues() reports it
    }
    return shot_.motion.start;
  }
  double attached(const AttachmentSpec& a) const {
    return a.on ? shot_.motion.start : of_any(&CueSpec::attach, a.name);
  }

 private:
  double of(const CueSpec& cue) const {
    try {
      if (!cue.after.empty()) return before(cue) + parse_after(cue.after).delay;
      if (!cue.when.empty()) return before(cue) + parse_condition(cue.when).delay;
    } catch (const std::invalid_argument&) {
      return shot_.motion.start;
    }
    return std::max(cue.at.value_or(0), shot_.motion.start);
  }
  // An unknown name has been reported already, and does not delay the cue.
  double of_cue(const std::string& name) const {
    double first = never;
    bool known = false;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      if (shot_.motion.cues[i].name != name) continue;
      known = true;
      first = std::min(first, times_[i]);
    }
    return known ? first : shot_.motion.start;
  }
  double of_any(std::vector<std::string> CueSpec::*list, const std::string& name) const {
    double first = never;
    for (std::size_t i = 0; i < times_.size(); ++i)
      if (any_matches(shot_.motion.cues[i].*list, name)) first = std::min(first, times_[i]);
    return first;
  }
  // Only breaks are traced to their causes. All other conditions may hold from the start, and so
  // may a break if the shot begins with the state of another shot.
  double of_condition(const Condition& c) const {
    const AttachmentSpec* a = find_attachment(shot_, c.subject);
    if (c.kind != ConditionKind::broken || !a || shot_.motion.start_from) return shot_.motion.start;
    const double on = attached(*a);
    if (a->break_force || a->break_length) return on;
    return std::max(on, of_any(&CueSpec::break_, a->name));
  }

  const ShotSpec& shot_;
  std::vector<double> times_;
};

class ConditionCheck {
 public:
  ConditionCheck(const ShotSpec& shot, const CueSpec& cue, const Condition& c, Findings& findings)
      : shot_(shot), world_(shot.motion.world), cue_(cue), c_(c), findings_(findings) {}

  void operator()() {
    switch (c_.kind) {
      case ConditionKind::broken:
        return one(find_attachment(shot_, c_.subject) != nullptr, "the name of an attachment");
      case ConditionKind::tilted:
        return tilted();
      case ConditionKind::slower:
        one(find_cast(shot_, c_.subject) != nullptr, "the name of a figure");
        if (c_.value <= 0) report(fmt::format("slower than {} m/s", c_.value), "a speed above 0");
        return;
      case ConditionKind::leans:
        return leans();
      case ConditionKind::above:
      case ConditionKind::below:
        if (c_.measured == Condition::Measured::height) height();
        return;
      case ConditionKind::touches:
        return touches();
    }
  }

 private:
  void report(const std::string& found, const std::string& expected = can_hold) {
    findings_.report(cue_.place, "when", found, expected);
  }
  // Reports a pattern: check_cues() lets one pass that matches something, but a condition needs one
  // name.
  void one(bool found, const std::string& expected) {
    if (!found && is_pattern(c_.subject))
      report(in_quotes(c_.subject), expected + ", not a pattern");
  }

  void tilted() {
    one(find_cast(shot_, c_.subject) != nullptr, "the name of a figure");
    constexpr double half_turn = std::numbers::pi;
    if (c_.value < 0 || c_.value >= half_turn)
      report(fmt::format("tilted {:.4g} deg", c_.value * 180 / half_turn),
             "an angle from 0 to less than 180 deg");
    const CastSpec* cast = find_cast(shot_, c_.subject);
    if (cast && cast->fixed_root) report("a figure whose root is fixed, and never tilts");
  }

  void leans() {
    if (std::abs(c_.value) >= std::numbers::pi)
      report(fmt::format("leans {:.4g} deg", c_.value * 180 / std::numbers::pi),
             "an angle between -180 deg and 180 deg");
  }

  void height() {
    const BodyPath at = find_body_path(shot_, c_.subject);
    if (!at.body) return;
    const bool above = c_.kind == ConditionKind::above;
    if (at.cast->fixed_root && !shot_.motion.start_from) {
      const double far = distance_from_root(at.cast->figure, *at.body);
      const double z = at.cast->at.z();
      if (above ? c_.value >= z + far : c_.value <= z - far)
        report(
            fmt::format("{} {} m, for a body that stays within {:.3g} m of its fixed root at {} m",
                        above ? "above" : "below", c_.value, far, z),
            far > 0 ? fmt::format("a height that it can reach, between {:.3g} m and {:.3g} m",
                                  z - far, z + far)
                    : can_hold);
    } else if (!above && world_.ground && collides(*at.body)) {
      // Twice the reach: the origin may lie below the collision shapes, and these may sink in.
      const double floor = lowest(*world_.ground) - 2 * reach(*at.body);
      if (c_.value < floor)
        report(fmt::format("below {} m, which is in the ground", c_.value),
               fmt::format("a height that it can reach, above {:.3g} m", floor));
    }
  }

  void touches() {
    const BodyPath a = find_body_path(shot_, c_.subject);
    if (!a.body) return;
    if (!collides(*a.body)) return report(c_.subject + ", which has no collision shapes");
    if (c_.object == "ground") return;
    if (c_.object.empty()) {
      if (!world_.ground && world_.obstacles.empty() && !takes_part(*a.cast))
        report("a world without anything to touch");
      return;
    }
    const BodyPath b = find_body_path(shot_, c_.object);
    if (!b.body) return;
    if (!collides(*b.body)) return report(c_.object + ", which has no collision shapes");
    if (a.cast->is_obstacle != b.cast->is_obstacle) return;  // obstacles touch every figure
    const CollisionsSpec& collisions = world_.collisions;
    for (const BodyPath& at : {a, b})
      if (!takes_part(*at.cast)) return report(at.cast->name + ", whose bodies do not collide");
    if (a.body == b.body) return report("a body that touches itself", "two bodies");
    if (!collisions.pairs.empty() && !are_pair(a, b))
      return report("bodies that no pair of world.collisions means");
    for (const BodyPath& at : {a, b})
      if (a.cast != b.cast && !collisions.touches_others(at.cast->name))
        return report(at.cast->name + ", which does not collide with other figures");
    if (a.cast == b.cast && !collisions.touches_itself(a.cast->name))
      return report(
          "bodies of one figure, which do not collide",
          fmt::format("bodies of two figures, or `self: {}` in world.collisions", a.cast->name));
    if (a.cast != b.cast) return;
    for (const auto& [carried, carrier] : {std::pair(a, b), std::pair(b, a)})
      if (carried.body->parent == carrier.body->name && !is_hinge(carried.body->joint.type))
        report(fmt::format("neighbours, which do not collide, as {} does not turn on {}",
                           carried.body->name, carrier.body->name));
  }

  bool takes_part(const CastSpec& cast) const { return world_.collisions.takes_part(cast.name); }

  bool are_pair(const BodyPath& a, const BodyPath& b) const {
    const auto& pairs = world_.collisions.pairs;
    return std::any_of(pairs.begin(), pairs.end(), [&](const CollidingPairSpec& pair) {
      const auto means = [](const std::string& path, const BodyPath& at) {
        return path_means(path, at.cast->name, at.body->name);
      };
      return (means(pair.a, a) && means(pair.b, b)) || (means(pair.a, b) && means(pair.b, a));
    });
  }

  const ShotSpec& shot_;
  const WorldSpec& world_;
  const CueSpec& cue_;
  const Condition& c_;
  Findings& findings_;
};

// Where cues wait for each other in vain, only the first cause is reported. check_cues() reports
// cycles of `after`.
void check_time(const ShotSpec& shot, const Earliest& earliest, std::size_t index,
                const std::optional<Condition>& condition, Findings& findings) {
  const CueSpec& cue = shot.motion.cues[index];
  const double end = shot.motion.simulate_until * (1 + 1e-12) + clock_slack;
  const double before = earliest.before(cue), at = earliest[index];
  const char* field = !cue.when.empty() ? "when" : !cue.after.empty() ? "after" : "at";
  if (at <= end) return;
  if (before <= end)
    return findings.report(cue.place, field, fmt::format("{:.6g} s", at),
                           fmt::format("a time of the simulation, which ends at {:.6g} s",
                                       shot.motion.simulate_until));
  const AttachmentSpec* a = condition ? find_attachment(shot, condition->subject) : nullptr;
  if (!a) return;
  if (earliest.attached(*a) > end)
    findings.report(cue.place, "when", in_quotes(a->name) + ", which nothing attaches",
                    "an attachment that is on from the start, or another cue that attaches it");
  else
    findings.report(
        cue.place, "when", in_quotes(a->name) + ", which nothing breaks",
        "an attachment with break_force or break_length, or another cue that breaks it");
}

// The condition of a cue; none if the cue has no `when`, or one that cannot be read, which
// check_cues() reports.
std::optional<Condition> condition_of(const CueSpec& cue) {
  if (cue.when.empty()) return std::nullopt;
  try {
    return parse_condition(cue.when);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

void check_conditions(const ShotSpec& shot, Findings& findings) {
  const Earliest earliest(shot);
  for (std::size_t i = 0; i < shot.motion.cues.size(); ++i) {
    const CueSpec& cue = shot.motion.cues[i];
    const std::optional<Condition> condition = condition_of(cue);
    check_time(shot, earliest, i, condition, findings);
    if (condition) ConditionCheck(shot, cue, *condition, findings)();
  }
}

}  // namespace gambol
