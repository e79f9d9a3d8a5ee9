// Checks the figures of a shot and their controllers.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "figure/joint_names.h"
#include "figure/layers.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/reading.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void check_layers(const CastSpec& cast, Findings& findings) {
  const std::vector<std::string> known = layers_of(cast.figure);
  for (const std::string& layer : *cast.layers)
    if (std::find(known.begin(), known.end(), layer) == known.end())
      report_unknown(findings, cast.place, "layers", layer,
                     fmt::format("a layer of {}", cast.figure.name), known);
}

// Whether a figure moves by forces or by another controller is for its other fields to say.
void check_motions(const CastSpec& cast, Findings& findings) {
  std::vector<JointDof> known = root_motions(cast.figure);
  for (JointDof& dof : joint_dofs(cast.figure)) known.push_back(std::move(dof));
  for (const MotionCurve& motion : cast.motions) {
    bool any = false;
    for (const JointDof& dof : known) {
      if (!means_dof(motion.name, dof)) continue;
      any = true;
      const Dimension& wanted = dof.slides ? dim::length : dim::angle;
      const Written* at = findings.written(motion.place, "along");
      if (!at || !at->dimension || at->dimension->same_as(wanted)) continue;
      findings.report(motion.place, "along", describe(*at->dimension),
                      fmt::format("{} for {}", describe(wanted), dof.name));
      break;
    }
    std::vector<std::string> names;
    for (const JointDof& dof : known) names.push_back(dof.name);
    if (!any)
      report_unknown(findings, motion.place, "name", motion.name,
                     "a degree of freedom of the figure", names);
  }
}

// A controller that has the goal has taken it (shot/expand_actors.cpp).
void check_actor_keys(const CastSpec& cast, Findings& findings) {
  for (const auto& [goal, is_open] : {std::pair{"speed", cast.speed.has_value()},
                                      std::pair{"frequency", cast.frequency.has_value()},
                                      std::pair{"heading", cast.goal_heading.has_value()}})
    if (is_open)
      findings.report(cast.place, goal, "a goal for no skill",
                      fmt::format("a figure with a skill that has a `{}`", goal));
  for (const auto& [who, is_said] : {std::pair{"a person", cast.person.has_value()},
                                     std::pair{"an animal", cast.animal.has_value()}})
    if (cast.size && is_said)
      findings.report(cast.place, "size", fmt::format("a size as well as {}", who),
                      "one of the two");
}

}  // namespace

void check_cast(const ShotSpec& shot, Findings& findings) {
  std::set<std::string> names;
  std::set<std::string> told;  // crowds, of which one member speaks for all others
  for (const CastSpec& cast : shot.motion.figures) {
    if (told.contains(cast.kind)) continue;
    const std::size_t before = findings.problems.size();
    if (!cast.name.empty() && !names.insert(cast.name).second)
      findings.report(cast.place, "name", in_quotes(cast.name) + " a second time",
                      "a name of its own");
    if (cast.name.find_first_of("./") != cast.name.npos)
      findings.report(cast.place, "name", in_quotes(cast.name), "a name without `.` and `/`");
    check_actor_keys(cast, findings);
    if (cast.layers && is_loaded(&cast)) check_layers(cast, findings);
    if (is_loaded(&cast)) check_motions(cast, findings);
    if (is_loaded(&cast)) check_joint_names(cast, cast.place, "lock", cast.lock, findings);
    if (is_loaded(&cast)) check_joint_names(cast, cast.place, "slack", cast.slack, findings);
    if (is_loaded(&cast)) check_commands(cast, findings);
    std::set<std::string> controllers;
    for (const ControllerSpec& c : cast.controllers) {
      if (!controllers.insert(c.name).second)
        findings.report(c.place, "name", in_quotes(c.name) + " a second time", "a name of its own");
      c.kind.check(c, {is_loaded(&cast) ? &cast.figure : nullptr, cast.lost_legs}, findings);
    }
    if (!cast.kind.empty() && findings.problems.size() > before) told.insert(cast.kind);
  }
  if (acting(shot.motion.figures) == 0 && findings.written(shot.place, "figures"))
    findings.report(shot.place, "figures", "no figures", "at least one");
}

}  // namespace gambol
