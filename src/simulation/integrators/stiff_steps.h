#pragma once

// Steps of the stiff solver, which are as long as its tolerance allows.

#include "simulation/integrators/integrator.h"
#include "simulation/integrators/stiff_solver.h"

namespace gambol {

class StiffSteps final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{};
  StiffSteps(const IntegratorSpec& how, const State& state) : solver_(state, how) {}
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;
  void restart() override { solver_.restart(); }

 private:
  StiffSolver solver_;
};

}  // namespace gambol
