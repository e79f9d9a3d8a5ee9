#include "exchange/zyx_angles.h"

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

constexpr double turn = 2 * std::numbers::pi;

// The angles, each shifted by whole turns to be nearest to `before`.
Vec3 unwound(Vec3 angles, const Vec3& before) {
  for (int k = 0; k < 3; ++k) angles[k] += turn * std::round((before[k] - angles[k]) / turn);
  return angles;
}

}  // namespace

Vec3 zyx_angles(const Mat3& R, const Vec3& before) {
  const double cos_y = std::hypot(R(0, 0), R(1, 0));
  const double y = std::atan2(-R(2, 0), cos_y);
  // Where z and x turn about one axis, only their sum counts: x stays as it was.
  if (cos_y < 1e-8) {
    const double sum = std::atan2(-R(0, 1), R(1, 1));
    const double x = before[2];
    return unwound({y > 0 ? sum + x : sum - x, y, x}, before);
  }
  const Vec3 one(std::atan2(R(1, 0), R(0, 0)), y, std::atan2(R(2, 1), R(2, 2)));
  const Vec3 other(one[0] + turn / 2, turn / 2 - y, one[2] + turn / 2);
  const Vec3 a = unwound(one, before), b = unwound(other, before);
  return (a - before).norm() <= (b - before).norm() ? a : b;
}

}  // namespace gambol
