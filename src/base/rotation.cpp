#include "base/rotation.h"

namespace gambol {
namespace {

Quat about(char axis, double angle) {
  const Vec3 unit = axis == 'x' ? Vec3::UnitX() : axis == 'y' ? Vec3::UnitY() : Vec3::UnitZ();
  return Quat(Eigen::AngleAxisd(angle, unit));
}

}  // namespace

Quat rotation_of(const std::vector<RotationSpec>& rotations) {
  Quat R = Quat::Identity();
  for (const RotationSpec& r : rotations) R = about(r.axis, r.angle) * R;
  return R;
}

}  // namespace gambol
