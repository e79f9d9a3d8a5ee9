// Checks what cues do to joints: rest positions, drives, springs; and conditions that joints
// fulfil.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"
#include "base/pattern.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/weld_joints.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/condition.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr const char* which_is_welded = ", which is welded";
constexpr const char* joint_that_moves = "a joint that moves";

bool is_of_pose(const PoseSpec* pose, const RestSpec& rest) {
  const Place& at = rest.place;
  return pose && std::any_of(pose->joints.begin(), pose->joints.end(), [&](const JointTarget& t) {
           return t.place.line == at.line && t.place.col == at.col && t.place.file == at.file;
         });
}

// Names that mean joints: of their degrees of freedom, and of joints with several.
std::vector<std::string> names_of_joints(const FigureSpec& figure) {
  std::vector<std::string> names;
  for (JointDof& dof : joint_dofs(figure)) {
    if (dof.name != dof.body->name && dof.mode == 0) names.push_back(dof.body->name);
    names.push_back(std::move(dof.name));
  }
  return names;
}

// A rest position belongs to a spring: without a spring, nothing moves the joint there. Joints that
// come from a pose are exempt, as a pose may also hold joints without springs.
void check_springs(const CastSpec& cast, const RestsSpec& rests, Findings& findings) {
  const PoseSpec* pose = find_pose(cast.figure, rests.pose);
  const std::vector<JointDof> dofs = joint_dofs(cast.figure);
  for (const RestSpec& rest : rests.joints) {
    if (is_of_pose(pose, rest)) continue;
    bool any = false, sprung = false;
    for (const JointDof& dof : dofs) {
      if (!means_dof(rest.name, dof)) continue;
      any = true;
      sprung = sprung || has_spring(cast.figure, dof.name);
    }
    if (any && !sprung)
      findings.report(rest.place, "name", in_quotes(rest.name) + ", which has no spring",
                      "a joint with a spring, whose rest position this key sets");
  }
}

bool has_curve(const CastSpec& cast, const JointDof& dof) {
  return std::any_of(cast.motions.begin(), cast.motions.end(),
                     [&](const MotionCurve& m) { return means_dof(m.name, dof); });
}

// What follows needs a curve, and what is led a controller that leads it: of the latter, reports
// the first.
void check_drive(const CastSpec& cast, const DriveSpec& drive, const std::vector<JointDof>& dofs,
                 Findings& findings) {
  const std::set<std::string> commanded = commanded_dofs(cast);
  for (const JointDof& dof : dofs)
    for (const std::string& name : drive.joints) {
      if (!means_dof(name, dof)) continue;
      if (drive.to == Drive::follow && !dof.body->joint.motion && !has_curve(cast, dof))
        findings.report(drive.place, "to", fmt::format("follow, for {}", dof.name),
                        "a joint with `motion`, or one of the figure's `motions`");
      if (drive.to != Drive::led || commanded.contains(dof.name)) continue;
      findings.report(drive.place, "to", fmt::format("led, for {}", dof.name),
                      "what a servo or a kinematic gait of the figure leads");
      return;
    }
}

// Reports names that mean none of `known`, and welded joints. `joints` are those of `cast`.
void check_joint_list(const CastSpec& cast, const JointsByName& joints, const Place& owner,
                      const char* field, const std::vector<std::string>& wanted, const char* kind,
                      const std::vector<std::string>& known, Findings& findings) {
  for (const std::string& name : wanted) {
    if (!joints.has(name) && is_welded(cast.figure, name))
      findings.report(owner, field, in_quotes(name) + which_is_welded, joint_that_moves);
    else
      check_patterns(owner, field, {name}, kind, known, findings);
  }
}

void check_rests(const CastSpec& cast, const RestsSpec& rests, Findings& findings) {
  const JointsByName joints(cast.figure);
  const std::vector<std::string> known = names_of_joints(cast.figure);
  for (const RestSpec& rest : rests.joints)
    check_joint_list(cast, joints, rest.place, "name", {rest.name}, "a joint", known, findings);
  check_springs(cast, rests, findings);
}

void check_drives(const CastSpec& cast, const DriveSpec& drive, Findings& findings) {
  std::vector<std::string> known = names_of_joints(cast.figure);
  for (const JointDof& dof : root_motions(cast.figure)) {
    if (dof.mode == 0) known.push_back(dof.body->name);
    known.push_back(dof.name);
  }
  check_joint_list(cast, JointsByName(cast.figure), drive.place, "joints", drive.joints,
                   "a joint, or the root", known, findings);
  if (drive.to != Drive::follow && drive.to != Drive::led) return;
  std::vector<JointDof> dofs = joint_dofs(cast.figure);
  for (const JointDof& dof : root_motions(cast.figure)) dofs.push_back(dof);
  check_drive(cast, drive, dofs, findings);
}

void check_switch(const CastSpec& cast, const SpringsSpec& springs, Findings& findings) {
  const JointsByName joints(cast.figure);
  check_joint_list(cast, joints, springs.place, "joints", springs.joints, "a joint",
                   names_of_joints(cast.figure), findings);
  for (const std::string& name : springs.joints) {
    const std::vector<std::string> dofs = joints.matching({name});
    const auto sprung = [&](const std::string& dof) { return has_spring(cast.figure, dof); };
    if (!dofs.empty() && std::none_of(dofs.begin(), dofs.end(), sprung))
      findings.report(springs.place, "joints", in_quotes(name) + ", which has no spring",
                      "a joint with a spring");
  }
}

// Whether the dimensions of a position and of a rate of the degree of freedom are these.
bool fits(const Condition& c, const JointDof& dof) {
  const bool rate = c.measured == Condition::Measured::rate;
  const Dimension& wanted =
      dof.slides ? (rate ? dim::speed : dim::length) : (rate ? dim::angular_speed : dim::angle);
  return !c.written.has_unit || c.written.dimension.same_as(wanted);
}

// Of the figure: what the rest of `name` after the figure's name may mean.
void check_joint_of(const CastSpec& cast, const CueSpec& cue, const Condition& c,
                    const std::string& name, Findings& findings) {
  const auto report = [&](const std::string& found, const std::string& expected) {
    findings.report(cue.place, "when", found, expected);
  };
  if (const auto dof = find_dof(cast.figure, name)) {
    if (!fits(c, *dof))
      report(fmt::format("{}, for {}", describe(c.written.dimension), dof->name),
             dof->slides ? "a length or speed, as it slides" : "an angle or angular speed");
    return;
  }
  if (is_pattern(name)) return report(in_quotes(name), "the name of one joint, not a pattern");
  if (is_welded(cast.figure, name))
    return report(in_quotes(name) + which_is_welded, joint_that_moves);
  const std::vector<std::string> several = matching_joints(cast.figure, {name});
  if (!several.empty())
    return report(in_quotes(name) + ", which has several degrees of freedom",
                  "one of " + alternatives(several));
  report_unknown(findings, cue.place, "when", name, "a joint of " + in_quotes(cast.name),
                 joint_names(cast.figure));
}

}  // namespace

void check_joint_condition(const ShotSpec& shot, const CueSpec& cue, const Condition& c,
                           Findings& findings) {
  const CastSpec* meant = meant_figure(shot.motion.figures);
  std::vector<std::string> known;
  for (const CastSpec& cast : shot.motion.figures) {
    const bool full = c.subject.starts_with(cast.name + ".");
    if (!full && &cast != meant) {
      for (const std::string& joint : joint_names(cast.figure))
        known.push_back(cast.name + "." + joint);
      continue;
    }
    if (is_loaded(&cast))
      check_joint_of(cast, cue, c, full ? c.subject.substr(cast.name.size() + 1) : c.subject,
                     findings);
    return;
  }
  report_unknown(findings, cue.place, "when", c.subject, "a joint of the shot, FIGURE.JOINT",
                 known);
}

void check_joint_cue(const ShotSpec& shot, const CueSpec& cue, Findings& findings) {
  if (cue.rest) {
    const CastSpec* cast = check_figure_name(shot, cue.rest->place, cue.rest->figure, findings);
    if (is_loaded(cast)) check_rests(*cast, *cue.rest, findings);
  }
  if (cue.drive) {
    const CastSpec* cast = check_figure_name(shot, cue.drive->place, cue.drive->figure, findings);
    if (is_loaded(cast)) check_drives(*cast, *cue.drive, findings);
  }
  if (!cue.springs) return;
  const SpringsSpec& springs = *cue.springs;
  const auto written = [&](const char* field) { return findings.written(springs.place, field); };
  if (!written("on") && !springs.here && !written("strength"))
    findings.report(springs.place, "on", "nothing to change", "on, here or strength");
  if (findings.written(cue.place, "over") && !written("strength") && !cue.rest && !cue.set &&
      cue.run.empty())
    findings.report(cue.place, "over", "springs without `strength`, which change at once",
                    "`strength` beside it");
  const CastSpec* cast = check_figure_name(shot, springs.place, springs.figure, findings);
  if (is_loaded(cast)) check_switch(*cast, springs, findings);
}

}  // namespace gambol
