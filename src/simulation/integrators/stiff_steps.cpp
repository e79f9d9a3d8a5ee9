#include "simulation/integrators/stiff_steps.h"

namespace gambol {

Stepped StiffSteps::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  const long evaluated = solver_.evaluations(), refused = solver_.rejected();
  const double begun = state.time;
  const bool done = solver_.step(ensemble, state, span.limit);
  if (done) ensemble.evaluate(state, state.time, 0);  // contacts and forces at the step's end
  Stepped result{.time = state.time, .whole = true};
  if (!done) result.outcome = Stepped::Outcome::stuck;
  result.evaluations = solver_.evaluations() - evaluated + (done ? 1 : 0);
  result.rejected = solver_.rejected() - refused;
  state.time = begun;
  return result;
}

}  // namespace gambol
