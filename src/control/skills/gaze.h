#pragma once

// Where steady bodies look: in the direction in which the figure is to face, whatever turns below
// them, and there before the figure has turned.

#include <vector>

#include "control/skills/seen.h"

namespace gambol::skills {

struct GazeMemory {
  struct Look {
    double yaw = 0, rate = 0;  // rad, rad/s, W
  };
  std::vector<Look> looks;  // [LegFramesSpec::steady]; empty before a tick, or if none looks
};

class Gaze {
 public:
  explicit Gaze(const LegFramesSpec& spec);
  struct In {
    const Seen& seen;
    const std::vector<double>& carried;  // [LegFramesSpec::steady] rad, W: yaw of what carries it
  };
  // Looks where it is to, as far as that is within reach of what carries it, by degrees.
  void run(const In& in, GazeMemory& memory) const;

 private:
  const LegFramesSpec& spec_;
  bool any_ = false;
};

}  // namespace gambol::skills
