#pragma once

// How the figures step through time: one class per method, each in its own file.

#include <memory>

#include "shot/world_spec.h"
#include "simulation/ensemble.h"

namespace gambol {

// What the rest of the simulation must know of a method.
struct IntegratorTraits {
  bool implicit = false;     // takes the forces at the end of the step
  bool first_order = false;  // velocities follow from forces: no momentum (seed 003, 5.6)
};
IntegratorTraits traits_of(IntegrationMethod method);

// The part of a span that a step may take.
struct StepSpan {
  double begun = 0, stop = 0;  // s: the span that equal steps divide
  double limit = 0;            // s, at most `stop`: the step must not pass it
  long piece = 1;              // the how manieth of equal steps
  double time = 0;             // s: where the figures are
  double step = 0;             // s: the length of fixed steps
};

struct Stepped {
  enum class Outcome {
    accepted,
    rejected,
    stuck
  };  // rejected: the state is unchanged; try again.
      // stuck: below the least step
  Outcome outcome = Outcome::accepted;
  double time = 0;       // s, at the end of the step; stuck: of the last evaluation
  bool whole = false;    // the step reached the end that planned() gave
  long evaluations = 0;  // of the dynamics
  long rejected = 0;     // tries within the step that were too long
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // Tries one step of the ensemble's members from span.time. Changes their q and v and
  // state.next_step, and leaves times to the caller.
  virtual Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) = 0;
  // Forgets what earlier steps told. To be called wherever a simulation may be stored and resumed,
  // and where the motion jumps.
  virtual void restart() {}
};

// Allocates all scratch.
std::unique_ptr<Integrator> make_integrator(const IntegratorSpec& how, const State& state);

// End (s) of the piece of `span`, which steps of the length `step` (s) or a little shorter divide.
double end_of_piece(const StepSpan& span, double step);

}  // namespace gambol
