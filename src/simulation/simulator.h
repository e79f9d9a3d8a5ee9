#pragma once

// Steps a shot's figures through time, from one tick or cue to the next, independent of frames.

#include <memory>
#include <vector>

#include "poses/poses.h"
#include "simulation/cues/cue_stage.h"
#include "simulation/force_watch.h"
#include "simulation/integrators/integrator.h"
#include "simulation/islands.h"
#include "simulation/record/step_view.h"
#include "simulation/state/saved_state.h"
#include "simulation/world.h"

namespace gambol {

class Simulator {
 public:
  // Starts in world->start. Costs little: it shares all constant parts.
  explicit Simulator(std::shared_ptr<const World> world);
  // In a world of its own, without the beginnings that a shot may ask for (beginning.h). Throws
  // InputError as World does.
  explicit Simulator(const MotionSpec& spec) : Simulator(std::make_shared<const World>(spec)) {}

  void reset() { start(world_->start); }
  // Starts anew in `state`, which a simulator of this world produced. Reuses all scratch.
  void start(const State& state);
  // Steps to `until` (s) and calls `observer` (if any) for every accepted step. Throws RunError
  // (bad_motion) with time, figure and body if the simulation blows up.
  void advance(double until, const Observer& observer = {});
  // Steps only to the next instant at which the simulation stops anyway, for a tick or a cue; there
  // its future depends on the state alone. Returns false if it is already at `until`.
  bool advance_to_stop(double until, const Observer& observer);
  // Continues from `state`, which another simulator of the same spec produced, and from its marks.
  void go_on(State state, std::vector<Mark> marks);
  // Goes back, as often as wanted, to where advance() has been. From there the simulation goes on
  // with the same bits as if it had never been anywhere else. Any simulator of the same world may
  // restore what another one has saved. Saving again into the same place, and restoring, take no
  // memory.
  void save(SavedState& saved) const;
  void restore(const SavedState& saved);

  const World& world() const { return *world_; }
  const std::shared_ptr<const World>& shared_world() const { return world_; }
  const MotionSpec& spec() const { return world_->spec; }
  const State& state() const { return state_; }
  State& state() { return state_; }  // may be changed between calls of advance()
  const FigureSims& figures() const { return ensemble_.figures(); }
  // As of the last step of all figures together; figures that step apart have others (Islands).
  const Interactions& interactions() const { return ensemble_.interactions(); }
  // For recorders: what they find out there at the end of a step, the next step need not.
  Ensemble& scratch() const { return ensemble_; }
  const Particles& particles() const { return world_->particles; }
  const std::vector<Mark>& marks() const { return marks_; }
  // Since the start.
  long steps() const { return steps_; }              // accepted
  long rejected() const { return rejected_; }        // too long for an adaptive method
  long evaluations() const { return evaluations_; }  // of the dynamics, of one or several figures

 private:
  CueStage cues() { return {*world_, ensemble_, state_, marks_}; }
  // Time of the next cue or entry, s; infinite if there is none.
  double next_cue() const;
  // Time of the next cue, tick, entry or end of a push, s; at most `until`.
  double next_stop(double until) const;
  double shortest_step() const;  // s, of the figures that are there
  // Whether several figures are there, none of which a cue's condition watches.
  bool may_step_apart() const;
  void step_to(double stop, const Observer& observer);
  void step_islands(double until, const Observer& observer);
  void show(const Observer& observer);
  void end_step(const Observer& observer);
  RunError shrunk(double t);  // requires an evaluation at t
  void keep(std::vector<StepView::End>& ends) const;
  // Error for a figure whose simulation failed: the body, and the forces that led to the failure.
  RunError blown_up(std::size_t figure, const std::string& what) const;
  std::size_t fastest_figure() const;

  std::shared_ptr<const World> world_;
  mutable Ensemble ensemble_;
  State state_;
  StepView view_;
  std::vector<Mark> marks_;
  std::vector<int> broken_;  // scratch
  bool judged_ = false;      // whether cues' conditions have been judged at the present state
  long steps_ = 0, rejected_ = 0, evaluations_ = 0;
  ForceWatch watch_;
  std::unique_ptr<Integrator> integrator_;
  std::unique_ptr<Islands> islands_;  // none where figures cannot step apart
};

}  // namespace gambol
