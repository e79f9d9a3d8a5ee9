#include "contact/answer/pads.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {
// A trial stage of an explicit integrator may stretch a spring far beyond its breaking length; this
// keeps the force finite.
constexpr double largest_exponent = 30;

// Tension of the spring alone, N.
double pad_tension(const PadLaw& law, double stretch) {
  return law.strength * std::expm1(std::min(law.rise * stretch, largest_exponent));
}

}  // namespace

PadStretch pad_stretch(const Pad& pad, const Frame& X_WB) {
  PadStretch s;
  s.u = pad.p_W - (X_WB.R * pad.p_B + X_WB.p);
  const double depth = pad.normal.dot(s.u);
  s.pulled_off = depth < 0;
  if (!s.pulled_off) s.u -= depth * pad.normal;
  return s;
}

Vec3 rub_stretch(const Pad& pad, const Frame& X_WB, const Vec3& normal) {
  const Vec3 u = pad.p_W - (X_WB.R * pad.p_B + X_WB.p);
  return u - normal.dot(u) * normal;
}

double load_to_hold(const PadLaw& law, const Pad& pad, const PadStretch& stretch) {
  const double length = stretch.u.norm();
  if (length == 0) return -INFINITY;
  const double tension = pad_tension(law, length);
  const double off = -pad.normal.dot(stretch.u);
  if (tension * off > law.pull_force * length) return INFINITY;
  const double along = std::sqrt(std::max(length * length - off * off, 0.0));
  const double lacking = tension * along / length - law.break_force;
  if (lacking <= 0) return -INFINITY;
  return law.break_friction > 0 ? lacking / law.break_friction : INFINITY;
}

PointReaction pad_reaction(const PadLaw& law, const Pad& pad, const PadStretch& stretch,
                           const Vec3& velocity, double h) {
  const Vec3& n = pad.normal;
  Mat3 held = Mat3::Identity();
  if (!stretch.pulled_off) held -= n * n.transpose();
  const double length = stretch.u.norm();
  const double tension = pad_tension(law, length);
  const double least = law.strength * law.rise;  // stiffness at zero stretch, N/m
  const Vec3 along = length > 0 ? Vec3(stretch.u / length) : Vec3(Vec3::Zero());
  const double across = length > 1e-12 ? tension / length : least;
  PointReaction r;
  r.force = tension * along - law.damping * (held * velocity);
  if (h > 0) {
    const double stiffness = least + law.rise * tension;  // strength rise exp(rise length)
    const Mat3 J = across * held + (stiffness - across) * along * along.transpose();
    r.force -= h * (J * velocity);
    r.D = h * h * J + h * law.damping * held;
    r.implicit = true;
  }
  return r;
}

}  // namespace gambol
