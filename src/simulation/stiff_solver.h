#pragma once

// A solver of stiff differential equations, which seed 000 asks for twice (section 5.3 and chapter
// 6): SUNDIALS' CVODE, backward differentiation formulas of order 1 to 5, behind what a simulation
// needs of it. Of all figures at once; error per step relative to 1 + |x|, root mean square.

#include <memory>

#include "shot/world_spec.h"
#include "simulation/stiff_system.h"

namespace gambol {

class StiffSolver {
 public:
  // All workspaces are made here.
  StiffSolver(const State& state, const IntegratorSpec& how);
  ~StiffSolver();

  // Forgets earlier steps, from which a new one is extrapolated. What evolves lies in State alone
  // only if this is called wherever a simulation may be stored and gone on with.
  void restart();
  // One accepted step from `state` towards `stop` (s), which it may not pass; moves the figures and
  // the time. Restarts where pads or attachments have
  // changed since the last. False if it would have to be
  // shorter than min_step: the state is then what it was.
  bool step(Ensemble& ensemble, State& state, double stop);

  // Since it was made. Rejected: too long for the tolerance, or for Newton's method.
  long evaluations() const;
  long rejected() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gambol
