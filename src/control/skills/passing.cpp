#include "control/skills/passing.h"

#include <algorithm>
#include <cmath>

#include "control/skills/sole_ground.h"

namespace gambol::skills {
namespace {

// Across the heading, away from the other leg.
Vec3 outwards_of(const Anatomy& body, const Vec3& forward, std::size_t k) {
  return body.legs[k].side * Vec3::UnitZ().cross(forward);
}

bool stands_beside(const Stepping& now, std::size_t k, std::size_t other) {
  return other != k && now.legs[other].swing < 0;
}

}  // namespace

Vec3 beside_standing(const LegFramesSpec& spec, const Anatomy& body, const Stepping& now,
                     std::size_t k, const Vec3& at, double heading) {
  const double beside_it = balance_of(now.wanted.gait, &StrideBalanceSpec::apart);
  const double crosses = balance_of(now.wanted.gait, &StrideBalanceSpec::crosses);
  if (beside_it == 0) return at;
  constexpr double beside = 0.6;  // of the sole's length: from which on it may lie across
  const Vec3 forward = ahead_of(heading), outwards = outwards_of(body, forward, k);
  double moved = 0;
  for (const std::size_t j : body.frames[body.legs[k].frame].legs) {
    if (!stands_beside(now, k, j)) continue;
    const Vec3 from = at - now.seen.legs[j].foot;
    const double apart =
        std::max(0.0, std::abs(from.dot(forward)) - beside * sole_length(*spec.sole));
    moved = std::max(moved, beside_it - crosses * apart - from.dot(outwards));
  }
  return at + moved * outwards;
}

Vec3 Detour::at(double way) const {
  const double s = way < passes ? way / passes : (1 - way) / (1 - passes);
  return s * s * (3 - 2 * s) * most;
}

Vec3 Detour::slope(double way) const {
  const bool before = way < passes;
  const double s = before ? way / passes : (1 - way) / (1 - passes);
  return 6 * s * (1 - s) * (before ? 1 / passes : -1 / (1 - passes)) * most;
}

Detour detour(const LegFramesSpec& spec, const Anatomy& body, const Stepping& now, std::size_t k,
              const Vec3& from, const Vec3& to) {
  Detour detour;
  const double passes = balance_of(now.wanted.gait, &StrideBalanceSpec::passes);
  if (passes == 0) return detour;
  const Vec3 forward = now.wanted.forward(), outwards = outwards_of(body, forward, k);
  for (const std::size_t j : body.frames[body.legs[k].frame].legs) {
    if (!stands_beside(now, k, j)) continue;
    const Vec3 way = to - from, off = now.seen.legs[j].foot - from;
    const double length = way.dot(forward), ahead = off.dot(forward);
    // At the ends of the way feet stand as they do.
    constexpr double begins = 0.1, soonest = 0.2;
    constexpr double on_the_spot = 0.3;  // of the sole's length: it does not pass
    if (std::abs(length) < on_the_spot * sole_length(*spec.sole) || ahead / length < begins ||
        ahead / length > 1 - begins)
      continue;
    const double at = std::clamp(ahead / length, soonest, 1 - soonest);
    const double lacks = passes - (at * way - off).dot(outwards);
    if (lacks > 0) detour = {lacks * outwards, at};
  }
  return detour;
}

}  // namespace gambol::skills
