#include "shot/controllers/leg_frames/check_acts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "figure/body_measures.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/controllers/leg_frames/named_above.h"

namespace gambol {
namespace {

struct Known {
  std::vector<std::string> gaits, acts, frames, legs;
  std::optional<JointsByName> joints;  // none if the figure could not be read
};

void check_leg(const StageLegSpec& leg, Findings& findings) {
  if (leg.swing && (*leg.swing)[0] >= (*leg.swing)[1])
    findings.report(leg.place, "swing", fmt::format("{} to {}", (*leg.swing)[0], (*leg.swing)[1]),
                    "the phase at which it lifts, then a later one at which it comes down");
  else if (leg.swing && leg.in_air())
    findings.report(leg.place, "swing", "a step of a leg in the air",
                    "either this key, or one of tuck, reach and lands");
  if (leg.comes_to_land() && (leg.tuck || leg.reach))
    findings.report(leg.place, "lands", "true, beside tuck or reach",
                    "a leg that is drawn up, or one that lands");
}

void check_joint(const StageJointSpec& joint, const JointsByName& joints, Findings& findings) {
  if (!joints.has(joint.name))
    report_unknown(findings, joint.place, "name", joint.name, "a joint of the figure",
                   joints.names());
}

void check_gait_of(const ActStageSpec& stage, const Known& known, Findings& findings) {
  if (std::find(known.gaits.begin(), known.gaits.end(), stage.gait) == known.gaits.end())
    report_unknown(findings, stage.place, "gait", stage.gait, "a gait of this skill", known.gaits);
  if (!stage.frames.empty() || !stage.legs.empty() || !stage.joints.empty())
    findings.report(stage.place, "gait", stage.gait + ", beside frames, legs or joints",
                    "a stage that walks by a gait, or one that says what these do");
}

void check_stage(const ActStageSpec& stage, const Known& known, Findings& findings) {
  for (const StageFrameSpec& f : stage.frames)
    check_patterns(f.place, "name", {f.name}, "a leg frame", known.frames, findings);
  for (const StageLegSpec& l : stage.legs) {
    check_patterns(l.place, "name", {l.name}, "a leg of a frame", known.legs, findings);
    check_leg(l, findings);
  }
  if (!stage.gait.empty()) check_gait_of(stage, known, findings);
  if (stage.to_goal && (stage.gait.empty() || stage.keeps_speed > 0))
    findings.report(stage.place, "to_goal",
                    stage.gait.empty() ? "true, without a gait" : "true, beside keeps_speed",
                    "a stage that walks by a gait, at the goal's speed or at that of the act");
  if (known.joints)
    for (const StageJointSpec& j : stage.joints) check_joint(j, *known.joints, findings);
  if (!stage.until) return;
  const StageEndSpec& end = *stage.until;
  for (const auto& [key, legs] :
       {std::pair("down", end.down), std::pair("up", end.up), std::pair("touch", end.touch)})
    check_patterns(end.place, key, legs, "a leg of a frame", known.legs, findings);
  if (end.down.empty() && end.up.empty() && end.touch.empty() && !end.lands_in)
    findings.report(stage.place, "until", "no condition",
                    "one or more of down, up, touch, lands_in");
}

void check_act(const ActSpec& act, const Known& known, Findings& findings) {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const char* key : {"like", "stages"})
    if (act.as.empty() && !findings.written(act.place, key))
      findings.report(act.place, key, "nothing", "this key, or `as`");
  if (findings.written(act.place, "like") && !has(known.gaits, act.like))
    report_unknown(findings, act.place, "like", act.like, "a gait of this skill", known.gaits);
  if (findings.written(act.place, "stages") && act.stages.empty())
    findings.report(act.place, "stages", "no stage", "one or more");
  if (act.name == "gaits")
    findings.report(act.place, "name", "gaits",
                    "another name: this word means all gaits in `then`");
  if (findings.written(act.place, "then") && act.then != "gaits" && !has(known.acts, act.then))
    report_unknown(findings, act.place, "then", act.then, "`gaits` or an act of this skill",
                   known.acts);
  if (findings.written(act.place, "at_phase") && act.on_left_side)
    findings.report(act.place, "at_phase", fmt::format("{}", *act.at_phase),
                    "no phase of a gait for a figure that lies");
  for (const ActStageSpec& stage : act.stages) check_stage(stage, known, findings);
}

// A stage with the changes of another one of its name. Of lists the last element that writes a
// field counts.
void change(ActStageSpec& stage, const ActStageSpec& by, Findings& findings) {
  const auto take = [&](const char* key, auto& value, const auto& written) {
    if (findings.written(by.place, key)) value = written;
  };
  const auto add = [](auto& list, const auto& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  take("duration", stage.duration, by.duration);
  take("blend", stage.blend, by.blend);
  take("keeps_speed", stage.keeps_speed, by.keeps_speed);
  take("to_goal", stage.to_goal, by.to_goal);
  take("strength", stage.strength, by.strength);
  take("until", stage.until, by.until);
  take("gait", stage.gait, by.gait);
  add(stage.frames, by.frames);
  add(stage.legs, by.legs);
  add(stage.joints, by.joints);
}

ActSpec changed(const ActSpec& base, const ActSpec& by, Findings& findings) {
  ActSpec act = by;
  act.stages = base.stages;
  const auto keep = [&](const char* key, auto& value, const auto& of_base) {
    if (!findings.written(by.place, key)) value = of_base;
  };
  keep("like", act.like, base.like);
  keep("then", act.then, base.then);
  keep("at_phase", act.at_phase, base.at_phase);
  keep("on_left_side", act.on_left_side, base.on_left_side);
  for (const ActStageSpec& s : by.stages) {
    const auto same = [&](const ActStageSpec& other) { return other.name == s.name; };
    const auto stage = std::find_if(act.stages.begin(), act.stages.end(), same);
    if (stage == act.stages.end())
      report_unknown(findings, s.place, "name", s.name, "a stage of " + base.name,
                     names_in(base.stages));
    else
      change(*stage, s, findings);
  }
  return act;
}

// A motor program of the figure and an act of one name could not be told apart by a cue.
void check_names(const LegFramesSpec& spec, const FigureSpec& figure, Findings& findings) {
  const std::vector<std::string> programs = names_in(figure.motor_programs);
  for (const ActSpec& act : spec.acts)
    if (std::find(programs.begin(), programs.end(), act.name) != programs.end())
      findings.report(act.place, "name", act.name,
                      "a name that no motor program of the figure has: cues run both by name");
}

// The most that a joint of the figure exerts; infinite if one has no limit.
double greatest_torque(const FigureSpec& figure) {
  double most = 0;
  for (const BodySpec& body : figure.bodies)
    if (!joint_dofs(body).empty()) most = std::max(most, body.joint.most_torque.value_or(INFINITY));
  return most;
}

// A leap does elsewhere what it did where it was tried only with such a body.
void check_body(const LegFramesSpec& spec, const FigureSpec& figure, Findings& findings) {
  constexpr double alike = 0.01;
  const double mass = total_mass(figure), torque = greatest_torque(figure);
  for (const ActSpec& act : spec.acts) {
    if (!act.leap) continue;
    const bool heavier = act.leap->mass && std::abs(mass / *act.leap->mass - 1) > alike;
    const bool weaker = act.leap->torque && torque < (1 - alike) * *act.leap->torque;
    if (heavier)
      findings.report(act.leap->place, "mass",
                      fmt::format("{}, of a figure of {:.4g} kg", act.name, *act.leap->mass),
                      fmt::format("a leap of a figure of {:.4g} kg, as this one", mass));
    if (weaker)
      findings.report(
          act.leap->place, "torque",
          fmt::format("{}, of joints of up to {:.4g} N*m", act.name, *act.leap->torque),
          fmt::format("a leap of joints of up to {:.4g} N*m, as this figure's", torque));
    if (heavier || weaker) return;  // the others are of the same table
  }
}

}  // namespace

void complete_acts(LegFramesSpec& spec, Findings& findings) {
  for (std::size_t a = 0; a < spec.acts.size(); ++a) {
    ActSpec& act = spec.acts[a];
    if (act.as.empty()) continue;
    if (const ActSpec* base = named_above(spec.acts, a, "an act", findings))
      act = changed(*base, act, findings);
  }
}

void check_leaps(const Place& place, const LegFramesSpec& spec, Findings& findings) {
  if (!spec.plan_leaps) return;
  bool any = false;
  std::vector<std::string> ways;
  for (const ActSpec& act : spec.acts) {
    if (!act.leap) continue;
    any = true;
    for (const std::string& way : names_in(act.leap->ways))
      if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
  }
  if (!any)
    findings.report(place, "plan_leaps", "no act that is a leap",
                    "one act at least with the key `leap`");
  const std::vector<std::string> acts = names_in(spec.acts);
  for (const LeapTargetSpec& target : spec.plan_leaps->targets) {
    if (findings.written(target.place, "by") &&
        std::find(ways.begin(), ways.end(), target.by) == ways.end())
      report_unknown(findings, target.place, "by", target.by, "a way of a leap of this skill",
                     ways);
    if (std::find(acts.begin(), acts.end(), target.name) != acts.end())
      findings.report(target.place, "name", target.name,
                      "a name that no act has: cues run both by name");
  }
}

void check_acts(const LegFramesSpec& spec, const ControlledFigure& on, Findings& findings) {
  if (spec.acts.empty()) return;
  Known known{names_in(spec.gaits), names_in(spec.acts), names_in(spec.frames), {}, {}};
  if (on.figure) known.joints.emplace(*on.figure);
  for (const LegFrameSpec& frame : spec.frames)
    known.legs.insert(known.legs.end(), frame.legs.begin(), frame.legs.end());
  for (const ActSpec& act : spec.acts) check_act(act, known, findings);
  if (!on.figure) return;
  check_names(spec, *on.figure, findings);
  check_body(spec, *on.figure, findings);
}

}  // namespace gambol
