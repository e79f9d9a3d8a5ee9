#pragma once

// Expectations that are not bounds on a measure. Each reports what failed, where and when.

#include <optional>
#include <string>

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

// The kind of the expectation, as authors write it; the measure's name if it is a measure.
std::string kind_of(const ExpectSpec& e);

// Nothing if the entry is a measure.
std::optional<Measurement> judge_kind(const Expected& e);

}  // namespace gambol
