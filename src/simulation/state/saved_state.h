#pragma once

// A state kept in memory, to which a simulator goes back (Simulator::save(), restore()): what
// sampling and planning stand on.

#include "simulation/state/state.h"

namespace gambol {

struct SavedState {
  State state;
  std::size_t marks = 0;  // how many the simulator had set; restoring drops later ones
  bool judged = false;    // whether cues' conditions had been judged at this state
};

}  // namespace gambol
