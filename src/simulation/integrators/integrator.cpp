#include "simulation/integrators/integrator.h"

#include <cmath>

#include "simulation/integrators/explicit_steps.h"
#include "simulation/integrators/implicit_steps.h"
#include "simulation/integrators/stiff_steps.h"

namespace gambol {

IntegratorTraits traits_of(IntegrationMethod method) {
  switch (method) {
    case IntegrationMethod::implicit:
      return ImplicitSteps::traits;
    case IntegrationMethod::first_order:
      return FirstOrderSteps::traits;
    case IntegrationMethod::euler:
    case IntegrationMethod::rk4:
      return RungeKutta::traits;
    case IntegrationMethod::rkf45:
      return Fehlberg::traits;
    case IntegrationMethod::bdf:
      return StiffSteps::traits;
  }
  return {};
}

std::unique_ptr<Integrator> make_integrator(const IntegratorSpec& how, const State& state) {
  switch (how.method) {
    case IntegrationMethod::implicit:
      return std::make_unique<ImplicitSteps>();
    case IntegrationMethod::first_order:
      return std::make_unique<FirstOrderSteps>();
    case IntegrationMethod::euler:
    case IntegrationMethod::rk4:
      return std::make_unique<RungeKutta>(how);
    case IntegrationMethod::rkf45:
      return std::make_unique<Fehlberg>(how);
    case IntegrationMethod::bdf:
      return std::make_unique<StiffSteps>(how, state);
  }
  return {};
}

double end_of_piece(const StepSpan& span, double step) {
  const double length = span.stop - span.begun;
  const long pieces = std::lround(std::ceil(length / step - 1e-6));
  if (span.piece >= pieces) return span.stop;
  return span.begun + length * static_cast<double>(span.piece) / static_cast<double>(pieces);
}

}  // namespace gambol
