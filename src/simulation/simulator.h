#pragma once

// Steps a shot's figures through time, from one tick or cue to the next, independent of frames.

#include <functional>
#include <memory>
#include <vector>

#include "poses/poses.h"
#include "shot/condition.h"
#include "shot/motion_spec.h"
#include "simulation/ensemble.h"
#include "simulation/force_watch.h"
#include "simulation/impacts.h"
#include "simulation/particles.h"

namespace gambol {

// One accepted step, with the data to interpolate within it (cubic Hermite, also for the root's
// rotation). Valid during the recorder's call.
class StepView {
 public:
  struct End {
    Eigen::VectorXd q, v;
  };
  double t0 = 0, t1 = 0;
  std::vector<const Model*> models;  // per figure
  std::vector<End> before, after;    // per figure

  // q and v of a figure at t0 <= t <= t1; v linearly.
  void interpolate(std::size_t figure, double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const;
};

using Recorder = std::function<void(const StepView&)>;

class StiffSolver;

class Simulator {
 public:
  // Throws InputError with all figures that begin deep in the ground or in each other (see
  // start_problems.h).
  explicit Simulator(const MotionSpec& spec);

  void reset();
  // Steps to `until` (s) and calls `recorder` (if any) for every accepted step. Throws RunError
  // (bad_motion) with time, figure and body if the simulation blows up.
  void advance(double until, const Recorder& recorder = {});
  // Steps only to the next instant at which the simulation stops anyway, for a tick or a cue; there
  // its future depends on the state alone. Returns false if it is already at `until`.
  bool advance_to_stop(double until, const Recorder& recorder);
  // Continues from `state`, which another simulator of the same spec produced, and from its marks.
  void go_on(State state, std::vector<Mark> marks);

  // To be called after the state was replaced: marks cues at earlier times as happened.
  void skip_past_cues();

  const MotionSpec& spec() const { return spec_; }
  const State& state() const { return state_; }
  State& state() { return state_; }  // may be changed between calls of advance()
  const FigureSims& figures() const { return ensemble_.figures(); }
  const Interactions& interactions() const { return ensemble_.interactions(); }
  const Particles& particles() const { return particles_; }
  const std::vector<Mark>& marks() const { return marks_; }
  long steps() const { return steps_; }  // accepted
  long rejected() const {
    return rejected_;
  }  // steps that were too long for an adaptive method, or
     // that continued past an impact
  long evaluations() const { return evaluations_; }  // of the dynamics

 private:
  // Time of the next cue, tick, entry or end of a push, s; at most `until`.
  double next_stop(double until) const;
  double next_idle_stop() const;
  void step_to(double stop, const Recorder& recorder);
  double next_time(double begun, double stop, long piece);
  bool try_step(double h, double stop);       // false: an adaptive method needs a shorter step
  double step_stiffly(double stop);           // returns the time reached, s
  bool came_too_far(double& cut, int tries);  // true: too deep in a collision; the step is undone
  void resolve_impacts();
  RunError shrunk(double t);  // requires an evaluation at t
  void keep(std::vector<StepView::End>& ends) const;
  void check(double t) const;
  // Error for a figure whose simulation failed: the body, and the forces that led to the failure.
  RunError blown_up(std::size_t figure, const std::string& what) const;
  std::size_t fastest_figure() const;
  void tick_controllers(double t);

  // simulator_cues.cpp
  void plan_cues();
  void happen(double t);
  bool trigger_cues(double t);  // whether any cue was triggered
  bool is_true(const Condition& condition) const;
  bool touches(const BodyId& id, const std::string& object) const;
  void perform(const CueSpec& cue, std::size_t index);
  void perform_on(const CueSpec& cue, std::size_t index, std::size_t figure);
  void start_controller(const std::string& name, bool on);
  void run_program(const CueSpec& cue, std::size_t figure);
  void order(const Order& order, std::size_t figure, std::size_t controller);
  void set_goals(const CueSpec& cue, std::size_t figure);
  void set_world(const CueSpec& cue);
  void set_attachments(const CueSpec& cue);
  void notice_breaks();
  void sense_dormant();
  void sense_all();  // computes kinematics and contacts at this instant
  void call(const CueSpec& cue);
  void enter_called(double t);
  std::uint64_t stream(std::size_t cue, std::size_t figure) const;
  void reverse(const ReverseSpec& reverse, std::size_t figure);

  MotionSpec spec_;
  Ensemble ensemble_;
  Particles particles_;
  State state_;
  StepView view_;
  std::vector<Mark> marks_;
  std::vector<std::optional<Condition>> conditions_;  // [cue]
  std::vector<int> cue_before_;                       // [cue] index of the cue it follows, or -1
  std::vector<double> delays_;                        // [cue] s after that cue or its condition
  std::vector<int> broken_;                           // scratch
  long steps_ = 0, rejected_ = 0, evaluations_ = 0;
  ForceWatch watch_;
  Impacts impacts_;
  struct Stages;
  std::shared_ptr<Stages> stages_;      // scratch of the explicit methods
  std::shared_ptr<StiffSolver> stiff_;  // null unless the method is bdf
};

}  // namespace gambol
