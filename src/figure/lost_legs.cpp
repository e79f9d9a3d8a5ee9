#include "figure/lost_legs.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "figure/find.h"
#include "figure/joint_motion.h"
#include "figure/reading.h"
#include "figure/remove_joints.h"
#include "schema/report.h"

namespace gambol {
namespace {

bool hangs_on(const FigureSpec& figure, const std::string& body, const std::string& ancestor) {
  for (const BodySpec* b = find_body(figure, body); b; b = find_body(figure, b->parent))
    if (b->name == ancestor) return true;
  return false;
}

bool carries_another_leg(const FigureSpec& figure, const std::string& body, const LegSpec& leg) {
  for (const LegSpec& other : figure.legs) {
    if (other.name == leg.name) continue;
    for (const std::string& foot : other.feet)
      if (hangs_on(figure, foot, body)) return true;
  }
  return false;
}

bool is_leg_among(const std::vector<std::string>& names, const LegSpec& leg) {
  return std::find(names.begin(), names.end(), leg.name) != names.end();
}

}  // namespace

std::string leg_root(const FigureSpec& figure, const LegSpec& leg) {
  if (leg.feet.empty()) return "";
  const auto on_upper = [&](const std::string& foot) {
    return hangs_on(figure, foot, leg.upper_joint);
  };
  if (!leg.upper_joint.empty() && std::all_of(leg.feet.begin(), leg.feet.end(), on_upper))
    return leg.upper_joint;
  const BodySpec* top = nullptr;
  for (const BodySpec* b = find_body(figure, leg.feet[0]); b && !b->parent.empty();
       b = find_body(figure, b->parent)) {
    if (carries_another_leg(figure, b->name, leg)) break;
    top = b;
  }
  return top ? top->name : "";
}

void remove_legs(FigureSpec& figure, const std::vector<std::string>& legs) {
  std::set<std::string> gone, joints;
  for (const LegSpec& leg : figure.legs) {
    const std::string root = is_leg_among(legs, leg) ? leg_root(figure, leg) : "";
    if (root.empty()) continue;
    for (const BodySpec& body : figure.bodies)
      if (hangs_on(figure, body.name, root)) gone.insert(body.name);
  }
  for (const BodySpec& body : figure.bodies)
    if (gone.contains(body.name))
      for (const JointDof& dof : joint_dofs(body)) joints.insert(dof.name);
  const auto is_gone = [&](const std::string& body) { return gone.contains(body); };
  std::erase_if(figure.legs, [&](const LegSpec& leg) { return is_leg_among(legs, leg); });
  std::erase_if(figure.bodies, [&](const BodySpec& b) { return is_gone(b.name); });
  const auto ends_on_it = [&](const BodyPointSpec& point) { return is_gone(point.body); };
  std::erase_if(figure.actuators, [&](const ActuatorSpec& a) {
    return std::any_of(a.between.begin(), a.between.end(), ends_on_it);
  });
  remove_joints(figure, joints);
}

}  // namespace gambol
