#include "control/skills/turns.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol {

// In the axes' own frame the turn is Rx(x0) Ry(x1) Rz(x2); if they are left-handed, by the opposite
// angles.
Vec3 Turns::coordinates(const Mat3& T) const {
  const Vec3 a = axes[0];
  const Vec3 b = axes.size() > 1 ? axes[1] : a.unitOrthogonal();
  const Vec3 c = a.cross(b);
  const double hand = axes.size() > 2 && c.dot(axes[2]) < 0 ? -1 : 1;
  Mat3 E;
  E << a, b, hand * c;
  const Mat3 M = E.transpose() * T * E;
  Vec3 x = Vec3::Zero();
  if (axes.size() == 1) {
    x[0] = std::atan2(M(2, 1) - M(1, 2), M(1, 1) + M(2, 2));
  } else if (axes.size() == 2) {
    x[0] = std::atan2(M(2, 1), M(1, 1));
    x[1] = std::atan2(M(0, 2), M(0, 0));
  } else {
    x[0] = std::atan2(-M(1, 2), M(2, 2));
    x[1] = std::asin(std::clamp(M(0, 2), -1.0, 1.0));
    x[2] = std::atan2(-M(0, 1), M(0, 0));
  }
  return hand * x;
}

Mat3 Turns::turn(const Vec3& x) const {
  Mat3 T = Mat3::Identity();
  for (std::size_t k = 0; k < axes.size(); ++k)
    T = T * rotation_about(axes[k], x[static_cast<int>(k)]);
  return T;
}

AtRest::AtRest(const Model& model) {
  frames_.reserve(model.bodies.size());
  for (const Body& body : model.bodies)
    frames_.push_back(body.parent < 0 ? Frame() : of(body.parent) * body.X_PB);
}

Turns AtRest::turns(const Model& model, int body) const {
  const Body& b = model.bodies[static_cast<std::size_t>(body)];
  Turns turns{body, b.v_start, {}};
  for (const JointMode& mode : b.motion.modes) turns.axes.push_back(of(body).R * mode.axis);
  return turns;
}

Mat3 share_of_turn(const Mat3& T, double share) {
  return exp_rotation(share * log_rotation(Quat(T))).toRotationMatrix();
}

}  // namespace gambol
