// Checks what measures need before the simulation.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/leg_parts.h"
#include "analysis/measure_table.h"
#include "analysis/measures.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "figure/joint_names.h"
#include "schema/report.h"
#include "shot/held_root.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

Dimension dimension_of(const Measure& m) {
  const std::string unit = m.unit;
  if (unit.empty() || unit == "cycles") return dim::ratio;
  return parse_quantity(unit.starts_with("1/") ? unit : "1 " + unit).dimension;
}

// How the figure's controllers move it.
struct Moved {
  bool by_gait = false, by_plan = false, by_oscillators = false, along_path = false,
       to_goals = false;
};

Moved moved(const CastSpec& cast) {
  Moved all;
  for (const ControllerSpec& c : cast.controllers) {
    all.by_gait = all.by_gait || c.kind.commands_steps();
    all.by_plan = all.by_plan || c.kind.plan();
    all.by_oscillators = all.by_oscillators || c.kind.oscillates();
    all.along_path = all.along_path || c.kind.path();
    all.to_goals = all.to_goals || c.kind.has_goals();
  }
  return all;
}

// Description of the figure that the measure needs; "" if `cast` is such a figure.
std::string lacks(const MotionSpec& motion, const CastSpec& cast, Needs needs) {
  const Moved is = moved(cast);
  const bool legs = !cast.figure.legs.empty();
  const auto& bodies = cast.figure.bodies;
  const auto has_joint = [](const BodySpec& b) {
    return !b.parent.empty() && b.joint.type != JointType::fixed;
  };
  const auto unless = [](bool fine, const char* wanted) { return fine ? "" : wanted; };
  switch (needs) {
    case Needs::nothing:
      return "";
    case Needs::joints:
      return unless(std::any_of(bodies.begin(), bodies.end(), has_joint), "a figure with joints");
    case Needs::legs:
    case Needs::contact:
      return unless(legs, "a figure with legs");
    case Needs::gait:
      return unless(legs && is.by_gait, "a figure whose legs a gait moves");
    case Needs::gait_of_any_legs:
      return unless(!legs || is.by_gait, "a figure whose legs a gait moves");
    case Needs::reflexes:
      return unless(legs && is.by_oscillators, "a figure whose legs a gait of oscillators moves");
    case Needs::kinematic_gait:
      return unless(is.by_plan, "a figure with a kinematic gait");
    case Needs::held_root:
      return unless(is.by_plan || may_hold_root(motion, cast),
                    "a figure whose root is fixed, led, or held by a cue");
    case Needs::goals:
      return unless(is.to_goals, "a figure with leg frames, which have goals");
    case Needs::path:
      return unless(is.along_path, "a figure that follows a path");
    case Needs::waves:
      return unless(cast.figure.waves.has_value(), "a figure with waves");
    case Needs::tracks_of_others:
      return unless(std::all_of(motion.figures.begin(), motion.figures.end(),
                                [](const CastSpec& any) { return any.is_tracked; }),
                    "a figure beside others that are recorded, as members of a crowd are that "
                    "`crowd.members` names");
  }
  return "";
}

struct Parts {
  const char* kind;
  std::vector<std::string> names;
};

// What `body` may name.
Parts parts_of(Of of, const FigureSpec& figure) {
  const auto erase_others = [&](std::vector<std::string>& parts) {
    std::erase_if(parts, [&](const std::string& part) { return !leg_with(figure, part); });
  };
  switch (of) {
    case Of::figure:
    case Of::body:
    case Of::bodies:
    case Of::body_or_figure:
      return {"a body", names_in(figure.bodies)};
    case Of::leg:
    case Of::leg_or_figure:
      return {"a leg", names_in(figure.legs)};
    case Of::joint:
    case Of::joints:
      return {"a joint", joint_names(figure)};
    case Of::dof_of_leg: {
      Parts parts{"a joint between a leg's base and foot", joint_names(figure)};
      erase_others(parts.names);
      return parts;
    }
    case Of::joint_of_leg: {
      Parts parts{"a joint between a leg's base and foot", {}};
      for (const JointDof& dof : joint_dofs(figure)) {
        if (dof.mode == 0) parts.names.push_back(dof.body->name);
        if (dof.name != dof.body->name) parts.names.push_back(dof.name);
      }
      erase_others(parts.names);
      return parts;
    }
  }
  return {};
}

class Check {
 public:
  explicit Check(const ShotSpec& shot) : shot_(shot), known_(names_in(all_measures())) {}

  std::vector<Problem> problems() {
    for (std::size_t i = 0; i < shot_.expect.size(); ++i) {
      if (shot_.expect[i].measure.empty()) continue;
      key_ = fmt::format("expect[{}].", i);
      look_at(shot_.expect[i]);
    }
    return std::move(problems_);
  }

 private:
  void look_at(const ExpectSpec& e) {
    const auto& all = all_measures();
    const auto m = std::find_if(all.begin(), all.end(),
                                [&](const Measure& known) { return e.measure == known.name; });
    if (m == all.end()) {
      const std::string close = nearest(e.measure, known_);
      add(e, "measure", fmt::format("\"{}\"", e.measure),
          fmt::format("a measure: {}", fmt::join(known_, ", ")) +
              (close.empty() ? "" : fmt::format(" (did you mean {}?)", close)));
      return;
    }
    if (const Dimension wanted = dimension_of(*m); e.unit && !e.unit->dimension.same_as(wanted))
      problems_.push_back({e.unit->place, e.unit->key, describe(e.unit->dimension),
                           fmt::format("{}, as {} is one", describe(wanted), m->name)});
    look_at_keys(e, *m);
    const std::size_t before = problems_.size();
    for (const CastSpec* cast : figures_named(shot_.motion.figures, e.figure))
      if (problems_.size() == before) look_at_figure(e, *m, *cast);
  }

  // Keys that some measures take, and need.
  void look_at_keys(const ExpectSpec& e, const Measure& m) {
    const auto look_at = [&](const char* key, bool written, bool (*takes)(Takes),
                             const char* what) {
      if (takes(m.takes) && !written)
        add(e, key, "nothing", fmt::format("{}, for {}", what, m.name));
      if (takes(m.takes) || !written) return;
      std::vector<std::string> others;
      for (const Measure& other : all_measures())
        if (takes(other.takes)) others.push_back(other.name);
      add(e, key, fmt::format("`{}` beside {}", key, m.name),
          fmt::format("it beside {}", fmt::join(others, " or ")));
    };
    const char* curve = "an angle over the share of a stride";
    look_at(
        "share", e.share.has_value(), [](Takes t) { return t == Takes::share; },
        "a share of the stride from 0 to 1");
    look_at(
        "curve", e.curve.has_value(),
        [](Takes t) { return t == Takes::curve || t == Takes::curve_and_band; }, curve);
    look_at(
        "band", e.band.has_value(), [](Takes t) { return t == Takes::curve_and_band; }, curve);
  }

  void look_at_figure(const ExpectSpec& e, const Measure& m, const CastSpec& cast) {
    const std::string whose = fmt::format(" of \"{}\"", cast.name);
    if (const std::string wanted = lacks(shot_.motion, cast, m.needs); !wanted.empty()) {
      add(e, "measure", m.name + whose, wanted);
      return;
    }
    const auto [kind, known] = parts_of(m.of, cast.figure);
    if (m.of == Of::bodies || m.of == Of::joints) {
      const auto is_meant = [&](const std::string& name) { return matches(e.body, name); };
      const bool joint = m.of == Of::joints && !matching_joints(cast.figure, {e.body}).empty();
      if (!e.body.empty() && !joint && std::none_of(known.begin(), known.end(), is_meant))
        add(e, "body", fmt::format("\"{}\"", e.body),
            one_of(kind + whose + " or a pattern that matches some", e.body, known));
    } else if (m.of == Of::figure) {
      if (!e.body.empty())
        add(e, "body", fmt::format("\"{}\"", e.body),
            fmt::format("it beside measures of a body or leg: {} is a measure of the figure",
                        m.name));
    } else if (!e.body.empty() || (m.of != Of::leg_or_figure && m.of != Of::body_or_figure)) {
      if (std::find(known.begin(), known.end(), e.body) == known.end())
        add(e, "body", e.body.empty() ? "nothing" : fmt::format("\"{}\"", e.body),
            one_of(kind + whose, e.body, known));
    }
  }

  void add(const ExpectSpec& e, const char* field, const std::string& found,
           const std::string& expected) {
    problems_.push_back({e.place, key_ + field, found, expected});
  }

  const ShotSpec& shot_;
  std::vector<std::string> known_;
  std::string key_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> problems_of_measures(const ShotSpec& shot) { return Check(shot).problems(); }

}  // namespace gambol
