#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "figure/find.h"
#include "figure/joint_motion.h"
#include "figure/joint_names.h"
#include "figure/reading.h"
#include "gait/step_path.h"
#include "schema/field.h"
#include "schema/findings.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/kinematic_gait/check_gait_design.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {
namespace {

void check_shifts(const KinematicGaitSpec& gait, Findings& findings) {
  for (std::size_t k = 1; k < gait.shifts.size(); ++k)
    if (!(gait.shifts[k].at > gait.shifts[k - 1].at))
      findings.report(gait.shifts[k].place, "at", fmt::format("{:.6g} s", gait.shifts[k].at),
                      fmt::format("later than the one before, {:.6g} s", gait.shifts[k - 1].at));
}

void check_step(const StepSpec& step, Findings& findings) {
  if (step.place.file.empty()) return;  // it is missing, which was told
  if (step.keys.size() > most_step_keys)
    findings.report(step.place, "keys", fmt::format("{} of them", step.keys.size()),
                    fmt::format("at most {}", most_step_keys));
  if (step.keys.empty() && !(step.height > 0))
    findings.report(step.place, "height", "no height, and no keys", "one of the two");
  double last = 0;
  for (const StepKeySpec& key : step.keys) {
    if (!key.at) continue;
    if (!(*key.at > last && *key.at < 1))
      findings.report(key.place, "at", fmt::format("{}", *key.at),
                      fmt::format("more than {} and less than 1: keys come in order", last));
    last = *key.at;
  }
}

void check_speeds(const WaySpec& path, Findings& findings) {
  for (std::size_t k = 1; k < path.speeds.size(); ++k)
    if (!(path.speeds[k].along > path.speeds[k - 1].along))
      findings.report(
          path.speeds[k].place, "along", fmt::format("{:.6g} m", path.speeds[k].along),
          fmt::format("farther than the one before, {:.6g} m", path.speeds[k - 1].along));
}

// Inverse kinematics knows joints that turn about an axis or slide along it.
void check_joint_types(const ControllerSpec& c, const FigureSpec& figure, Findings& findings) {
  std::set<std::string> told;
  for (const LegSpec& leg : figure.legs)
    for (const BodySpec* b = find_body(figure, leg.feet[0]); b && !b->parent.empty();
         b = find_body(figure, b->parent)) {
      const JointType type = b->joint.type;
      if (type == JointType::rotary || type == JointType::prismatic || type == JointType::fixed)
        continue;
      if (told.insert(b->name).second)
        findings.report(c.place, "type",
                        fmt::format("the {} joint of {}, which carries leg {}", name_of(type),
                                    b->name, leg.name),
                        "rotary, prismatic and fixed joints between the feet and the root");
    }
}

// The gait solves a leg, or the chain between two bodies that legs hang on, in arrays of fixed
// size, without allocating memory.
void check_chains(const ControllerSpec& c, const FigureSpec& figure, Findings& findings) {
  std::map<std::string, std::size_t> carries;  // how many legs hang on a body
  const auto inwards = [&](const LegSpec& leg, auto&& look) {
    for (const BodySpec* b = find_body(figure, leg.feet[0]); b; b = find_body(figure, b->parent))
      if (!look(*b)) return;
  };
  for (const LegSpec& leg : figure.legs)
    inwards(leg, [&](const BodySpec& b) { return ++carries[b.name] > 0; });
  std::set<std::string> bases;
  const auto is_base = [&](const BodySpec& b) { return carries[b.name] > 1 || b.parent.empty(); };
  for (const LegSpec& leg : figure.legs)
    inwards(leg, [&](const BodySpec& b) { return !is_base(b) || !bases.insert(b.name).second; });
  if (bases.size() > most_leg_bases)
    findings.report(c.place, "type", fmt::format("legs on {} bodies", bases.size()),
                    fmt::format("legs on at most {}", most_leg_bases));
  for (const LegSpec& leg : figure.legs) {
    std::size_t links = 0, most = 0;
    inwards(leg, [&](const BodySpec& b) {
      links = bases.contains(b.name) ? 1 : links + 1;
      most = std::max(most, links);
      return true;
    });
    if (most > most_limb_joints)
      findings.report(
          c.place, "type",
          fmt::format("{} bodies in a row between leg {} and the root", most, leg.name),
          fmt::format("at most {} from one body with legs to the next", most_limb_joints));
  }
}

void check_posture(const FigureSpec& figure, const Place& place, const std::string& posture,
                   Findings& findings) {
  if (!posture.empty() && !find_pose(figure, posture))
    report_unknown(findings, place, "posture", posture, "a pose of the figure",
                   names_in(figure.poses));
}

// A row of joints that carries the same legs: a leg's own, or those between two bodies with legs.
struct LegRow {
  std::string leg;  // the first that it carries; "": none
  int joints = 0;
  int needed = 0;  // to place what it carries
};

LegRow row_of(const FigureSpec& figure, const KinematicGaitSpec& gait, const BodySpec& body) {
  std::map<std::string, std::vector<std::string>> carried;  // [body] legs
  for (const LegSpec& leg : figure.legs) {
    const BodySpec* b = find_body(figure, leg.feet[0]);
    if (gait.soles && b) b = find_body(figure, b->parent);  // the toes roll with the sole
    for (; b && !b->parent.empty(); b = find_body(figure, b->parent))
      carried[b->name].push_back(leg.name);
  }
  const auto own = carried.find(body.name);
  if (own == carried.end()) return {};
  LegRow row{own->second[0], 0, own->second.size() > 1 || gait.level_feet ? 6 : 3};
  for (const auto& [name, legs] : carried)
    if (legs == own->second) row.joints += find_body(figure, name)->joint.type != JointType::fixed;
  return row;
}

// Inverse kinematics solves joints that carry legs: a swing can only say near which angles. That
// has an effect if more joints are in a row than the place of what they carry determines.
void check_swing(const FigureSpec& figure, const KinematicGaitSpec& gait, const SwingSpec& swing,
                 Findings& findings) {
  const auto has_name = [&](const LegSpec& leg) { return leg.name == swing.leg; };
  if (std::none_of(figure.legs.begin(), figure.legs.end(), has_name))
    report_unknown(findings, swing.place, "leg", swing.leg, "a leg of the figure",
                   names_in(figure.legs));
  check_joints(figure, swing.place, swing.joints, findings);
  const std::vector<std::string> joints = matching_joints(figure, swing.joints);
  for (const std::string& joint : joints) {
    const JointType type = find_dof(figure, joint)->body->joint.type;
    if (type == JointType::spherical || type == JointType::free)
      findings.report(swing.place, "joints", fmt::format("{}, of a {} joint", joint, name_of(type)),
                      "joints that turn about fixed axes or slide along them");
  }
  for (const std::string& joint : joints)
    if (find_dof(figure, joint)->body->joint.motion)
      findings.report(swing.place, "joints", joint + ", which has a motion of its own",
                      "joints that the gait may move");
  for (const std::string& joint : joints) {
    const LegRow row = row_of(figure, gait, *find_dof(figure, joint)->body);
    if (row.leg.empty() || row.joints > row.needed) continue;
    findings.report(
        swing.place, "joints",
        fmt::format("{}, one of {} in a row that carry leg {}", joint, row.joints, row.leg),
        fmt::format("joints that carry no leg, or more than {} in a row: fewer have one "
                    "posture for each place of the foot",
                    row.needed));
    return;
  }
  if (!gait.soles) return;
  for (const LegSpec& leg : figure.legs)
    if (std::find(joints.begin(), joints.end(), leg.feet[0]) != joints.end())
      findings.report(swing.place, "joints", leg.feet[0] + ", toes that roll with their sole",
                      "other joints");
}

void check_keys(const FigureSpec& figure, const KinematicGaitSpec& gait, const StepSpec& step,
                Findings& findings) {
  for (const StepKeySpec& key : step.keys) {
    check_posture(figure, key.place, key.posture, findings);
    const auto is_level = [](const Curve::Key& k) { return k.value == 0; };
    if (!std::all_of(key.pitch.keys.begin(), key.pitch.keys.end(), is_level) && !gait.level_feet)
      findings.report(key.place, "pitch", "a gait without level_feet", "level_feet: true");
    for (const GainSpec& g : key.gains) check_joints(figure, g.place, g.joints, findings);
  }
}

void check_own(const FigureSpec& figure, const KinematicGaitSpec& gait, const LegGaitSpec& own,
               std::set<std::string>& told, Findings& findings) {
  for (const std::string& name : own.legs) {
    const auto has_name = [&](const LegSpec& leg) { return leg.name == name; };
    if (std::none_of(figure.legs.begin(), figure.legs.end(), has_name))
      report_unknown(findings, own.place, "legs", name, "a leg of the figure",
                     names_in(figure.legs));
    else if (!told.insert(name).second)
      findings.report(own.place, "legs", name + " again", "each leg in one of the entries");
  }
  if (!own.step) return;
  check_step(*own.step, findings);
  check_keys(figure, gait, *own.step, findings);
}

// A steady body hangs on the trunk by joints of its own, which the gait may turn.
void check_steady(const FigureSpec& figure, const SteadySpec& steady, Findings& findings) {
  const BodySpec* body = find_body(figure, steady.body);
  if (!body) {
    report_unknown(findings, steady.place, "body", steady.body, "a body of the figure",
                   names_in(figure.bodies));
    return;
  }
  std::set<std::string> carriers;  // bodies between the feet and the root
  for (const LegSpec& leg : figure.legs)
    for (const BodySpec* b = find_body(figure, leg.feet[0]); b; b = find_body(figure, b->parent))
      carriers.insert(b->name);
  int joints = 0;
  for (const BodySpec* b = body; b && !carriers.contains(b->name) && !b->parent.empty();
       b = find_body(figure, b->parent)) {
    const JointType type = b->joint.type;
    joints += type == JointType::rotary || type == JointType::prismatic;
    if (type != JointType::spherical && type != JointType::free && !b->joint.motion) continue;
    findings.report(steady.place, "body",
                    fmt::format("{}, which hangs on {}", steady.body, b->name),
                    "a body on joints that turn about fixed axes and have no motion of their own");
    return;
  }
  if (joints == 0 || joints > most_limb_joints)
    findings.report(steady.place, "body", fmt::format("{}, on {} joints", steady.body, joints),
                    fmt::format("a body on 1 to {} joints of its own", most_limb_joints));
}

// A foot rolls over its heel and the joint of its toes.
void check_soles(const FigureSpec& figure, const Place& place, const KinematicGaitSpec& gait,
                 Findings& findings) {
  if (!gait.level_feet)
    findings.report(place, "soles", "a gait without level_feet", "level_feet: true");
  for (const LegSpec& leg : figure.legs) {
    const BodySpec* toes = find_body(figure, leg.feet[0]);
    const BodySpec* foot = toes ? find_body(figure, toes->parent) : nullptr;
    if (!toes || (foot && toes->joint.type == JointType::rotary && !foot->collision.empty() &&
                  !foot->parent.empty()))
      continue;
    findings.report(place, "soles", "leg " + leg.name,
                    "a leg that ends in a foot with collision shapes and toes on a rotary joint");
    return;
  }
  const auto of_step = [&](const StepSpec& step) {
    for (const StepKeySpec& key : step.keys)
      if (!key.at)
        findings.report(key.place, "at", "no time", "the keys' times, as feet roll (soles)");
  };
  of_step(gait.step);
  for (const LegGaitSpec& own : gait.legs)
    if (own.step) of_step(*own.step);
}

void check_legs(const FigureSpec& figure, const ControllerSpec& c, const KinematicGaitSpec& gait,
                Findings& findings) {
  if (figure.legs.empty()) findings.report(c.place, "type", "kinematic", "a figure with legs");
  const auto has_no_feet = [](const LegSpec& leg) { return leg.feet.empty(); };  // reported already
  if (figure.legs.empty() || std::any_of(figure.legs.begin(), figure.legs.end(), has_no_feet))
    return;
  const auto misfit = [&](const Place& place, const GaitPattern& pattern) {
    if (const std::string why = gait_misfit(pattern, figure.legs); !why.empty())
      findings.report(place, "gait", in_quotes(pattern.name) + ": " + why,
                      "a gait for the figure's legs");
  };
  misfit(c.place, gait.gait);
  for (const GaitShiftSpec& shift : gait.shifts) misfit(shift.place, shift.gait);
  check_joint_types(c, figure, findings);
  check_chains(c, figure, findings);
  check_posture(figure, c.place, gait.posture, findings);
  for (const GainSpec& g : gait.gains) check_joints(figure, g.place, g.joints, findings);
  check_keys(figure, gait, gait.step, findings);
  std::set<std::string> told;
  for (const LegGaitSpec& own : gait.legs) check_own(figure, gait, own, told, findings);
  check_leg_force(figure, c, gait, findings);
  if (gait.soles) check_soles(figure, c.place, gait, findings);
  for (const SteadySpec& steady : gait.steady) check_steady(figure, steady, findings);
  for (const SwingSpec& s : gait.swings) check_swing(figure, gait, s, findings);
}

}  // namespace

void ControllerTrait<KinematicGaitSpec>::check(const ControllerSpec& c,
                                               const KinematicGaitSpec& gait,
                                               const ControlledFigure& figure, Findings& findings) {
  check_shifts(gait, findings);
  check_step(gait.step, findings);
  if (gait.path) {
    check_path_points(gait.path->place, gait.path->points, gait.path->closed, findings);
    check_speeds(*gait.path, findings);
  }
  std::vector<const GaitPattern*> patterns{&gait.gait};
  for (const GaitShiftSpec& shift : gait.shifts) patterns.push_back(&shift.gait);
  for (const GaitPattern* pattern : patterns) check_gait(*pattern, findings);
  if (std::any_of(patterns.begin(), patterns.end(),
                  [](const GaitPattern* p) { return !p->phases && !p->rule; }))
    return;  // not resolved, and reported already
  check_design(c, gait, figure.figure ? figure.figure->legs.size() : 0, findings);
  if (figure.figure) check_legs(*figure.figure, c, gait, findings);
}

// Fills in the patterns that the gait names, from figures/gaits.yaml; reports unknown names.
void ControllerTrait<KinematicGaitSpec>::complete(const ControllerSpec& c, KinematicGaitSpec& gait,
                                                  Findings& findings) {
  const GaitTable table = load_gaits(common_gaits_file());
  const auto resolve = [&](const Place& place, GaitPattern& pattern) {
    if (!findings.written(place, "gait")) return;
    if (const std::string problem = resolve_gait(table, pattern); !problem.empty())
      findings.report(place, "gait", pattern.name.empty() ? "no name" : in_quotes(pattern.name),
                      problem);
  };
  resolve(c.place, gait.gait);
  for (GaitShiftSpec& shift : gait.shifts) resolve(shift.place, shift.gait);
}

std::optional<FollowedPath> ControllerTrait<KinematicGaitSpec>::path(
    const KinematicGaitSpec& gait) {
  if (!gait.path) return {};
  return FollowedPath{positions(gait.path->points), gait.path->closed, {}, gait.path->spline};
}

// All that no curve of the figure file moves; Command::drives knows the shot's curves.
CommandedDofs ControllerTrait<KinematicGaitSpec>::commands(const KinematicGaitSpec&,
                                                           const FigureSpec& figure) {
  CommandedDofs all;
  for (const JointDof& dof : root_motions(figure)) all.drives.push_back(dof.name);
  for (const JointDof& dof : joint_dofs(figure))
    if (!dof.body->joint.motion) all.drives.push_back(dof.name);
  return all;
}

}  // namespace gambol
