#pragma once

// How a swinging foot passes the leg that stands: beside it.

#include "control/skills/wanted.h"

namespace gambol::skills {

// The foothold nearest to `at`, across the heading, that lies beside the feet of its frame that
// stand, W. The farther ahead or behind, the farther it may lie across. Of the foot's point;
// `heading`: rad, as it comes down.
Vec3 beside_standing(const LegFramesSpec& spec, const Anatomy& body, const Stepping& now,
                     std::size_t leg, const Vec3& at, double heading);

// How far outwards the way of a swinging foot bends so that it is beside a standing one as it
// passes.
struct Detour {
  Vec3 most = Vec3::Zero();  // m, W
  double passes = 0.5;       // the part of the way at which it passes
  // At a part of the way from 0 to 1, and its derivative.
  Vec3 at(double way) const;
  Vec3 slope(double way) const;
};
// Of the straight way between places of the foot's point, W.
Detour detour(const LegFramesSpec& spec, const Anatomy& body, const Stepping& now, std::size_t leg,
              const Vec3& from, const Vec3& to);

}  // namespace gambol::skills
