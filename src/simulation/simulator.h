#pragma once

// Steps a shot's figures through time: from controller tick to cue to tick, never cut by frames.

#include <functional>
#include <memory>
#include <vector>

#include "poses/poses.h"
#include "shot/shot_spec.h"
#include "simulation/figure_sim.h"

namespace gambol {

// One accepted step, with enough to interpolate within it (cubic Hermite, in the root's rotation
// too). Valid during the recorder's call.
class StepView {
 public:
  struct End {
    Eigen::VectorXd q, v;
  };
  double t0 = 0, t1 = 0;
  std::vector<End> before, after;  // per figure

  // q of a figure at t0 <= t <= t1.
  void interpolate(std::size_t figure, double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const;
};

using Recorder = std::function<void(const StepView&)>;

class Simulator {
 public:
  // Throws InputError for a start that already stands deep in the ground.
  explicit Simulator(const MotionSpec& spec);

  void reset();
  // Steps to `until` (s), telling `recorder` (if any) of every accepted step. Throws RunError
  // (bad_motion) with time, figure and body when a simulation blows up.
  void advance(double until, const Recorder& recorder = {});

  const State& state() const { return state_; }
  State& state() { return state_; }  // for searches that perturb it between advances
  const std::vector<std::unique_ptr<FigureSim>>& figures() const { return figures_; }
  const std::vector<Mark>& marks() const { return marks_; }
  long steps() const { return steps_; }              // accepted
  long evaluations() const { return evaluations_; }  // of the dynamics

 private:
  double next_stop(double until) const;
  void happen(double t);
  void perform(const CueSpec& cue);
  void start_controller(const std::string& name, bool on);
  void step_to(double stop, const Recorder& recorder);
  void fixed_step(double h);
  bool adaptive_step(double h, double& error);
  void check(double t) const;

  MotionSpec spec_;
  std::vector<std::unique_ptr<FigureSim>> figures_;
  State state_;
  StepView view_;
  std::vector<Mark> marks_;
  long steps_ = 0, evaluations_ = 0;
  struct Stages;
  std::shared_ptr<Stages> stages_;  // scratch of the explicit methods
};

}  // namespace gambol
