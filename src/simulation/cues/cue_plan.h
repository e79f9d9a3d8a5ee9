#pragma once

// What is known of the cues before the simulation: which wait for another, and for what. A cue that
// has both waits for the other cue first, and then for its condition.

#include <optional>
#include <vector>

#include "shot/condition.h"
#include "shot/cue_spec.h"

namespace gambol {

struct CuePlan {
  std::vector<std::optional<Condition>> conditions;  // [cue]
  std::vector<int> before;                           // [cue] index of the cue it follows, or -1
  std::vector<double> delays;                        // [cue] s after that cue
};

CuePlan plan_cues(const std::vector<CueSpec>& cues);

}  // namespace gambol
