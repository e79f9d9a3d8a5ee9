#include "control/kinematic_gait/foot_roll.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol {

double stance_pitch(const SoleAngles& a, double s) {
  if (s < a.flat_from) return a.heel_strike * (1 + std::cos(M_PI * s / a.flat_from)) / 2;
  if (s <= a.flat_to) return 0;
  const double x = (s - a.flat_to) / (1 - a.flat_to);
  return -a.toe_off * x * x * x;
}

double toe_off_rate(const SoleAngles& a) { return -3 * a.toe_off / (1 - a.flat_to); }

Vec3 FootRoll::ball(double pitch) const {
  if (pitch <= 0) return Vec3::Zero();
  const Vec3 rolled = heel - Vec3(radius * pitch, 0, 0);
  return rolled - rotation_about(Vec3::UnitY(), -pitch) * heel;
}

double FootRoll::rise(double pitch, double reach, const Vec3& from_ball) const {
  // The heel begins to rise where the leg could still grow by three times what `reach` spares.
  const double most = reach * length, width = 3 * (1 - reach) * length;
  const Vec3& h = from_ball;
  const double far = (rotation_about(Vec3::UnitY(), -pitch) * ankle - h).norm();
  const double left = most - far;
  if (left >= width) return 0;
  const double kept = left > -width ? std::pow(left + width, 2) / (4 * width) : 0;
  const double wanted = most - kept;
  // The ankle turns about the ball, in the plane of the foot: by the law of cosines.
  const double a = std::hypot(ankle.x(), ankle.z()), b = std::hypot(h.x(), h.z());
  const double across = ankle.y() - h.y();
  const double cosine = (b * b + a * a + across * across - wanted * wanted) / (2 * b * a);
  const double now = std::atan2(h.z(), h.x()) - std::atan2(ankle.z(), ankle.x()) - pitch;
  return std::max(
      std::abs(std::remainder(now, 2 * M_PI)) - std::acos(std::clamp(cosine, -1.0, 1.0)), 0.0);
}

}  // namespace gambol
