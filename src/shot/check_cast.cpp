// What the figures of a shot and their controllers must satisfy.

#include <fmt/format.h>

#include <set>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/values.h"

namespace gambol {
namespace {

void check_gait(const CastSpec& cast, const ControllerSpec& c, const OscillatorGaitSpec& gait,
                Findings& findings) {
  if (gait.frequency && gait.goal_speed)
    findings.report(c.place, "goal_speed", "frequency as well", "one of the two");
  if (!gait.frequency && !gait.goal_speed && !findings.written(c.place, "frequency") &&
      !findings.written(c.place, "goal_speed"))
    findings.report(c.place, "frequency", "nothing", "this key, or goal_speed and stride");
  if (gait.goal_speed && !findings.written(c.place, "stride"))
    findings.report(c.place, "stride", "nothing", "this key, which goal_speed needs");
  if (gait.step_reflex && !findings.written(c.place, "step_reflex_angle"))
    findings.report(c.place, "step_reflex_angle", "nothing", "this key, which step_reflex needs");
  if (gait.load_reflex && !findings.written(c.place, "load_reflex_torque"))
    findings.report(c.place, "load_reflex_torque", "nothing", "this key, which load_reflex needs");
  if (!is_loaded(&cast)) return;
  if (cast.figure.legs.empty())
    findings.report(c.place, "type", "oscillators", "a figure with legs");
  for (const LegSpec& leg : cast.figure.legs) {
    if (gait.step_reflex && leg.upper_joint.empty())
      findings.report(c.place, "step_reflex", fmt::format("leg {} without upper_joint", leg.name),
                      "every leg of the figure to have one");
    if (gait.load_reflex && leg.support_joint.empty())
      findings.report(c.place, "load_reflex", fmt::format("leg {} without support_joint", leg.name),
                      "every leg of the figure to have one");
  }
}

}  // namespace

void check_cast(const ShotSpec& shot, Findings& findings) {
  std::set<std::string> names;
  for (const CastSpec& cast : shot.motion.figures) {
    if (!cast.name.empty() && !names.insert(cast.name).second)
      findings.report(cast.place, "name", in_quotes(cast.name) + " a second time",
                      "a name of its own");
    if (cast.name.find_first_of("./") != cast.name.npos)
      findings.report(cast.place, "name", in_quotes(cast.name), "a name without `.` and `/`");
    std::set<std::string> controllers;
    for (const ControllerSpec& c : cast.controllers) {
      if (!controllers.insert(c.name).second)
        findings.report(c.place, "name", in_quotes(c.name) + " a second time", "a name of its own");
      if (const auto* gait = std::get_if<OscillatorGaitSpec>(&c.kind))
        check_gait(cast, c, *gait, findings);
    }
  }
  if (shot.motion.figures.empty() && findings.written(shot.place, "figures"))
    findings.report(shot.place, "figures", "no figures", "at least one");
}

}  // namespace gambol
