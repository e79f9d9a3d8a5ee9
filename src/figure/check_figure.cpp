// Checks a figure file beyond the types of its fields.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/reading.h"
#include "figure/rest_posture.h"
#include "schema/describe_value.h"
#include "schema/names.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

// Reports names that stand twice. `told` holds the places that have been reported: the bodies of a
// chain take their names from that of the chain, so that one place may stand for several bodies.
template <class T>
void check_unique(const std::vector<T>& list, std::set<std::pair<int, int>>& told,
                  Findings& findings) {
  std::map<std::string, Place> first;
  for (const T& t : list) {
    if (t.name.empty()) continue;  // reported when it was read
    const auto [at, is_new] = first.emplace(t.name, t.place);
    if (is_new) continue;
    const Written* written = findings.written(t.place, "name");
    const Place& place = written ? written->place : t.place;
    if (!told.emplace(place.line, place.col).second) continue;
    findings.report(
        t.place, "name",
        fmt::format("{} a second time (first on line {})", in_quotes(t.name), at->second.line),
        "a name of its own");
  }
}

void check_roots(const FigureSpec& figure, Findings& findings) {
  const BodySpec* root = nullptr;
  for (const BodySpec& body : figure.bodies) {
    // A body whose parent could not be read is no root.
    if (!body.parent.empty() || findings.written(body.place, "parent")) continue;
    if (root)
      findings.report(
          body.place, "parent",
          fmt::format("no parent, like {} on line {}", in_quotes(root->name), root->place.line),
          "one root: every other body has a parent");
    else
      root = &body;
  }
  if (figure.bodies.empty() && findings.written(figure.place, "bodies"))
    findings.report(figure.place, "bodies", "no bodies", "at least one");
}

// The initial position and the motion of a joint must lie within its limits.
void check_limits(const JointSpec& joint, const Dimension& dim, Findings& findings) {
  if (!joint.limits) return;
  const Field shown{.dim = dim};
  const double lower = joint.limits->x(), upper = joint.limits->y();
  if (!(lower < upper)) {
    findings.report(joint.place, "limits", fallback_text(*joint.limits, shown),
                    "the lower limit first, and less than the upper one");
    return;
  }
  const auto check = [&](const char* field, double q) {
    if (q < lower || q > upper)
      findings.report(joint.place, field, fallback_text(q, shown),
                      "a position within the limits " + fallback_text(*joint.limits, shown));
  };
  check("initial", joint.initial_of(0));
  if (joint.motion)
    for (const Curve::Key& key : joint.motion->keys) check("motion", key.value);
}

// What only some types of joints have.
void check_freedom(const JointSpec& joint, std::size_t degrees, Findings& findings) {
  const auto only = [&](const char* field, JointType type, std::optional<JointType> or_type = {}) {
    if (findings.written(joint.place, field) && joint.type != type && joint.type != or_type)
      findings.report(joint.place, field,
                      fmt::format("{} of a {} joint", field, name_of(joint.type)),
                      fmt::format("`type: {}` beside it", name_of(type)));
  };
  only("axis2", JointType::universal, JointType::gimbal);
  only("axis3", JointType::gimbal);
  only("pitch", JointType::screw);
  if (joint.type == JointType::screw && joint.pitch == 0)
    findings.report(joint.place, "pitch", "a screw that does not travel",
                    "its travel in one turn, not 0");
  if (joint.type == JointType::free && joint.armature > 0)
    findings.report(joint.place, "armature", "rotors of a free joint",
                    "a joint with axes for them to turn about");
  const bool many = degrees > 1;
  if (findings.written(joint.place, "initial") && joint.initial.size() != degrees && degrees > 0)
    findings.report(joint.place, "initial", fmt::format("{} numbers", joint.initial.size()),
                    fmt::format("{}, as the joint is {}", degrees, name_of(joint.type)));
  for (const char* field : {"motion", "limits"})
    if (many && findings.written(joint.place, field))
      findings.report(joint.place, field,
                      fmt::format("{} of a joint of {} degrees of freedom", field, degrees),
                      "a joint of one degree of freedom");
}

// Whether the position at the start has the units of its degrees of freedom.
bool check_start(const JointSpec& joint, const std::vector<JointDof>& dofs, Findings& findings) {
  const Written* at = findings.written(joint.place, "initial");
  for (std::size_t m = 0; at && m < std::min(dofs.size(), at->dimensions.size()); ++m) {
    const auto& dimension = at->dimensions[m];
    const Dimension& wanted = dofs[m].slides ? dim::length : dim::angle;
    if (!dimension || dimension->same_as(wanted)) continue;
    const std::string whose = dofs.size() > 1 ? " for " + dofs[m].name : "";
    findings.report(
        joint.place, "initial", describe(*dimension),
        fmt::format("{}{}, as the joint is {}", describe(wanted), whose, name_of(joint.type)));
    return false;
  }
  return true;
}

void check_axes(const JointSpec& joint, Findings& findings) {
  if (joint.axis.norm() == 0)
    findings.report(joint.place, "axis", "an axis of length 0", "a direction");
  const auto next = [&](const char* field, const Vec3& axis, const Vec3& before,
                        const char* along) {
    if (axis.norm() == 0)
      findings.report(joint.place, field, "an axis of length 0", "a direction");
    else if (before.normalized().cross(axis.normalized()).norm() < 1e-6)
      findings.report(joint.place, field, along, "another direction");
  };
  if (joint.type == JointType::universal || joint.type == JointType::gimbal)
    next("axis2", joint.axis2, joint.axis, "an axis along the first");
  if (joint.type == JointType::gimbal)
    next("axis3", joint.axis3, joint.axis2, "an axis along the second");
}

void check_joint(const BodySpec& body, Findings& findings) {
  const JointSpec& joint = body.joint;
  check_axes(joint, findings);
  if (joint.motion && joint.drive == Drive::dynamic)
    findings.report(joint.place, "motion", "the motion of a dynamic joint",
                    "`drive: follow` beside it");
  if (joint.drive == Drive::follow && !joint.motion)
    findings.report(joint.place, "drive", "follow, without a motion", "`motion` beside it");
  if (joint.drive == Drive::led)
    findings.report(joint.place, "drive", "led",
                    "dynamic, hold or follow: a skill leads by itself");
  const std::vector<JointDof> dofs = joint_dofs(body);
  check_freedom(joint, dofs.size(), findings);
  bool comparable = check_start(joint, dofs, findings);
  if (dofs.size() != 1) return;
  const Dimension& wanted = dofs[0].slides ? dim::length : dim::angle;
  const Written* rotor = findings.written(joint.place, "armature");
  const Dimension& inertia = dofs[0].slides ? dim::mass : dim::inertia;
  if (rotor && rotor->dimension && !rotor->dimension->same_as(inertia))
    findings.report(joint.place, "armature", describe(*rotor->dimension), describe(inertia));
  const Written* most = findings.written(joint.place, "most_torque");
  const Dimension& force = dofs[0].slides ? dim::force : dim::torque;
  if (most && most->dimension && !most->dimension->same_as(force))
    findings.report(joint.place, "most_torque", describe(*most->dimension), describe(force));
  for (const char* field : {"motion", "limits"}) {
    const Written* at = findings.written(joint.place, field);
    if (!at || !at->dimension || at->dimension->same_as(wanted)) continue;
    findings.report(joint.place, field, describe(*at->dimension),
                    fmt::format("{}, as the joint is {}", describe(wanted), name_of(joint.type)));
    comparable = false;
  }
  if (comparable) check_limits(joint, wanted, findings);
}

// A cushion without a spring would let its body through.
void check_cushion(const BodySpec& body, Findings& findings) {
  if (!body.cushion) return;
  const CushionSpec& c = *body.cushion;
  if ((c.strength > 0) != (c.rise > 0))
    findings.report(c.place, c.strength > 0 ? "rise" : "strength", "nothing, or 0",
                    "both strength and rise of an exponential spring");
  else if (c.strength == 0 && c.stiffness == 0)
    findings.report(c.place, "stiffness", "a cushion without a spring",
                    "stiffness, or strength and rise");
  if (body.collision.empty())
    findings.report(c.place, "", "the cushion of a body that does not collide",
                    "shapes that collide");
}

// A dynamic joint without mass on its body or beyond it has no defined acceleration.
void check_mass(const FigureSpec& figure, Findings& findings) {
  std::map<std::string, bool> has_mass;  // a body or anything it carries
  for (auto body = figure.bodies.rbegin(); body != figure.bodies.rend(); ++body) {
    if (!body->inertia.empty()) has_mass[body->name] = true;
    if (has_mass[body->name]) has_mass[body->parent] = true;
  }
  for (const BodySpec& body : figure.bodies) {
    if (has_mass[body.name]) continue;
    const bool held = !body.parent.empty() &&
                      (body.joint.type == JointType::fixed || body.joint.drive != Drive::dynamic);
    if (!held)
      findings.report(body.place, "shapes", "no mass on this body or on those that it carries",
                      "a shape that gives inertia, or a joint that is fixed or kinematic");
  }
}

// A table's times are shares of the ramp's time, and each of its intervals is a ramp.
void check_table(const RampSpec& ramp, Findings& findings) {
  for (const Curve::Key& key : ramp.through->keys) {
    if (key.time < 0 || key.time > 1)
      findings.report(ramp.place, "through", fmt::format("a position at {:.6g}", key.time),
                      "fractions from 0 to 1 of the ramp's time");
    if (key.interpolation == Interpolation::catmull_rom)
      findings.report(ramp.place, "through", "catmull_rom", "linear, ease or step");
  }
}

// A ramp moves either the rest position, to one place or through several, or the strength of
// springs.
void check_ramp_end(const FigureSpec& figure, const RampSpec& ramp, Findings& findings) {
  std::vector<std::string> ends;
  for (const char* key : {"to", "through", "strength"})
    if (findings.written(ramp.place, key)) ends.push_back(key);
  if (ends.size() != 1)
    findings.report(ramp.place, "to",
                    ends.empty() ? "nothing" : fmt::format("{}", fmt::join(ends, " and ")),
                    "one of to, through and strength");
  if (ramp.through) check_table(ramp, findings);
  if (ramp.strength && find_dof(figure, ramp.joint) && !has_spring(figure, ramp.joint))
    findings.report(ramp.place, "strength", fmt::format("{}, which has no spring", ramp.joint),
                    "a joint with a spring");
}

void check_ramps(const FigureSpec& figure, Findings& findings) {
  constexpr double rounding = 1e-9;
  const std::vector<std::string> joints = joint_names(figure);
  for (const MotorProgramSpec& program : figure.motor_programs) {
    for (const RampSpec& ramp : program.ramps) {
      const auto dof = find_dof(figure, ramp.joint);
      const bool movable = dof.has_value();
      if (!ramp.joint.empty() && !movable)
        report_unknown(findings, ramp.place, "joint", ramp.joint,
                       "the name of a body whose joint can move", joints);
      if (ramp.start + ramp.over > 1 + rounding)
        findings.report(ramp.place, "over",
                        fmt::format("start + over = {:.6g}", ramp.start + ramp.over),
                        "at most 1, the end of the phase");
      check_ramp_end(figure, ramp, findings);
      for (const char* key : {"to", "through"}) {
        const Written* to = findings.written(ramp.place, key);
        if (!movable || !to || !to->dimension) continue;
        const Dimension& wanted = dof->slides ? dim::length : dim::angle;
        if (!to->dimension->same_as(wanted))
          findings.report(ramp.place, key, describe(*to->dimension), describe(wanted));
      }
    }
  }
}

// A foot may not stand nearer to the figure's middle than it is ever to step.
void check_inmost(const FigureSpec& figure, const LegSpec& leg, Findings& findings) {
  if (!leg.inmost) return;
  if (leg.side == Side::middle) {
    findings.report(leg.place, "inmost", "a leg in the middle", "a leg of one side");
    return;
  }
  const auto foot =
      std::find_if(figure.bodies.begin(), figure.bodies.end(),
                   [&](const BodySpec& b) { return !leg.feet.empty() && b.name == leg.feet[0]; });
  if (foot == figure.bodies.end()) return;  // reported already
  const Transform X_RF =
      rest_posture(figure)[static_cast<std::size_t>(foot - figure.bodies.begin())];
  const double out = outward(leg.side) * (X_RF * leg.tip).y();
  if (*leg.inmost > out)
    findings.report(leg.place, "inmost", fmt::format("{:.4g} m", *leg.inmost),
                    fmt::format("at most {:.4g} m, which is where the foot stands", out));
}

void check_legs(const FigureSpec& figure, Findings& findings) {
  const std::vector<std::string> bodies = names_in(figure.bodies);
  const std::vector<std::string> programs = names_in(figure.motor_programs);
  const auto check = [&](const LegSpec& leg, const char* field, const std::string& name,
                         const char* kind, const std::vector<std::string>& known) {
    if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end())
      report_unknown(findings, leg.place, field, name, kind, known);
  };
  for (const LegSpec& leg : figure.legs) {
    if (leg.feet.empty() && findings.written(leg.place, "feet"))
      findings.report(leg.place, "feet", "no feet", "at least one body");
    for (const std::string& foot : leg.feet) check(leg, "feet", foot, "a body", bodies);
    check(leg, "upper_joint", leg.upper_joint, "a body, whose joint has its name", bodies);
    check(leg, "support_joint", leg.support_joint, "a body, whose joint has its name", bodies);
    check(leg, "step", leg.step, "a motor program", programs);
    check(leg, "stance", leg.stance, "a motor program", programs);
    check_foot_pads(figure, leg, findings);
    check_inmost(figure, leg, findings);
  }
}

}  // namespace

void check_figure(const FigureSpec& figure, Findings& findings) {
  std::set<std::pair<int, int>> told;
  check_unique(figure.chains, told, findings);
  check_unique(figure.bodies, told, findings);
  check_unique(figure.actuators, told, findings);
  check_unique(figure.motor_programs, told, findings);
  check_unique(figure.poses, told, findings);
  check_unique(figure.legs, told, findings);
  check_roots(figure, findings);
  for (const BodySpec& body : figure.bodies) check_joint(body, findings);
  for (const BodySpec& body : figure.bodies) check_cushion(body, findings);
  check_mass(figure, findings);
  check_meshes(figure, findings);
  check_ramps(figure, findings);
  check_legs(figure, findings);
  if (figure.waves) check_waves(figure, *figure.waves, findings);
}

}  // namespace gambol
