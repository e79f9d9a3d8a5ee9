#pragma once

// One accepted step, as observers see it.

#include <algorithm>
#include <concepts>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "dynamics/model.h"

namespace gambol {

// With the data to interpolate within the step (cubic Hermite, also for the root's rotation). Valid
// during the observer's call.
class StepView {
 public:
  struct End {
    Eigen::VectorXd q, v;
    double t = 0;  // s
  };
  // s: what all figures have gone through. Each one's own step contains it; they are the same where
  // the figures step together.
  double t0 = 0, t1 = 0;
  std::vector<const Model*> models;  // per figure
  std::vector<End> before, after;    // per figure: the ends of its last step

  // The instant of the step that is nearest to t. A simulation that goes on from another shot's
  // state keeps its clock, which may be ahead of the shot's own `start` by less than `clock_slack`;
  // recorders also ask for instants that are later than t1 by as much.
  double nearest(double t) const { return std::clamp(t, t0, t1); }

  // q and v of a figure at t0 <= t <= t1; v linearly.
  void interpolate(std::size_t figure, double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const;
};

// Sees the steps that a simulation makes; it must not change the simulation.
class Observer {
 public:
  using See = std::function<void(const StepView&)>;
  using Next = std::function<double()>;

  Observer() = default;
  // `see` is called after every accepted step. If `next` is given, it tells the next instant (s)
  // that is looked at: figures that do not meet may then make several steps at a time in between.
  template <class F>
  requires(!std::same_as<F, Observer> && std::invocable<F&, const StepView&>)
      Observer(F see, Next next = {})  // NOLINT: implicit
      : see_(std::move(see)), next_(std::move(next)) {}

  explicit operator bool() const { return see_ != nullptr; }
  void operator()(const StepView& step) const { see_(step); }
  bool sees_every_step() const { return see_ && !next_; }
  double next() const { return next_ ? next_() : std::numeric_limits<double>::infinity(); }

 private:
  See see_;
  Next next_;
};

}  // namespace gambol
