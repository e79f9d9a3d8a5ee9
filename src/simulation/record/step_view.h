#pragma once

// One accepted step, as observers see it.

#include <algorithm>
#include <functional>
#include <vector>

#include "dynamics/model.h"

namespace gambol {

// With the data to interpolate within the step (cubic Hermite, also for the root's rotation). Valid
// during the observer's call.
class StepView {
 public:
  struct End {
    Eigen::VectorXd q, v;
  };
  double t0 = 0, t1 = 0;
  std::vector<const Model*> models;  // per figure
  std::vector<End> before, after;    // per figure

  // The instant of the step that is nearest to t. A simulation that goes on from another shot's
  // state keeps its clock, which may be ahead of the shot's own `start` by less than `clock_slack`;
  // recorders also ask for instants that are later than t1 by as much.
  double nearest(double t) const { return std::clamp(t, t0, t1); }

  // q and v of a figure at t0 <= t <= t1; v linearly.
  void interpolate(std::size_t figure, double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const;
};

// Called after every accepted step; it must not change the simulation.
using Observer = std::function<void(const StepView&)>;

}  // namespace gambol
