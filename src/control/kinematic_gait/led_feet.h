#pragma once

// The feet of a kinematic gait: they stand, or swing to the next foothold, by the clocks of their
// legs.

#include "control/kinematic_gait/foot_target.h"
#include "control/kinematic_gait/gait_score.h"

namespace gambol {

struct FeetIn {
  const GroundSurface& ground;
  const BodyRing& body;  // known to the end of each leg's cycle, and its yaw
  double t = 0;          // s
  double gravity = 0;    // m/s2
  const GaitSettings& set = no_settings;
};

class LedFeet {
 public:
  LedFeet(const GaitScore& score, LedTrunk trunk, std::vector<SectionPlace> sections,
          std::vector<SteppingLeg> legs)
      : score_(score),
        trunk_(std::move(trunk)),
        sections_(std::move(sections)),
        legs_(std::move(legs)) {}

  // Puts all feet where they are at the time of `clock`.
  FeetMemory begin(const FeetIn& in, const GaitClock& clock) const;
  // Goes on to `in.t`; feet lift and are placed on the way. Returns where they are to be, [leg].
  std::vector<FootTarget> run(const FeetIn& in, FeetMemory& m) const;
  // Lets feet in the air land where they were going, as the body's plan has changed from in.t on.
  void change(const FeetIn& in, FeetMemory& m) const;
  // The same as run(), where the feet are already.
  std::vector<FootTarget> at(const BodyRing& body, const FeetMemory& m) const;

  // How far the middle of the feet that bear is from where the body's plan takes it to be, W, m.
  Vec3 off(const FeetMemory& m) const;

 private:
  Foothold hold_at(const FeetIn& in, const SteppingLeg& leg, const LegClock& clock,
                   double mid) const;
  void land(const FeetIn& in, const SteppingLeg& leg, const LegClock& clock, LedFoot& foot) const;
  void lift(const FeetIn& in, const SteppingLeg& leg, const LegClock& clock, LedFoot& foot) const;

  const GaitScore& score_;
  // They tell where the trunk will be in mid-stance, and how it will be bent.
  LedTrunk trunk_;
  std::vector<SectionPlace> sections_;
  std::vector<SteppingLeg> legs_;
};

}  // namespace gambol
