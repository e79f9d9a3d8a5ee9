// Checks a servo beyond the types of its fields.

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/joint_units.h"
#include "figure/reading.h"
#include "schema/findings.h"
#include "schema/names.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/servo/servo_spec.h"

namespace gambol {
namespace {

constexpr std::initializer_list<JointNumber> numbers_of_servos{
    {"to", JointQuantity::position},
    {"stiffness", JointQuantity::stiffness},
    {"damping", JointQuantity::damping},
    {"torque", JointQuantity::force}};

bool exerts(const Curve& torque) {
  return std::any_of(torque.keys.begin(), torque.keys.end(),
                     [](const Curve::Key& key) { return key.value != 0; });
}

bool exerts(const ServoSpec& servo) {
  if (servo.stiffness > 0 || servo.damping > 0 || exerts(servo.torque)) return true;
  return std::any_of(servo.joints.begin(), servo.joints.end(), [](const ServoJointSpec& j) {
    return j.stiffness.value_or(0) > 0 || j.damping.value_or(0) > 0 ||
           (j.torque && exerts(*j.torque));
  });
}

// The three turns of a spherical joint are led together, and so are three translations.
void check_balls(const ControllerSpec& c, const FigureSpec& figure,
                 const std::vector<std::string>& names, Findings& findings) {
  const auto has = [&](const JointDof& dof) {
    return std::find(names.begin(), names.end(), dof.name) != names.end();
  };
  for (const std::string& name : names) {
    const JointDof dof = *find_dof(figure, name);
    const JointType type = dof.body->joint.type;
    if (type != JointType::spherical && type != JointType::free) continue;
    for (const JointDof& other : joint_dofs(*dof.body)) {
      if (other.slides != dof.slides || has(other)) continue;
      findings.report(c.place, "joints", fmt::format("{} without {}", name, other.name),
                      "all three, which are led together");
      return;
    }
  }
}

// The legs of a feedback have to be some of the figure's.
void check_feedback(const FigureSpec& figure, const ServoFeedbackSpec& feedback,
                    Findings& findings) {
  const Dimension wanted = feedback.of == FeedbackOf::sideways_speed ? dim::speed : dim::angle;
  const Written* around = findings.written(feedback.place, "around");
  if (around && around->dimension && !around->dimension->same_as(wanted))
    findings.report(feedback.place, "around", describe(*around->dimension), describe(wanted));
  for (const LegSpec& leg : figure.legs)
    if (matches(feedback.legs, leg.name)) return;
  report_unknown(findings, feedback.place, "legs", feedback.legs, "a leg of the figure",
                 names_in(figure.legs));
}

}  // namespace

CommandedDofs ControllerTrait<ServoSpec>::commands(const ServoSpec& servo,
                                                   const FigureSpec& figure) {
  std::vector<std::string> names;
  if (const PoseSpec* pose = find_pose(figure, servo.pose))
    for (const JointTarget& t : pose->joints) names.push_back(t.name);
  for (const ServoJointSpec& j : servo.joints) names.push_back(j.name);
  return {matching_joints(figure, names), {}, servo.drive == Drive::dynamic};
}

void ControllerTrait<ServoSpec>::check(const ControllerSpec& c, const ServoSpec& servo,
                                       const ControlledFigure& on, Findings& findings) {
  if (servo.drive != Drive::dynamic && servo.drive != Drive::led)
    findings.report(c.place, "drive", name_of(servo.drive), "dynamic or led");
  if (servo.drive == Drive::dynamic && !exerts(servo))
    findings.report(c.place, "stiffness", "no stiffness, damping or torque",
                    "one of them, or `drive: led`");
  if (servo.pose.empty() && servo.joints.empty() && !findings.written(c.place, "joints"))
    findings.report(c.place, "joints", "nothing", "this key, or a pose");
  if (!on.figure) return;
  const FigureSpec& figure = *on.figure;
  if (!servo.pose.empty() && !find_pose(figure, servo.pose))
    report_unknown(findings, c.place, "pose", servo.pose, "a pose of the figure",
                   names_in(figure.poses));
  const JointsByName joints(figure);
  for (const ServoJointSpec& j : servo.joints) {
    const std::vector<std::string> meant = joints.matching({j.name});
    if (meant.empty())
      report_unknown(findings, j.place, "name", j.name, "a joint of the figure", joints.names());
    check_joint_units(figure, j.place, meant, numbers_of_servos, findings);
  }
  for (const ServoFeedbackSpec& feedback : servo.feedback)
    check_feedback(figure, feedback, findings);
  const std::vector<std::string> all = commands(servo, figure).drives;
  check_joint_units(figure, c.place, all, numbers_of_servos, findings);
  if (servo.drive == Drive::led) check_balls(c, figure, all, findings);
}

}  // namespace gambol
