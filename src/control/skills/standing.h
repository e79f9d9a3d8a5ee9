#pragma once

// Standing on soles: when a figure begins to step and when it stands again, and how its weight
// shifts before the first step.

#include <optional>

#include "control/skills/soles.h"

namespace gambol::skills {

struct StandingMemory {
  bool stands = false;  // it does not step
  struct Shift {
    std::uint32_t leg = 0;  // of a frame, that lifts first
    double since = 0;       // s
  };
  std::vector<Shift> shift;  // none, or one: the weight goes from this leg to the other
};

class Standing {
 public:
  // The spec has a sole. All must outlive this.
  Standing(const LegFramesSpec& spec, const Anatomy& body, const Soles& soles)
      : spec_(spec), body_(body), soles_(soles), steps_at_(speed_of_standing(spec)) {}

  struct In {
    const Seen& seen;
    const Footings& feet;           // as they were at the last tick
    double speed = 0, heading = 0;  // m/s, rad: of the goals; `heading` to which it is to face
  };
  struct Out {
    bool steps = false;                // whatever its speed
    std::optional<std::size_t> lifts;  // the leg that lifts now, as it begins to step
  };
  // It steps to go, to face elsewhere, and if it would not come to rest on its feet as they are.
  Out run(const In& in, StandingMemory& memory) const;

  // m, W: from the middle of the feet, where the capture point is to be while it stands.
  Vec3 captured(const Seen& seen, const StandingMemory& memory) const;

  double steps_at() const { return steps_at_; }  // m/s: as at which it steps then

 private:
  struct Feet;
  Feet feet(const In& in) const;
  std::size_t first_leg(const In& in, const Feet& feet) const;
  bool shifted(const In& in, const Feet& feet, const StandingMemory& memory) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const Soles& soles_;
  double steps_at_;
};

}  // namespace gambol::skills
