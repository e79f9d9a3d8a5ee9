#include "figure/find.h"

#include <algorithm>

namespace gambol {

const PoseSpec* find_pose(const FigureSpec& figure, std::string_view name) {
  for (const PoseSpec& pose : figure.poses)
    if (pose.name == name) return &pose;
  return nullptr;
}

std::vector<JointTarget> spring_rests(const PoseSpec& pose) {
  std::vector<JointTarget> rests = pose.rests;
  for (const JointTarget& joint : pose.joints)
    if (std::none_of(pose.rests.begin(), pose.rests.end(),
                     [&](const JointTarget& rest) { return rest.name == joint.name; }))
      rests.push_back(joint);
  return rests;
}

const BodySpec* find_body(const FigureSpec& figure, std::string_view name) {
  for (const BodySpec& body : figure.bodies)
    if (body.name == name) return &body;
  return nullptr;
}

const LegSpec* find_leg(const FigureSpec& figure, std::string_view name) {
  for (const LegSpec& leg : figure.legs)
    if (leg.name == name) return &leg;
  return nullptr;
}

bool has_spring(const FigureSpec& figure, std::string_view joint) {
  return std::any_of(figure.actuators.begin(), figure.actuators.end(), [&](const ActuatorSpec& a) {
    const bool spring = a.type == ActuatorType::exponential_spring ||
                        a.type == ActuatorType::linear_spring ||
                        a.type == ActuatorType::hold;  // until loading makes a spring of it
    return spring && std::find(a.joints.begin(), a.joints.end(), joint) != a.joints.end();
  });
}

}  // namespace gambol
