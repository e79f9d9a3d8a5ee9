#pragma once

// Soles and the ground: functions of both alone.

#include <cmath>

#include "contact/find/ground_surface.h"
#include "shot/controllers/leg_frames/balance_spec.h"

namespace gambol::skills {

// Largest angle by which toes bend up, rad; the foot is lifted for more.
constexpr double most_bend = M_PI / 4;

inline double sole_length(const PressedSoleSpec& s) { return s.ball - s.heel + s.toes; }  // m

// The mean height of the ground around the hips, m; `ahead`: the direction in which it goes, W.
double ground_around(const PressedSoleSpec& sole, const GroundSurface& ground, const Vec3& hips,
                     const Vec3& ahead);

// How much higher than on the flat sole the foot's point is at a pitch, m: it stands on its heel
// with its toes up, or on the tips of its toes, which bend only so far.
double heel_rise(const PressedSoleSpec& sole, double pitch);

}  // namespace gambol::skills
