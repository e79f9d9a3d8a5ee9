#pragma once

// Fixed steps whose stiff forces are those at the step's end, linearised: semi-implicit Euler for
// the motion, and the same for first-order dynamics.

#include "simulation/integrators/integrator.h"

namespace gambol {

class ImplicitSteps final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{.implicit = true};
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;
};

class FirstOrderSteps final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{.first_order = true};
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;
};

}  // namespace gambol
