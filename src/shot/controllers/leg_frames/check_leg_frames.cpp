// Checks a controller of leg frames beyond the types of its fields.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/reading.h"
#include "schema/findings.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/leg_frames/check_acts.h"
#include "shot/controllers/leg_frames/check_gaits.h"
#include "shot/controllers/leg_frames/check_reach.h"
#include "shot/controllers/leg_frames/gaits_as.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {
namespace {

// Bodies from `inner`, without it, to `outer`; empty if `inner` does not carry `outer`.
std::vector<const BodySpec*> between(const FigureSpec& figure, const std::string& inner,
                                     const std::string& outer) {
  std::vector<const BodySpec*> all;
  const BodySpec* body = find_body(figure, outer);
  while (body && body->name != inner) {
    all.insert(all.begin(), body);
    body = find_body(figure, body->parent);
  }
  return body ? all : std::vector<const BodySpec*>();
}

// Joints that move, of which each turns only, about axes at right angles; "" or what is wrong.
std::string turning(const BodySpec& body) {
  const JointSpec& joint = body.joint;
  const bool turns = joint.type == JointType::rotary || joint.type == JointType::universal ||
                     joint.type == JointType::gimbal;
  if (!turns) return fmt::format("{}, a {} joint", body.name, name_of(joint.type));
  const auto square = [](const Vec3& a, const Vec3& b) {
    constexpr double rounding = 1e-9;
    return std::abs(a.normalized().dot(b.normalized())) < rounding;
  };
  const bool two = joint.type != JointType::rotary, three = joint.type == JointType::gimbal;
  if ((two && !square(joint.axis, joint.axis2)) ||
      (three && (!square(joint.axis2, joint.axis3) || !square(joint.axis, joint.axis3))))
    return fmt::format("{}, whose axes are not at right angles", body.name);
  return "";
}

constexpr const char* turning_wanted =
    "rotary, universal and gimbal joints, with axes at right angles";

void check_chain(const LegFrameSpec& frame, const LegSpec& leg, const FigureSpec& figure,
                 Findings& findings) {
  std::vector<const BodySpec*> chain;
  std::vector<std::size_t> degrees;
  if (!leg.feet.empty())
    for (const BodySpec* body : between(figure, frame.body, leg.feet.front())) {
      const std::size_t n = joint_dofs(*body).size();
      if (n == 0) continue;
      if (const std::string wrong = turning(*body); !wrong.empty()) {
        findings.report(frame.place, "legs", wrong, turning_wanted);
        return;
      }
      degrees.push_back(n);
    }
  if (degrees.empty()) {
    findings.report(frame.place, "legs",
                    fmt::format("{}, which {} does not carry", leg.name, frame.body),
                    "a leg beyond the frame's body");
    return;
  }
  const bool fits = (degrees.size() == 3 || degrees.size() == 4) && degrees[0] == 3 &&
                    degrees[1] == 1 && (degrees.size() == 3 || degrees[3] == 1);
  if (!fits)
    findings.report(frame.place, "legs",
                    fmt::format("{}, whose joints from {} on have {} degrees of freedom", leg.name,
                                frame.body, fmt::join(degrees, ", ")),
                    "a leg with a hip of three, a knee of one, an ankle of one to three, and toes "
                    "of one or none");
}

void check_frame(const LegFrameSpec& frame, const ControlledFigure& on, Findings& findings) {
  const FigureSpec& figure = *on.figure;
  if (!find_body(figure, frame.body)) {
    report_unknown(findings, frame.place, "body", frame.body, "a body of the figure",
                   names_in(figure.bodies));
    return;
  }
  if (frame.legs.empty()) findings.report(frame.place, "legs", "no leg", "one or more legs");
  for (const std::string& name : frame.legs) {
    const LegSpec* leg = find_leg(figure, name);
    if (leg)
      check_chain(frame, *leg, figure, findings);
    else
      report_unknown(findings, frame.place, "legs", name, "a leg of the figure",
                     names_in(figure.legs));
  }
}

// Frames stand behind each other on one chain of joints that turn.
void check_back(const LegFramesSpec& spec, const FigureSpec& figure, Findings& findings) {
  for (std::size_t f = 0; f + 1 < spec.frames.size(); ++f) {
    const LegFrameSpec &a = spec.frames[f], &b = spec.frames[f + 1];
    if (!find_body(figure, a.body) || !find_body(figure, b.body)) continue;
    auto chain = between(figure, a.body, b.body);
    if (chain.empty()) chain = between(figure, b.body, a.body);
    if (chain.empty()) {
      findings.report(b.place, "body", fmt::format("{}, beside {}", b.body, a.body),
                      "a body that carries the frame in front, or that it carries");
      continue;
    }
    for (const BodySpec* body : chain) {
      if (joint_dofs(*body).empty()) continue;
      if (const std::string wrong = turning(*body); !wrong.empty()) {
        findings.report(b.place, "body", wrong, turning_wanted);
        break;
      }
    }
  }
}

// The least and the greatest speed that a gait has.
std::optional<Vec2> speeds_of(const LegFramesSpec& spec) {
  std::optional<Vec2> all;
  for (const StrideSpec& gait : spec.gaits)
    if (gait.speeds) all = all ? Vec2((*all)[0], (*gait.speeds)[1]) : *gait.speeds;
  return all;
}

std::string with_gaits(const Vec2& speeds) {
  return fmt::format("{} to {} m/s: no gait has other speeds", speeds[0], speeds[1]);
}

// The gaits that it uses, and speeds that none of them has.
void check_goal(const ControllerSpec& c, const LegFramesSpec& spec, const FigureSpec* figure,
                Findings& findings) {
  if (!spec.only.empty()) {
    const std::vector<std::string> known = names_in(spec.gaits);
    if (std::find(known.begin(), known.end(), spec.only) == known.end())
      report_unknown(findings, c.place, "only", spec.only, "a gait of this skill", known);
    for (const auto& key : spec.speed.keys)
      if (figure && check_speed_of_only(spec, *figure, key.value, c.place, findings)) break;
    return;
  }
  const std::optional<Vec2> speeds = speeds_of(spec);
  if (!speeds) {
    if (!spec.gaits.empty())
      findings.report(c.place, "only", "nothing", "this key, or a gait with `speeds`");
    return;
  }
  for (const auto& key : spec.speed.keys)
    if (key.value > (*speeds)[1] || key.value < (*speeds)[0]) {
      findings.report(c.place, "speed", fmt::format("{} m/s", key.value), with_gaits(*speeds));
      return;
    }
}

// By a gait that stands it would not step.
void check_catch(const LegFramesSpec& spec, Findings& findings) {
  if (!spec.catches || !findings.written(spec.catches->place, "gait")) return;
  const auto named = [&](const StrideSpec& gait) { return gait.name == spec.catches->gait; };
  const auto gait = std::find_if(spec.gaits.begin(), spec.gaits.end(), named);
  if (gait == spec.gaits.end())
    report_unknown(findings, spec.catches->place, "gait", spec.catches->gait,
                   "a gait of this skill", names_in(spec.gaits));
  else if (gait->duty_factor.value_or(0) >= 1)
    findings.report(spec.catches->place, "gait", gait->name + ", by which it stands",
                    "a gait that steps");
}

}  // namespace

void ControllerTrait<LegFramesSpec>::complete(const ControllerSpec& c, LegFramesSpec& spec,
                                              Findings& findings) {
  if (!findings.written(c.place, "heading")) spec.heading = Curve(c.faces);
  complete_acts(spec, findings);
  const GaitTable table = load_gaits(common_gaits_file());
  for (StrideSpec& gait : spec.gaits) {
    if (!findings.written(gait.place, "gait")) continue;
    if (const std::string problem = resolve_gait(table, gait.gait); !problem.empty())
      findings.report(gait.place, "gait",
                      gait.gait.name.empty() ? "no name" : in_quotes(gait.gait.name), problem);
  }
  complete_gaits(spec, findings);
}

void ControllerTrait<LegFramesSpec>::check(const ControllerSpec& c, const LegFramesSpec& spec,
                                           const ControlledFigure& on, Findings& findings) {
  if (findings.written(c.place, "frames") && spec.frames.empty())
    findings.report(c.place, "frames", "no leg frame", "one or more");
  if (findings.written(c.place, "gaits") && spec.gaits.empty())
    findings.report(c.place, "gaits", "no gait", "one or more");
  check_goal(c, spec, on.figure, findings);
  check_catch(spec, findings);
  check_acts(spec, on, findings);
  check_leaps(c.place, spec, findings);
  if (spec.sole && (spec.sole->heel >= spec.sole->ball || spec.sole->inner >= spec.sole->outer))
    findings.report(spec.sole->place, "ball", "no area",
                    "a heel behind the ball, and an inner edge within the outer one");
  const auto check_place = [&](const char* key, const std::optional<double>& ahead) {
    if (ahead && (*ahead < spec.sole->heel || *ahead >= spec.sole->ball))
      findings.report(spec.sole->place, key, "it outside the sole",
                      "a place between heel and ball");
  };
  if (spec.sole) check_place("flat_heel", spec.sole->flat_heel);
  if (spec.sole) check_place("pivot", spec.sole->pivot);
  if (!on.figure) return;
  std::vector<std::string> taken;
  for (const LegFrameSpec& frame : spec.frames) {
    check_frame(frame, on, findings);
    for (const std::string& leg : frame.legs) {
      if (std::find(taken.begin(), taken.end(), leg) != taken.end())
        findings.report(frame.place, "legs", leg + " again", "a leg of one frame only");
      taken.push_back(leg);
    }
  }
  check_back(spec, *on.figure, findings);
  check_gaits(spec, on, findings);
  check_reach(spec, *on.figure, findings);
  const JointsByName joints(*on.figure);
  const auto check_gains = [&](const std::vector<JointGainSpec>& gains) {
    for (const JointGainSpec& g : gains)
      if (!joints.has(g.name))
        report_unknown(findings, g.place, "name", g.name, "a joint of the figure", joints.names());
  };
  check_gains(spec.joints);
  for (const StrideSpec& gait : spec.gaits) {
    check_gains(gait.joints);
    for (const JointGainSpec& g : gait.joints)
      if (g.hangs)
        findings.report(g.place, "hangs", "it in a gait", "it in the `joints` of the skill");
  }
  for (const SteadyBodySpec& s : spec.steady) {
    if (!find_body(*on.figure, s.body))
      report_unknown(findings, s.place, "body", s.body, "a body of the figure",
                     names_in(on.figure->bodies));
    else if (std::none_of(spec.frames.begin(), spec.frames.end(), [&](const LegFrameSpec& f) {
               return f.body != s.body &&
                      (spec.frames.size() == 1 || !between(*on.figure, f.body, s.body).empty());
             }))
      findings.report(s.place, "body", s.body, "a body that a leg frame carries");
    else if (s.looks && find_body(*on.figure, s.body)->parent.empty())
      findings.report(s.place, "looks", "a gaze of the root",
                      "a gaze of a body that another one carries");
  }
}

CommandedDofs ControllerTrait<LegFramesSpec>::commands(const LegFramesSpec&,
                                                       const FigureSpec& figure) {
  CommandedDofs all{.shares = true};
  for (const JointDof& dof : joint_dofs(figure)) all.drives.push_back(dof.name);
  return all;
}

void ControllerTrait<LegFramesSpec>::check_set(const LegFramesSpec& spec, const FigureSpec& figure,
                                               const SetByCue& set, Findings& findings) {
  if (set.name != "speed") return;
  if (!spec.only.empty()) {
    check_speed_of_only(spec, figure, set.value, set.place, findings);
    return;
  }
  const std::optional<Vec2> speeds = speeds_of(spec);
  if (!speeds) return;
  if (set.value > (*speeds)[1] || set.value < (*speeds)[0])
    findings.report(set.place, "speed", fmt::format("{} m/s", set.value), with_gaits(*speeds));
}

std::vector<FrameOfLegs> ControllerTrait<LegFramesSpec>::frames(const LegFramesSpec& spec) {
  std::vector<FrameOfLegs> all;
  for (const LegFrameSpec& frame : spec.frames) all.push_back({frame.name, frame.body, frame.legs});
  return all;
}

std::vector<std::string> ControllerTrait<LegFramesSpec>::programs(const LegFramesSpec& spec) {
  std::vector<std::string> all = names_in(spec.acts);
  if (spec.plan_leaps)
    for (const LeapTargetSpec& target : spec.plan_leaps->targets) all.push_back(target.name);
  return all;
}

}  // namespace gambol
