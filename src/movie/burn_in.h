#pragma once

// The text that a burn-in shows on a frame, in a shot or in a sequence.

#include <cstdint>
#include <string>
#include "shot/overlay_spec.h"

namespace gambol {

struct ShotSpec;

struct BurnInFacts {
  std::string shot, take;
  int frame = 0;  // from 0
  double fps = 24;
  std::string camera;
  std::uint64_t seed = 0;
};

BurnInFacts burn_in_facts(const ShotSpec& shot, int frame);

// One line. The time code is hours:minutes:seconds:frames; a second has fps frames, rounded up.
std::string burn_in_text(const BurnInSpec& spec, const BurnInFacts& facts);

}  // namespace gambol
