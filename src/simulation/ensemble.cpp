#include "simulation/ensemble.h"

namespace gambol {
namespace {

FigureSims make_figures(const FigurePartsList& parts) {
  FigureSims figures;
  for (const auto& one : parts) figures.push_back(std::make_unique<FigureSim>(*one));
  return figures;
}

FigureSims anew(const FigureSims& others) {
  FigureSims figures;
  for (const auto& other : others) figures.push_back(std::make_unique<FigureSim>(other->parts()));
  return figures;
}

}  // namespace

Ensemble::Ensemble(const MotionSpec& spec, const FigurePartsList& parts)
    : figures_(make_figures(parts)), interactions_(spec, figures_), impulses_(spec, figures_) {
  for (auto& figure : figures_)
    figure->work().show_accelerations =
        interactions_.any() || impulses_.any() || figure->has_point_springs();
}

Ensemble::Ensemble(const Ensemble& other)
    : figures_(anew(other.figures_)),
      interactions_(other.interactions_),
      impulses_(other.impulses_) {
  for (auto& figure : figures_)
    figure->work().show_accelerations =
        interactions_.any() || impulses_.any() || figure->has_point_springs();
}

void Ensemble::evaluate(const State& state, double t, double h) {
  at_.clear();
  for (const FigureState& f : state.figures) at_.push_back({&f.q, &f.v});
  evaluate(state, at_, t, h);
}

void Ensemble::prepare(const State& state, const std::vector<Coordinates>& at, double t, double h) {
  for (std::size_t f = 0; f < figures_.size(); ++f) prepare(f, state, at[f], t, h);
  if (interactions_.any())
    interactions_.apply(figures_, state, t, figures_[0]->implicit_length(h));
  else
    interactions_.forget();
}

void Ensemble::prepare(std::size_t f, const State& state, const Coordinates& at, double t,
                       double h) {
  if (state.figures[f].dormant)
    figures_[f]->sleep(state.figures[f]);
  else
    figures_[f]->prepare(state.figures[f], state.world, *at.q, *at.v, t, h);
}

void Ensemble::observe(const State& state, const std::vector<Coordinates>& at, double t) {
  const auto is_carried = [&](std::size_t f) {
    return !state.figures[f].dormant && state.figures[f].command.root_led();
  };
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    if (is_carried(f))
      figures_[f]->prepare_carried(state.figures[f], state.world, *at[f].q, *at[f].v, t);
    else
      prepare(f, state, at[f], t, 0);
  }
  if (interactions_.any()) interactions_.apply(figures_, state, t, 0);
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    if (is_carried(f))
      figures_[f]->solve_carried(state.figures[f], state.world, t);
    else if (!figures_[f]->dormant() && figures_[f]->has_given_motion())
      figures_[f]->solve();
  }
  if (interactions_.any()) interactions_.finish(figures_);  // h = 0: no implicit terms
}

void Ensemble::evaluate(const State& state, const std::vector<Coordinates>& at, double t,
                        double h) {
  prepare(state, at, t, h);
  for (auto& figure : figures_)
    if (!figure->dormant()) figure->solve();
  if (!interactions_.any()) return;
  for (int round = 0; h > 0 && solve_again(interactions_.correct(figures_, round));) ++round;
  interactions_.finish(figures_);
}

bool Ensemble::solve_again(const std::vector<char>& changed) {
  bool any = false;
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    if (!changed[f]) continue;
    figures_[f]->solve();
    any = true;
  }
  return any;
}

}  // namespace gambol
