#include "figure/rest_posture.h"

#include <array>
#include <map>

#include "figure/joint_motion.h"

namespace gambol {
namespace {

Transform joint_transform(const JointSpec& joint, const Quat& R_PB) {
  if (joint.axis.norm() == 0) return {};  // reported elsewhere
  const JointMotion motion = motion_of(joint, R_PB.toRotationMatrix());
  std::array<double, 6> x{};
  for (int m = 0; m < motion.degrees(); ++m) x[m] = joint.modelled_of(m);
  return moved_by(motion, x.data());
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
