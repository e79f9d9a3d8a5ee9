#include "figure/rest_posture.h"

#include <map>

#include "figure/figure_spec.h"

namespace gambol {
namespace {

Transform joint_transform(const JointSpec& joint, const Quat& R_PB) {
  if (joint.type == JointType::fixed || joint.axis.norm() == 0) return {};
  Vec3 axis = joint.axis.normalized();
  if (joint.axis_in == AxisFrame::parent) axis = R_PB.conjugate() * axis;
  if (joint.type == JointType::prismatic) return {Quat::Identity(), joint.initial * axis};
  return {Quat(Eigen::AngleAxisd(joint.initial, axis)), Vec3::Zero()};
}

}  // namespace

std::vector<Transform> rest_posture(const FigureSpec& figure) {
  std::map<std::string, Transform> placed;
  std::vector<Transform> all;
  for (const BodySpec& body : figure.bodies) {
    Transform X;  // the root's
    if (!body.parent.empty()) {
      const Quat R_PB = rotation_of(body.rotate);
      X = placed[body.parent] * Transform{R_PB, body.at} * joint_transform(body.joint, R_PB);
    }
    placed[body.name] = X;
    all.push_back(X);
  }
  return all;
}

}  // namespace gambol
