#include "simulation/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"

namespace gambol {
namespace {

const Body& fastest(const FigureSim& figure, const FigureState& s) {
  const Model& m = figure.model();
  int worst = root_dofs;
  for (int i = root_dofs; i < m.nv(); ++i)
    if (!(std::abs(s.v[i]) <= std::abs(s.v[worst]))) worst = i;
  return m.nv() > root_dofs ? m.bodies[m.dofs[worst].body] : m.bodies[0];
}

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
    : world_(std::move(world)), ensemble_(world_->ensemble) {
  for (const auto& figure : figures()) view_.models.push_back(&figure->model());
  integrator_ = make_integrator(spec().integrator, world_->start);
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

// Stops are so many steps apart that they cost nothing, and they do not cut fixed steps.
double Simulator::next_idle_stop() const {
  constexpr double steps = 100;
  const IntegratorSpec& how = spec().integrator;
  const double apart = steps * (is_adaptive(how.method) ? how.max_step : how.step);
  const double gone = state_.time - spec().start;
  return spec().start + apart * std::floor(gone / apart + 1.5);  // at least apart / 2 away
}

double Simulator::next_stop(double until) const {
  double stop = std::numeric_limits<double>::infinity();
  const auto consider = [&](double t) {
    if (t > state_.time + clock_slack) stop = std::min(stop, t);
  };
  for (const CueState& cue : state_.cues) {
    if (cue.triggered && !cue.happened) consider(cue.due);
  }
  for (const FigureState& f : state_.figures) {
    if (f.called) consider(f.enters);
    if (f.dormant) continue;
    for (const ControllerState& c : f.controllers) {
      if (c.active) consider(c.next_tick);
    }
    for (const Push& p : f.pushes) consider(p.until);
  }
  // Without ticks, there must still be instants at which a checkpoint can be written.
  if (std::isinf(stop)) consider(next_idle_stop());
  // If `until` means the same instant as a stop, the stop's exact time counts: a simulation that
  // resumes from there is then identical to one that was not interrupted.
  return stop < until + clock_slack ? stop : until;
}

void Simulator::tick_controllers(double t) {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    FigureState& s = state_.figures[f];
    if (s.dormant) continue;
    for (std::size_t c = 0; c < s.controllers.size(); ++c) {
      if (!s.controllers[c].active || s.controllers[c].next_tick > t + clock_slack) continue;
      figures()[f]->tick(s, c, state_.world, t);
    }
  }
}

void Simulator::advance(double until, const Observer& observer) {
  while (advance_to_stop(until, observer)) {
  }
}

bool Simulator::advance_to_stop(double until, const Observer& observer) {
  if (state_.time >= until - clock_slack) return false;
  cues().happen(state_.time, judged_);
  tick_controllers(state_.time);  // after the cues: what a cue starts ticks at once
  step_to(next_stop(until), observer);
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

void Simulator::check(double t) const {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const FigureState& s = state_.figures[f];
    // NaN, infinity, or velocities above the speed of light (m/s; as absurd in rad/s).
    constexpr double light = 3e8;
    if (s.q.allFinite() && (s.v.array().abs() < light).all()) continue;
    throw blown_up(f, fmt::format("the simulation blew up at {:.6g} s", t));
  }
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
  }
}

void Simulator::step_to(double stop, const Observer& observer) {
  StepSpan span{.begun = state_.time, .stop = stop};
  integrator_->restart();
  while (state_.time < stop) {
    keep(view_.before);
    view_.t0 = state_.time;
    span.limit = stop;
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
  check(t);
  if (observer) observer(view_);
  if (particles().any()) particles().step(figures(), interactions().links(), state_);
  cues().notice_breaks(broken_);
}

}  // namespace gambol
