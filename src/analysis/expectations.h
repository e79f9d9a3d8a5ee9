#pragma once

// Expectations that are no plain numbers: each says what went wrong, where and when.

#include "analysis/measures.h"
#include "analysis/track.h"

namespace gambol {

// What is looked at: an entry of `expect`, the figure it is about, and the recorded rows of its
// time, which are fewer than asked for if the simulation came to an early end.
struct Expected {
  const ExpectSpec& spec;
  const CastSpec& cast;
  const Poses& poses;
  const Track& track;
};

Measurement expect_slip(const Expected& e);     // each leg's slide while it bears
Measurement expect_upright(const Expected& e);  // when balance was lost
Measurement expect_touch(const Expected& e);    // bodies on the ground that must not be there
Measurement expect_event(const Expected& e);    // a mark or touch that must or must not happen
Measurement expect_pose(const Expected& e);     // joints, height and orientation at the end

}  // namespace gambol
