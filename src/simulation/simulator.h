#pragma once

// Steps a shot's figures through time: from controller tick to cue to tick, never cut by frames.

#include <functional>
#include <memory>
#include <vector>

#include "poses/poses.h"
#include "shot/condition.h"
#include "shot/shot_spec.h"
#include "simulation/ensemble.h"
#include "simulation/force_watch.h"
#include "simulation/impacts.h"
#include "simulation/particles.h"

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

class StiffSolver;

class Simulator {
 public:
  // Throws InputError for figures that begin deep in the ground or in each other, with all of them
  // (see start_problems.h).
  explicit Simulator(const MotionSpec& spec);

  void reset();
  // Steps to `until` (s), telling `recorder` (if any) of every accepted step. Throws RunError
  // (bad_motion) with time, figure and body when a simulation blows up.
  void advance(double until, const Recorder& recorder = {});
  // The same as far as the next instant at which it stops anyway, for a tick or a cue; there the
  // state is all that its future depends on. False if it is at `until`.
  bool advance_to_stop(double until, const Recorder& recorder);
  // Makes a state of a simulator of the same spec its own, and what it has noted.
  void go_on(State state, std::vector<Mark> marks);

  // After the state was changed by hand: cues of earlier times count as happened.
  void skip_past_cues();

  const MotionSpec& spec() const { return spec_; }
  const State& state() const { return state_; }
  State& state() { return state_; }  // for searches that perturb it between advances
  const FigureSims& figures() const { return ensemble_.figures(); }
  const Interactions& interactions() const { return ensemble_.interactions(); }
  const Particles& particles() const { return particles_; }
  const std::vector<Mark>& marks() const { return marks_; }
  long steps() const { return steps_; }  // accepted
  long rejected() const {
    return rejected_;
  }  // steps that were too long for an adaptive method, or
     // went on after an impact
  long evaluations() const { return evaluations_; }  // of the dynamics

 private:
  // When the next cue, tick or end of a push is; at most `until`.
  double next_stop(double until) const;
  double next_idle_stop() const;
  void step_to(double stop, const Recorder& recorder);
  double next_time(double begun, double stop, long piece);
  bool try_step(double h, double stop);       // false: an adaptive method wants a shorter one
  double step_stiffly(double stop);           // the time it got to
  bool came_too_far(double& cut, int tries);  // into a collision: the step is undone
  void resolve_impacts();
  RunError shrunk(double t);  // after an evaluation at t
  void keep(std::vector<StepView::End>& ends) const;
  void check(double t) const;
  // What is thrown of a figure that came to an end: where, and what led to it.
  RunError blown_up(std::size_t figure, const std::string& what) const;
  std::size_t fastest_figure() const;
  void tick_controllers(double t);

  // simulator_cues.cpp
  void plan_cues();
  void happen(double t);
  bool trigger_cues(double t);  // whether there is a new one to wait for or to perform
  bool is_true(const Condition& condition) const;
  bool touches(const BodyId& id, const std::string& object) const;
  void perform(const CueSpec& cue, std::size_t index);
  void perform_on(const CueSpec& cue, std::size_t index, std::size_t figure);
  void start_controller(const std::string& name, bool on);
  void run_program(const CueSpec& cue, std::size_t figure);
  void set_goals(const CueSpec& cue, std::size_t figure);
  void set_world(const CueSpec& cue);
  void set_attachments(const CueSpec& cue);
  void notice_breaks();
  void sense_dormant();
  void sense_all();  // kinematics and contacts of the instant
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
  std::vector<int> cue_before_;                       // [cue] that it comes after, or -1
  std::vector<double> delays_;                        // [cue] s after that, or after its condition
  std::vector<int> broken_;                           // scratch
  long steps_ = 0, rejected_ = 0, evaluations_ = 0;
  ForceWatch watch_;
  Impacts impacts_;
  struct Stages;
  std::shared_ptr<Stages> stages_;      // scratch of the explicit methods
  std::shared_ptr<StiffSolver> stiff_;  // of the stiff one
};

}  // namespace gambol
