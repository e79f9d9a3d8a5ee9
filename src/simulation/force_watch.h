#pragma once

// The largest forces of the last steps (for implicit steps, as predicted before the accelerations
// were known), so that a simulation that blows up can report what led to it.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "simulation/figure_sim.h"

namespace gambol {

class ForceWatch {
 public:
  explicit ForceWatch(std::size_t figures) : of_(figures) {}

  // Records the largest forces of a figure's step that ended at time t (s). Threads may note
  // different figures at one time.
  void note(double t, std::size_t figure, const FigureSim& sim);
  void clear() {
    for (Noted& noted : of_) noted.count = 0;
  }

  // Which force of `figure` grew most, with its values and times; "" if no step was recorded.
  std::string story(std::size_t figure, const FigureSim& sim) const;

 private:
  struct Force {
    int where = -1;  // index of a body or of a joint degree of freedom; -1: none
    double value = 0;
  };
  struct Step {
    double time = 0;
    Force ground, joint;  // N on a body; N*m or N of a joint's actuators
  };
  struct Moment {
    double time, value;
    int where;
  };
  struct Noted {
    std::array<Step, 64> steps;  // ring buffer
    std::size_t count = 0;
  };
  std::vector<Moment> growth(std::size_t figure, Force Step::*kind) const;

  std::vector<Noted> of_;  // [figure]
};

}  // namespace gambol
