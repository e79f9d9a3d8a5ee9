#pragma once

// A solver of stiff differential equations, which McKenna's MS thesis (MIT 1990, "seed 000") asks
// for twice (section 5.3 and chapter 6): wraps SUNDIALS' CVODE with backward differentiation
// formulas of order 1 to 5. Integrates all figures together; the error per step is the root mean
// square relative to 1 + |x|.

#include <memory>

#include "shot/world_spec.h"
#include "simulation/integrators/stiff_system.h"

namespace gambol {

class StiffSolver {
 public:
  // Allocates all workspaces.
  StiffSolver(const State& state, const IntegratorSpec& how);
  ~StiffSolver();

  // Discards the earlier steps from which the solver extrapolates the next one. To be called
  // wherever a simulation may be stored and resumed: only then does State hold everything that
  // evolves.
  void restart();
  // Makes one accepted step from `state` to at most `stop` (s); advances the figures and the time.
  // Restarts first if pads or attachments have changed since the last restart. Returns false if the
  // step would have to be shorter than min_step; the state is then unchanged.
  bool step(Ensemble& ensemble, State& state, double stop);

  // Totals since construction. Rejected: steps too long for the tolerance or for Newton's method.
  long evaluations() const;
  long rejected() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gambol
