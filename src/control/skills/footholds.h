#pragma once

// Where a foot is to come down.

#include "control/skills/sole_balance.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

class Footholds {
 public:
  // `soles`: none if forces act at the feet's points.
  Footholds(const LegFramesSpec& spec, const Anatomy& body, const SoleBalance* soles)
      : spec_(spec), body_(body), soles_(soles) {}

  // Of a leg that comes down in `time_left`, s: m, W, along the ground.
  Vec3 at(const Stepping& now, std::size_t leg, double time_left) const;
  // Of a leg in flight, as the frame will have fallen to its height (seed 002, section 5), as far
  // as the leg reaches: m, W.
  Vec3 landing(const Stepping& now, std::size_t leg) const;
  // Whether the leg's frame goes aside, against what is wanted, as it does not in its gait.
  bool pushed_aside(const Stepping& now, std::size_t leg) const;

 private:
  Vec3 from_hips(const Stepping& now, std::size_t leg) const;
  Vec3 within_reach(const Stepping& now, std::size_t leg, const Vec3& off) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const SoleBalance* soles_;
};

}  // namespace gambol::skills
