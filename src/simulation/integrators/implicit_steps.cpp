#include "simulation/integrators/implicit_steps.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// A step in which a joint or a root turns by more, rad, is divided: contacts are answered at
// velocities along straight lines, and what turns farther meets the ground elsewhere. Controlled
// joints never turn so fast.
constexpr double most_turn = 0.1;
constexpr int most_parts = 8;

int parts_of(const Ensemble& ensemble, const State& state, double h) {
  double turn = 0;
  for (std::size_t f : ensemble.members())
    turn = std::max(turn, h * ensemble.figures()[f]->fastest_turn(state.figures[f]));
  return turn < most_turn * most_parts ? std::max(1, static_cast<int>(std::ceil(turn / most_turn)))
                                       : most_parts;
}

void step_once(Ensemble& ensemble, State& state, double t, double h) {
  ensemble.evaluate(state, t, h);
  const bool impulses = ensemble.hold_contacts(state, h);
  for (std::size_t f : ensemble.members()) {
    FigureSim& figure = *ensemble.figures()[f];
    if (figure.advance_drifting(state.figures[f], t, h)) continue;
    if (impulses)
      figure.advance_keeping_momentum(state.figures[f], h);
    else
      figure.advance(state.figures[f], h);
  }
}

Stepped step_all(Ensemble& ensemble, State& state, const StepSpan& span) {
  const double planned = end_of_piece(span, span.step), next = std::min(planned, span.limit);
  const double h = next - span.time;
  const int parts = parts_of(ensemble, state, h);
  for (int part = 0; part < parts; ++part)
    step_once(ensemble, state, span.time + part * h / parts, h / parts);
  return {.time = next, .whole = next >= planned, .evaluations = parts};
}

}  // namespace

Stepped ImplicitSteps::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  return step_all(ensemble, state, span);
}

// First-order dynamics has no momentum: it solves for the velocity as if the figures stood still
// (McKenna's PhD thesis, MIT 1994, "seed 003", 5.6).
Stepped FirstOrderSteps::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  for (std::size_t f : ensemble.members()) state.figures[f].v.setZero();
  return step_all(ensemble, state, span);
}

}  // namespace gambol
