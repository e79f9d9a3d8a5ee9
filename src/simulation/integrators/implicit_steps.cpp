#include "simulation/integrators/implicit_steps.h"

#include <algorithm>

namespace gambol {
namespace {

Stepped step_all(const IntegratorSpec& how, Ensemble& ensemble, State& state,
                 const StepSpan& span) {
  const double planned = end_of_piece(span, how.step), next = std::min(planned, span.limit);
  const double h = next - state.time;
  ensemble.evaluate(state, state.time, h);
  const bool impulses = ensemble.hold_contacts(state, h);
  for (std::size_t f = 0; f < state.figures.size(); ++f) {
    FigureSim& figure = *ensemble.figures()[f];
    if (impulses)
      figure.advance_keeping_momentum(state.figures[f], h);
    else
      figure.advance(state.figures[f], h);
  }
  return {.time = next, .whole = next >= planned, .evaluations = 1};
}

}  // namespace

Stepped ImplicitSteps::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  return step_all(how_, ensemble, state, span);
}

// First-order dynamics has no momentum: it solves for the velocity as if the figures stood still
// (McKenna's PhD thesis, MIT 1994, "seed 003", 5.6).
Stepped FirstOrderSteps::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  for (FigureState& f : state.figures) f.v.setZero();
  return step_all(how_, ensemble, state, span);
}

}  // namespace gambol
