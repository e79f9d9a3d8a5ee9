#pragma once

// Fixed steps whose stiff forces are those at the step's end, linearised: semi-implicit Euler for
// the motion, and the same for first-order dynamics.

#include "simulation/integrators/integrator.h"

namespace gambol {

class ImplicitSteps final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{.implicit = true};
  explicit ImplicitSteps(const IntegratorSpec& how) : how_(how) {}
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;

 private:
  IntegratorSpec how_;
};

class FirstOrderSteps final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{.first_order = true};
  explicit FirstOrderSteps(const IntegratorSpec& how) : how_(how) {}
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;

 private:
  IntegratorSpec how_;
};

}  // namespace gambol
