#pragma once

// The motion of a body, among those whose wrench its planted feet can give, that is nearest to a
// wanted one.
//
// At successive instants, dt apart, the body is displaced and turned from where it is wanted by an
// offset. The offsets are found that keep the body near its wanted place, with small accelerations
// of their own, so that between any two instants the mean force and moment that the figure's motion
// requires are those of forces on its supports, each within its friction cone. Without supports the
// centre of mass then falls freely, and the angular momentum is constant. What no force can give is
// made so dear that next to nothing of it is left; where feet cannot do it at all, little is.
//
// The problem is a convex quadratic program if the figure's centre of mass and angular momentum are
// linear in the offsets; it is solved by a primal-dual interior point method, whose equations are
// reduced to the offsets alone: six for each instant, in a narrow band.

#include <array>
#include <vector>

#include "control/kinematic_gait/block_band.h"

namespace gambol {

using Block36 = Eigen::Matrix<double, 3, 6>;

// A point on which the ground can push.
struct GroundHold {
  Vec3 p = Vec3::Zero();        // W, m
  Vec3 normal = Vec3::UnitZ();  // W, unit, out of the ground
  double friction = 0;
  double share = 1;  // of the force, relative to other supports, where forces are free to choose
};

struct CarriedInstant {
  Vec6 offset = Vec6::Zero();   // rotation vector of the body, then its displacement: W, rad and m
  Vec3 com = Vec3::Zero();      // W, m, with that offset
  Vec3 angular = Vec3::Zero();  // angular momentum about it, with the offsets of all instants
  Block36 com_by = Block36::Zero();      // d com / d offset
  Block36 angular_by = Block36::Zero();  // d angular / d (rate of the offset)
  std::vector<GroundHold> supports;      // until the next instant
};

struct CarriedMotion {
  double dt = 0;  // s
  double mass = 0;
  Mat3 inertia = Mat3::Identity();  // of the whole figure, kg m2
  Vec3 gravity = Vec3::Zero();
  double hold = 1, hold_turn = 1;  // 1/s: how fast the body goes back to its wanted place
  // Largest changes of offsets that the derivatives are good for, rad and m.
  double most_turn = 0.3, most_shift = 1;
  std::vector<CarriedInstant> at;
  std::size_t fixed = 0;  // the first instants, whose offsets stay: 0, or at least 3
};

// Changes the offsets of all instants but the fixed ones. Returns the share of the way to the best
// offsets that it takes: less than 1 where these are too far away for the derivatives.
double carry(CarriedMotion& motion);

// Mean square, over all intervals, of what the supports cannot give of the wrench that the motion
// requires: as an acceleration of the figure over that of gravity.
double unsupported(const CarriedMotion& motion);

}  // namespace gambol
