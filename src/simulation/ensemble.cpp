#include "simulation/ensemble.h"

#include <numeric>
#include <utility>

namespace gambol {
namespace {

std::shared_ptr<FigureSims> make_figures(const FigurePartsList& parts) {
  auto figures = std::make_shared<FigureSims>();
  for (const auto& one : parts) figures->push_back(std::make_unique<FigureSim>(*one));
  return figures;
}

std::shared_ptr<FigureSims> anew(const FigureSims& others) {
  auto figures = std::make_shared<FigureSims>();
  for (const auto& other : others) figures->push_back(std::make_unique<FigureSim>(other->parts()));
  return figures;
}

}  // namespace

Ensemble::Ensemble(const MotionSpec& spec, const FigurePartsList& parts)
    : figures_(make_figures(parts)),
      members_(figures_->size()),
      interactions_(spec, *figures_),
      impulses_(spec, *figures_),
      at_(figures_->size()) {
  std::iota(members_.begin(), members_.end(), std::size_t{0});
  show_accelerations();
}

Ensemble::Ensemble(std::shared_ptr<FigureSims> figures, const Ensemble& other)
    : figures_(std::move(figures)),
      members_(other.members_),
      interactions_(other.interactions_),
      impulses_(other.impulses_),
      at_(figures_->size()) {}

Ensemble::Ensemble(const Ensemble& other) : Ensemble(anew(*other.figures_), other) {
  show_accelerations();
}

Ensemble Ensemble::part() const { return {figures_, *this}; }

void Ensemble::show_accelerations() {
  for (auto& figure : *figures_)
    figure->work().show_accelerations =
        interactions_.any() || impulses_.any() || figure->has_point_springs();
}

void Ensemble::confine(std::span<const std::size_t> members, std::span<const std::size_t> beside) {
  members_.assign(members.begin(), members.end());
  interactions_.confine(members, beside);
}

void Ensemble::evaluate(const State& state, double t, double h) {
  for (std::size_t f : members_) at_[f] = {&state.figures[f].q, &state.figures[f].v};
  evaluate(state, at_, t, h);
}

void Ensemble::prepare(const State& state, const std::vector<Coordinates>& at, double t, double h) {
  for (std::size_t f : members_) prepare(f, state, at[f], t, h);
  if (interactions_.any())
    interactions_.apply(*figures_, state, t, figures()[0]->implicit_length(h));
  else
    interactions_.forget();
}

void Ensemble::prepare(std::size_t f, const State& state, const Coordinates& at, double t,
                       double h) {
  if (state.figures[f].dormant)
    figures()[f]->sleep(state.figures[f]);
  else
    figures()[f]->prepare(state.figures[f], state.world, *at.q, *at.v, t, h);
}

void Ensemble::observe(const State& state, const std::vector<Coordinates>& at, double t) {
  const auto is_carried = [&](std::size_t f) {
    return !state.figures[f].dormant && state.figures[f].command.root_led();
  };
  for (std::size_t f : members_) {
    if (is_carried(f))
      figures()[f]->prepare_carried(state.figures[f], state.world, *at[f].q, *at[f].v, t);
    else
      prepare(f, state, at[f], t, 0);
  }
  if (interactions_.any()) interactions_.apply(*figures_, state, t, 0);
  for (std::size_t f : members_) {
    if (is_carried(f))
      figures()[f]->solve_carried(state.figures[f], state.world, t);
    else if (!figures()[f]->dormant() && figures()[f]->has_given_motion())
      figures()[f]->solve();
  }
  if (interactions_.any()) interactions_.finish(*figures_);  // h = 0: no implicit terms
}

void Ensemble::evaluate(const State& state, const std::vector<Coordinates>& at, double t,
                        double h) {
  prepare(state, at, t, h);
  for (std::size_t f : members_)
    if (!figures()[f]->dormant()) figures()[f]->solve();
  if (!interactions_.any()) return;
  for (int round = 0; h > 0 && solve_again(interactions_.correct(*figures_, round));) ++round;
  interactions_.finish(*figures_);
}

bool Ensemble::solve_again(const std::vector<char>& changed) {
  bool any = false;
  for (std::size_t f : members_) {
    if (!changed[f]) continue;
    figures()[f]->solve();
    any = true;
  }
  return any;
}

}  // namespace gambol
