#pragma once

// Figures that could meet before the next look around are an island. Each island steps by itself,
// by the shortest step of its members and from one of their stops to the next, whatever the others
// do: a figure moves the same to the bit whether or not there are others far away. Islands step on
// all cores, each on one.
//
// Where figures act on each other from afar (attachments, attraction), where impulses answer their
// contacts, where particles fly and while a cue waits for a condition, all figures are one island,
// which Simulator steps; so are those of an adaptive method.

#include <memory>
#include <string>
#include <vector>

#include "simulation/force_watch.h"
#include "simulation/integrators/integrator.h"
#include "simulation/record/step_view.h"
#include "simulation/world.h"

namespace gambol {

class Islands {
 public:
  // `whole` holds all figures and must outlive it.
  Islands(const World& world, Ensemble& whole);
  ~Islands();
  // Whether the figures of the shot may ever step apart.
  static bool are_possible(const MotionSpec& spec);

  // What all figures stop at, s: the next thing that cues do (infinite if none does anything), and
  // the end of what is asked for.
  struct Limits {
    double cue = 0, until = 0;
  };
  // From state.time on, where all figures are.
  void begin(const State& state, const Limits& limits);
  // Steps every figure until it is at `target` (s) or has passed it by less than a step; nothing
  // passes the limits. Notes each one's last step in `view`, and its forces in `watch`.
  void advance(State& state, double target, StepView& view, ForceWatch& watch);
  // Makes all figures stop at a time (s) that none of them has passed.
  void stop_at(double time);
  // s: where the island is that is farthest behind.
  double time() const;
  // Whether all are at one time, at which each stops anyway.
  bool all_stop() const;
  // s: for how long islands are sure to stay apart.
  double round() const { return round_; }
  // The first figure that blew up, and when (s); none: -1.
  struct Failure {
    int figure = -1;
    double time = 0;
  };
  const Failure& failure() const { return failure_; }
  std::size_t count() const { return islands_.size(); }
  long steps() const { return steps_; }              // since construction
  long evaluations() const { return evaluations_; }  // likewise

 private:
  struct Island {
    std::vector<std::size_t> figures, beside;  // members, and figures that cannot move
    StepSpan span;
    Failure failure;
    long steps = 0, evaluations = 0;
  };
  // One thread's scratch.
  struct Part {
    Ensemble ensemble;
    std::unique_ptr<Integrator> integrator;
  };
  struct Parts;

  void look_around(State& state, StepView& view, ForceWatch& watch);
  void reach(const State& state);
  std::vector<std::vector<std::size_t>> who_could_meet();
  void regroup(std::vector<std::vector<std::size_t>> groups, State& state, StepView& view,
               ForceWatch& watch);
  bool is_whole(const std::vector<std::size_t>& figures) const;
  void go_on(Island& island, double target, State& state, StepView& view, ForceWatch& watch);
  void begin_span(Island& island, State& state);
  void step(Part& part, Island& island, State& state, StepView& view, ForceWatch& watch);
  void run(double target, State& state, StepView& view, ForceWatch& watch);
  void count(Island& island);  // adds up what it has done

  const World& world_;
  Ensemble& whole_;
  std::unique_ptr<Parts> parts_;
  Limits limits_;
  double round_ = 0;  // s
  std::vector<Island> islands_;
  std::vector<int> island_of_;      // [figure]; -1: none
  std::vector<Bounds> bounds_;      // [figure] W: what it can reach
  std::vector<std::size_t> order_;  // scratch: figures along an axis
  Failure failure_;
  long steps_ = 0, evaluations_ = 0;
};

}  // namespace gambol
