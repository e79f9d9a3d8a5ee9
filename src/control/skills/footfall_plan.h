#pragma once

// The plan of footfalls: which feet come down next, when and where. What steers a figure edits
// this plan: its speed and heading, the ground, balance, and pushes.

#include "control/skills/footholds.h"

namespace gambol::skills {

class FootfallPlan {
 public:
  // `soles`: none if forces act at the feet's points.
  FootfallPlan(const Footholds& footholds, const SoleBalance* soles)
      : footholds_(footholds), soles_(soles) {}
  struct In {
    const Seen& seen;
    const Wanted& wanted;
    const std::vector<LegStep>& legs;  // [leg of a frame]
  };
  // Those of the next stride and a half, by the stride's clock: three on two legs, six on four, and
  // one more while a foot is late. None of legs that stand and are not to step.
  Footfalls run(const In& in) const;

 private:
  Footholds footholds_;
  const SoleBalance* soles_;
};

}  // namespace gambol::skills
