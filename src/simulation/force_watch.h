#pragma once

// The largest forces of the last steps (of implicit ones, as they began to reckon with them), so
// that a simulation that blows up can say what led to it.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "simulation/figure_sim.h"

namespace gambol {

class ForceWatch {
 public:
  // The forces of a step of a figure that ended at time t.
  void note(double t, std::size_t figure, const FigureSim& sim);
  void clear() { noted_ = 0; }

  // Which force of `figure` grew most, how, and when; "" if nothing was noted.
  std::string story(std::size_t figure, const FigureSim& sim) const;

 private:
  struct Force {
    int where = -1;  // a body, or a joint degree of freedom
    double value = 0;
  };
  struct Step {
    double time = 0;
    std::size_t figure = 0;
    Force ground, joint;  // N on a body; N*m or N
  };
  struct Moment {
    double time, value;
    int where;
  };
  std::vector<Moment> growth(std::size_t figure, Force Step::*kind) const;

  std::array<Step, 64> steps_;  // a ring
  std::size_t noted_ = 0;
};

}  // namespace gambol
