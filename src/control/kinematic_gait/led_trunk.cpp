#include "control/kinematic_gait/led_trunk.h"

#include <cmath>

namespace gambol {
namespace {

// Share of the design's body speed below which a turn bends the figure less: on the spot not at
// all, where curvature has no bounds.
constexpr double slow = 0.1;
// Of a pendulum's lean into turns, the share by which the trunk leans.
constexpr double lean_share = 0.6;

}  // namespace

TrunkTarget LedTrunk::run(const TrunkIn& in) const {
  const BodyAhead b = in.body.at(in.t);
  const GaitTimes times = score_.times(in.t, in.set);
  const double period = times.period, speed = b.v.head<2>().norm();
  // rad/s, over a whole cycle: legs turn the body in steps.
  const double turns =
      (in.body.at(in.t + period / 2).course - in.body.at(in.t - period / 2).course) / period;
  const double lean = std::atan2(speed * turns, in.gravity);
  const auto about_x = [](double a) { return rotation_about(Vec3::UnitX(), a); };
  const auto about_y = [](double a) { return rotation_about(Vec3::UnitY(), a); };
  const auto about_z = [](double a) { return rotation_about(Vec3::UnitZ(), a); };
  const Mat3 R_course = about_z(b.course);
  const Mat3 R = R_course * about_x(-lean_share * lean) * R_course.transpose() * about_z(b.yaw) *
                 about_y(-in.set.at("pitch", in.t, spec_.pitch) - b.nod - std::atan(b.slope_x)) *
                 about_x(std::atan(b.slope_y));
  const double height = in.set.at("height", in.t, spec_.height);
  const double balance = in.set.at("balance", in.t, spec_.balance);
  const Vec3 p =
      b.p + about_z(b.yaw) * b.aside + balance * in.off + Vec3(0, 0, height_ + b.lift + height);
  const double square = speed * speed + std::pow(slow * times.body_speed, 2);
  const double curve = square > 0 ? turns * speed / square * std::cos(b.yaw - b.course) : 0;
  return {b, {R, p}, curve, lean};
}

}  // namespace gambol
