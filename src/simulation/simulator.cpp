#include "simulation/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"
#include "simulation/figure_clock.h"

namespace gambol {
namespace {

const Body& fastest(const FigureSim& figure, const FigureState& s) {
  const Model& m = figure.model();
  int worst = root_dofs;
  for (int i = root_dofs; i < m.nv(); ++i)
    if (!(std::abs(s.v[i]) <= std::abs(s.v[worst]))) worst = i;
  return m.nv() > root_dofs ? m.bodies[m.dofs[worst].body] : m.bodies[0];
}

std::string blew_up_at(double t) { return fmt::format("the simulation blew up at {:.6g} s", t); }

// Lists that grow and shrink as figures touch get the memory of those that they were copied from.
void make_room(const State& from, State& to) {
  for (std::size_t f = 0; f < from.figures.size(); ++f) {
    to.figures[f].held.reserve(from.figures[f].held.capacity());
    to.figures[f].pushes.reserve(from.figures[f].pushes.capacity());
  }
  to.touches.reserve(from.touches.capacity());
}

}  // namespace

Simulator::Simulator(std::shared_ptr<const World> world)
    : world_(std::move(world)), ensemble_(world_->ensemble), watch_(world_->figures.size()) {
  for (const auto& figure : figures()) view_.models.push_back(&figure->model());
  view_.before.resize(figures().size());
  view_.after.resize(figures().size());
  integrator_ = make_integrator(spec().integrator, world_->start);
  if (Islands::are_possible(spec())) islands_ = std::make_unique<Islands>(*world_, ensemble_);
  reset();
}

void Simulator::start(const State& state) {
  state_ = state;
  marks_.clear();
  watch_.clear();
  steps_ = rejected_ = evaluations_ = 0;
  judged_ = false;
  integrator_->restart();
  ensemble_.evaluate(state_, state_.time, 0);  // for conditions of cues that are true at once
}

double Simulator::next_cue() const {
  double next = std::numeric_limits<double>::infinity();
  const auto consider = [&](double t) {
    if (t > state_.time + clock_slack) next = std::min(next, t);
  };
  for (const CueState& cue : state_.cues) {
    if (cue.triggered && !cue.happened) consider(cue.due);
  }
  for (const FigureState& f : state_.figures)
    if (f.called) consider(f.enters);
  return next;
}

double Simulator::next_stop(double until) const {
  double stop = next_cue();
  for (const FigureState& f : state_.figures) stop = std::min(stop, own_stop(f, state_.time));
  // Without ticks, there must still be instants at which a checkpoint can be written.
  if (std::isinf(stop)) stop = idle_stop(spec(), shortest_step(), state_.time);
  // If `until` means the same instant as a stop, the stop's exact time counts: a simulation that
  // resumes from there is then identical to one that was not interrupted.
  return stop < until + clock_slack ? stop : until;
}

double Simulator::shortest_step() const {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < figures().size(); ++f)
    if (!state_.figures[f].dormant && !figures()[f]->cast().is_obstacle)
      step = std::min(step, figures()[f]->parts().step);
  return std::isfinite(step) ? step : spec().integrator.step;
}

bool Simulator::may_step_apart() const {
  if (!islands_) return false;
  // A stage that prepares the shot has none of the cues that are in its state.
  for (std::size_t i = 0; i < spec().cues.size(); ++i) {
    const bool open = !state_.cues[i].triggered || spec().cues[i].repeats;
    if (open && world_->cues.conditions[i]) return false;
  }
  int awake = 0;
  for (std::size_t f = 0; f < figures().size(); ++f)
    awake += !state_.figures[f].dormant && !figures()[f]->cast().is_obstacle;
  return awake > 1;
}

void Simulator::advance(double until, const Observer& observer) {
  while (advance_to_stop(until, observer)) {
  }
}

bool Simulator::advance_to_stop(double until, const Observer& observer) {
  if (state_.time >= until - clock_slack) return false;
  cues().happen(state_.time, judged_);
  // Controllers tick after the cues: what a cue starts ticks at once.
  if (may_step_apart()) {
    step_islands(until, observer);
  } else {
    for (std::size_t f = 0; f < figures().size(); ++f)
      tick_due(*figures()[f], state_.figures[f], state_.world, state_.time);
    step_to(next_stop(until), observer);
  }
  judged_ = true;
  return true;
}

void Simulator::go_on(State state, std::vector<Mark> marks) {
  state_ = std::move(state);
  marks_ = std::move(marks);
  judged_ = true;  // where it stopped; the scratch is of elsewhere
}

void Simulator::save(SavedState& saved) const {
  saved.state = state_;
  make_room(state_, saved.state);
  saved.marks = marks_.size();
  saved.judged = judged_;
}

void Simulator::restore(const SavedState& saved) {
  state_ = saved.state;
  marks_.resize(std::min(marks_.size(), saved.marks));
  judged_ = saved.judged;
  watch_.clear();
  if (!judged_) ensemble_.evaluate(state_, state_.time, 0);  // as start() does
}

RunError Simulator::blown_up(std::size_t f, const std::string& what) const {
  const FigureSim& figure = *figures()[f];
  const Body& body = fastest(figure, state_.figures[f]);
  const std::string story = watch_.story(f, figure);
  return RunError(
      ExitCode::bad_motion,
      fmt::format("{}: {}, body {}{}{}. A smaller integrator.step or weaker springs help",
                  figure.cast().name, what, body.name, story.empty() ? "" : "; ", story));
}

// For messages.
std::size_t Simulator::fastest_figure() const {
  std::size_t worst = 0;
  for (std::size_t f = 1; f < figures().size(); ++f)
    if (!(state_.figures[f].v.norm() <= state_.figures[worst].v.norm())) worst = f;
  return worst;
}

RunError Simulator::shrunk(double t) {
  for (std::size_t f = 0; f < figures().size(); ++f) watch_.note(t, f, *figures()[f]);
  return blown_up(fastest_figure(), fmt::format("the step shrank below integrator.min_step at "
                                                "{:.6g} s",
                                                state_.time));
}

void Simulator::keep(std::vector<StepView::End>& ends) const {
  ends.resize(figures().size());
  for (std::size_t f = 0; f < figures().size(); ++f) {
    ends[f].q = state_.figures[f].q;
    ends[f].v = state_.figures[f].v;
    ends[f].t = state_.time;
  }
}

void Simulator::step_to(double stop, const Observer& observer) {
  StepSpan span{.begun = state_.time, .stop = stop, .step = shortest_step()};
  integrator_->restart();
  while (state_.time < stop) {
    keep(view_.before);
    view_.t0 = state_.time;
    span.limit = stop;
    span.time = state_.time;
    const Stepped stepped = integrator_->step(ensemble_, state_, span);
    evaluations_ += stepped.evaluations;
    rejected_ += stepped.rejected;
    if (stepped.outcome == Stepped::Outcome::stuck) throw shrunk(stepped.time);
    if (stepped.outcome == Stepped::Outcome::rejected) continue;
    state_.time = stepped.time;
    ++steps_;
    if (stepped.whole) ++span.piece;
    end_step(observer);
    if (cues().trigger(state_.time)) return;  // a triggered cue may require an earlier stop
  }
}

// Figures that did not step stand where they are.
void Simulator::show(const Observer& observer) {
  view_.t0 = -std::numeric_limits<double>::infinity();
  view_.t1 = std::numeric_limits<double>::infinity();
  const auto stands = [&](std::size_t f) {
    return state_.figures[f].dormant || figures()[f]->cast().is_obstacle;
  };
  for (std::size_t f = 0; f < figures().size(); ++f) {
    if (stands(f)) continue;
    view_.t0 = std::max(view_.t0, view_.before[f].t);
    view_.t1 = std::min(view_.t1, view_.after[f].t);
  }
  for (std::size_t f = 0; f < figures().size(); ++f) {
    if (!stands(f)) continue;
    view_.before[f] = {state_.figures[f].q, state_.figures[f].v, view_.t0};
    view_.after[f] = {state_.figures[f].q, state_.figures[f].v, view_.t1};
  }
  state_.time = view_.t1;
  observer(view_);
}

// Until all figures stop at one time. An observer that sees every step asks for one step at a time
// of those that are behind.
void Simulator::step_islands(double until, const Observer& observer) {
  constexpr int most_rounds = 1000;  // after which they are made to stop
  Islands::Limits limits{next_cue(), until};
  islands_->begin(state_, limits);
  const long steps = islands_->steps(), evaluations = islands_->evaluations();
  double seen = state_.time;
  for (int round = 0; round == 0 || !islands_->all_stop(); ++round) {
    const double now = islands_->time();
    if (round == most_rounds) islands_->stop_at(now + islands_->round());
    double target = std::min(now + islands_->round(), observer.next());
    if (observer.sees_every_step() || target <= now) target = now + 2 * clock_slack;
    islands_->advance(state_, target, view_, watch_);
    if (const Islands::Failure& failed = islands_->failure(); failed.figure >= 0)
      throw blown_up(static_cast<std::size_t>(failed.figure), blew_up_at(failed.time));
    if (observer && islands_->time() > seen) show(observer);
    seen = islands_->time();
  }
  state_.time = islands_->time();
  steps_ += islands_->steps() - steps;
  evaluations_ += islands_->evaluations() - evaluations;
}

void Simulator::end_step(const Observer& observer) {
  const double t = state_.time;
  for (std::size_t f = 0; f < figures().size(); ++f) {
    if (state_.figures[f].dormant) continue;
    watch_.note(t, f, *figures()[f]);
    figures()[f]->settle(state_.figures[f], state_.world, t);
  }
  ensemble_.interactions().hold(figures(), state_, t);
  keep(view_.after);
  view_.t1 = t;
  for (std::size_t f = 0; f < figures().size(); ++f)
    if (!is_sound(state_.figures[f])) throw blown_up(f, blew_up_at(t));
  if (observer) observer(view_);
  if (particles().any()) particles().step(figures(), interactions().links(), state_);
  cues().notice_breaks(broken_);
}

}  // namespace gambol
