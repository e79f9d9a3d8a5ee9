#include "exchange/formats/euler_angles.h"

#include <cmath>
#include <numbers>

namespace gambol {

constexpr double whole_turn = 2 * std::numbers::pi;

Vec3 unwound(const Vec3& angles, const Vec3& before) {
  Vec3 nearest = angles;
  for (int k = 0; k < 3; ++k)
    nearest[k] += whole_turn * std::round((before[k] - angles[k]) / whole_turn);
  return nearest;
}

Vec3 nearest_triple(const Vec3& angles, const Vec3& before) {
  const double half = whole_turn / 2;
  const Vec3 one = unwound(angles, before),
             other = unwound({angles[0] + half, half - angles[1], angles[2] + half}, before);
  return (one - before).norm() <= (other - before).norm() ? one : other;
}

Vec3 zyx_angles(const Mat3& R, const Vec3& before) {
  const double cos_y = std::hypot(R(0, 0), R(1, 0));
  const double y = std::atan2(-R(2, 0), cos_y);
  // Where z and x turn about one axis, only their sum counts: x stays as it was.
  if (cos_y < 1e-8) {
    const double sum = std::atan2(-R(0, 1), R(1, 1));
    const double x = before[2];
    return unwound({y > 0 ? sum + x : sum - x, y, x}, before);
  }
  return nearest_triple({std::atan2(R(1, 0), R(0, 0)), y, std::atan2(R(2, 1), R(2, 2))}, before);
}

}  // namespace gambol
