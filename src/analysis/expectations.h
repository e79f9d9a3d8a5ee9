#pragma once

// Expectations that are not bounds on a measure. Each reports what failed, where and when.

#include "analysis/measures.h"
#include "analysis/track.h"
#include "shot/expect_spec.h"

namespace gambol {

// Input of an expectation: an entry of `expect`, the figure that it refers to, and the recorded
// rows in its time window, which are fewer than requested if the simulation ended early.
struct Expected {
  const ExpectSpec& spec;
  const CastSpec& cast;
  const Poses& poses;
  const Track& track;
};

Measurement expect_slip(const Expected& e);     // how far each leg slides during a contact
Measurement expect_upright(const Expected& e);  // when balance was lost
Measurement expect_touch(const Expected& e);    // bodies that touch the ground but must not
Measurement expect_event(const Expected& e);    // a mark or touch that must or must not happen
Measurement expect_pose(const Expected& e);     // joints, height and orientation at the end

}  // namespace gambol
