#pragma once

// The body of a kinematic gait, so displaced from its plan that its feet can carry it. The plan is
// run ahead of the figure (walk_ahead.h): legs are solved with the offsets known so far, the
// figure's momentum is computed from its postures, and better offsets follow from it
// (carried_motion.h).

#include <functional>

#include "control/kinematic_gait/walk_ahead.h"

namespace gambol {

// Fills in what follows from the offsets of a motion. Returns how far feet are from their places:
// WalkAhead::run().
using SeeAhead = std::function<double(CarriedMotion&)>;

// Finds offsets with which supports give all that the motion requires, by Newton's method: it
// solves the problem that is linear in them, tries the result, and goes less far where that is no
// better. On entry `motion` has the offsets to begin with; on return the best ones.
void fit_offsets(CarriedMotion& motion, const SeeAhead& see);

class BodyCarry {
 public:
  // `ahead` and `spec` must outlive it.
  BodyCarry(const KinematicGaitSpec& spec, const WalkAhead& ahead, double mass, double height)
      : spec_(spec), ahead_(ahead), mass_(mass), height_(height) {}

  // The offset of the posture that follows on the last one.
  BodyOffset run(const AheadIn& in, CarryMemory& m) const;
  // Finds offsets anew from that posture on.
  void forecast(const AheadIn& in, CarryMemory& m) const;

 private:
  const KinematicGaitSpec& spec_;
  const WalkAhead& ahead_;
  double mass_, height_;
};

}  // namespace gambol
