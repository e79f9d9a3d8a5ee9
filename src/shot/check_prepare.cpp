// Checks the beginning of a shot: the state that it starts from, and its preparation.

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void check_start(const ShotSpec& shot, const StartFromSpec& start, Findings& findings) {
  const ShotSpec& from = *start.from;
  if (*start.time < from.motion.start || *start.time > from.end())
    findings.report(start.place, "time", fmt::format("{:.6g} s", *start.time),
                    fmt::format("a time of {}, which runs from {:.6g} s to {:.6g} s", from.name,
                                from.motion.start, from.end()));
  bool any = false;
  for (const CastSpec& cast : shot.motion.figures) {
    const CastSpec* other = find_cast(from, cast.name);
    if (!other || !is_loaded(&cast) || cast.is_obstacle) continue;
    any = true;
    if (names_in(cast.figure.bodies) != names_in(other->figure.bodies))
      findings.report(cast.place, "file", "bodies that differ from those in " + from.name,
                      "the same bodies, as the shot starts from its state");
  }
  if (!any && !shot.motion.figures.empty())
    findings.report(start.place, "shot", "no figure of the same name",
                    fmt::format("a figure that {} has too: {}", from.name,
                                alternatives(names_in(from.motion.figures))));
}

void check_reach(const ShotSpec& shot, const ReachSpec& reach, Findings& findings) {
  const CastSpec* cast = check_figure_name(shot, reach.place, reach.figure, findings);
  if (!is_loaded(cast) || reach.pose.empty()) return;
  const PoseSpec* pose = find_pose(cast->figure, reach.pose);
  if (!pose)
    return report_unknown(findings, reach.place, "pose", reach.pose,
                          "a pose of " + in_quotes(cast->name), names_in(cast->figure.poses));
  const bool any = std::any_of(pose->joints.begin(), pose->joints.end(), [&](const JointTarget& t) {
    return has_spring(cast->figure, t.name);
  });
  if (!any)
    findings.report(reach.place, "pose", in_quotes(reach.pose) + ", whose joints have no springs",
                    "a pose that springs can reach");
}

void check_calibrate(const ShotSpec& shot, const CalibrateSpec& calibrate, Findings& findings) {
  const CastSpec* cast = check_figure_name(shot, calibrate.place, calibrate.figure, findings);
  if (!is_loaded(cast)) return;
  if (cast->dormant)
    findings.report(calibrate.place, "figure", in_quotes(cast->name) + ", which is dormant",
                    "a figure that is there from the start");
  check_joint_names(*cast, calibrate.place, "except", calibrate.except, findings);
  for (const KnownForceSpec& force : calibrate.forces)
    check_body_name(cast, force.place, force.body, findings);
  const std::vector<std::string> except = matching_joints(cast->figure, calibrate.except);
  const auto is_left = [&](const std::string& joint) {
    return std::find(except.begin(), except.end(), joint) != except.end();
  };
  for (const std::string& joint : joint_names(cast->figure))
    if (has_spring(cast->figure, joint) && !is_left(joint)) return;
  findings.report(
      calibrate.place, "figure",
      in_quotes(cast->name) + (except.empty() ? ", whose joints have no springs"
                                              : ", whose joints have no springs besides `except`"),
      "a figure with springs to calibrate");
}

void check_stage(const ShotSpec& shot, const PrepareSpec& stage, Findings& findings) {
  const std::vector<std::string> attachments = names_in(shot.motion.world.attachments);
  check_patterns(stage.place, "attach", stage.attach, "an attachment of the world", attachments,
                 findings);
  check_patterns(stage.place, "detach", stage.detach, "an attachment of the world", attachments,
                 findings);
  if (stage.integrator && stage.integrator->method != IntegrationMethod::implicit &&
      shot.motion.world.has_impulses())
    findings.report(stage.integrator->place, "method",
                    fmt::format("{}, and contact by impulses", name_of(stage.integrator->method)),
                    "implicit, or world.contact: {type: penalty}");
  if (stage.slack.empty() && stage.hold.empty() && stage.pose.empty() && stage.figure.empty())
    return;
  const CastSpec* cast = check_figure_name(shot, stage.place, stage.figure, findings);
  if (!is_loaded(cast)) return;
  check_joint_names(*cast, stage.place, "slack", stage.slack, findings);
  check_joint_names(*cast, stage.place, "hold", stage.hold, findings);
  if (!stage.pose.empty() && !find_pose(cast->figure, stage.pose))
    report_unknown(findings, stage.place, "pose", stage.pose, "a pose of " + in_quotes(cast->name),
                   names_in(cast->figure.poses));
}

}  // namespace

void check_prepare(const ShotSpec& shot, Findings& findings) {
  if (shot.motion.start_from && shot.motion.start_from->from)
    check_start(shot, *shot.motion.start_from, findings);
  for (const PrepareSpec& stage : shot.motion.prepare) {
    if (stage.reach) check_reach(shot, *stage.reach, findings);
    if (stage.calibrate) check_calibrate(shot, *stage.calibrate, findings);
    check_stage(shot, stage, findings);
  }
}

}  // namespace gambol
