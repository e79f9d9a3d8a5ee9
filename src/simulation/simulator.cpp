#include "simulation/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"
#include "simulation/explicit_stages.h"
#include "simulation/start_problems.h"
#include "simulation/stiff_solver.h"

namespace gambol {
namespace {

const Body& fastest(const FigureSim& figure, const FigureState& s) {
  const Model& m = figure.model();
  int worst = root_dofs;
  for (int i = root_dofs; i < m.nv(); ++i)
    if (!(std::abs(s.v[i]) <= std::abs(s.v[worst]))) worst = i;
  return m.nv() > root_dofs ? m.bodies[m.dofs[worst].body] : m.bodies[0];
}

}  // namespace

Simulator::Simulator(const MotionSpec& spec)
    : spec_(spec),
      ensemble_(spec),
      particles_(spec_, ensemble_.figures()),
      impacts_(spec, ensemble_.figures()) {
  for (const auto& figure : figures()) view_.models.push_back(&figure->model());
  plan_cues();
  stages_ = std::make_shared<Stages>();
  reset();
  ensemble_.evaluate(state_, state_.time, 0);
  sense_dormant();
  if (impacts_.any()) impacts_.find(ensemble_.figures(), state_);
  std::vector<Problem> problems = start_problems(spec_, ensemble_, impacts_);
  if (!problems.empty()) throw InputError(std::move(problems));
  if (spec_.integrator.method == IntegrationMethod::bdf)
    stiff_ = std::make_shared<StiffSolver>(state_, spec_.integrator);
}

// The check of the start (start_problems.h) also covers dormant figures where they will enter.
void Simulator::sense_dormant() {
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const FigureState& s = state_.figures[f];
    if (s.dormant) figures()[f]->prepare(s, state_.world, s.q, s.v, state_.time, 0);
  }
}

void Simulator::reset() {
  state_ = {};
  state_.time = spec_.start;
  state_.world.gravity = spec_.world.gravity;
  state_.attachments = interactions().initial_attachments();
  for (const auto& f : figures()) {
    state_.figures.push_back(f->initial_state(spec_.start));
    f->settle(state_.figures.back(), spec_.start);  // follow joints start on their curve
  }
  state_.particles = particles_.initial();
  for (FigureState& f : state_.figures) {
    for (ControllerState& c : f.controllers) c.started = c.next_tick = spec_.start;
  }
  for (const CueSpec& cue : spec_.cues)
    state_.cues.push_back({cue.at.has_value(), false, cue.at.value_or(0)});
  marks_.clear();
  watch_.clear();
  steps_ = rejected_ = evaluations_ = 0;
}

void Simulator::skip_past_cues() {
  for (std::size_t i = 0; i < spec_.cues.size(); ++i)
    if (spec_.cues[i].at && *spec_.cues[i].at < state_.time - clock_slack)
      state_.cues[i] = {true, true, *spec_.cues[i].at};
}

// Stops are so many steps apart that they cost nothing, and they do not cut fixed steps.
double Simulator::next_idle_stop() const {
  constexpr double steps = 100;
  const IntegratorSpec& how = spec_.integrator;
  const double apart = steps * (is_adaptive(how.method) ? how.max_step : how.step);
  const double gone = state_.time - spec_.start;
  return spec_.start + apart * std::floor(gone / apart + 1.5);  // at least apart / 2 away
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

void Simulator::advance(double until, const Recorder& recorder) {
  while (advance_to_stop(until, recorder)) {
  }
}

bool Simulator::advance_to_stop(double until, const Recorder& recorder) {
  if (state_.time >= until - clock_slack) return false;
  happen(state_.time);
  tick_controllers(state_.time);  // after the cues: what a cue starts ticks at once
  step_to(next_stop(until), recorder);
  return true;
}

void Simulator::go_on(State state, std::vector<Mark> marks) {
  state_ = std::move(state);
  marks_ = std::move(marks);
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

bool Simulator::try_step(double h, double stop) {
  const IntegratorSpec& how = spec_.integrator;
  // First-order dynamics has no momentum: it solves for the velocity as if the figures stood still
  // (McKenna's PhD thesis, MIT 1994, "seed 003", 5.6).
  const bool first_order = how.method == IntegrationMethod::first_order;
  if (first_order)
    for (FigureState& f : state_.figures) f.v.setZero();
  if (first_order || how.method == IntegrationMethod::implicit) {
    ensemble_.evaluate(state_, state_.time, h);
    ++evaluations_;
    for (std::size_t f = 0; f < figures().size(); ++f) figures()[f]->advance(state_.figures[f], h);
    return true;
  }
  if (how.method != IntegrationMethod::rkf45) {
    evaluations_ += stages_->fixed(how.method, ensemble_, state_, h);
    return true;
  }
  double error = 0;
  evaluations_ += stages_->fehlberg(ensemble_, state_, h, error);
  const bool accepted = error <= how.tolerance;
  if (accepted)
    stages_->accept(state_);
  else
    ++rejected_;
  // Fehlberg's error is of fifth order in h. The clamp limits how much the step changes at once.
  const double factor = 0.9 * std::pow(how.tolerance / std::max(error, 1e-30), 0.2);
  const double grown = h * (std::isfinite(error) ? std::clamp(factor, 0.2, 4.0) : 0.2);
  // A step that was cut by a stop shows little about how long the next one may be.
  const bool cut = state_.time + h >= stop;
  if (!accepted || !cut || grown > state_.next_step) state_.next_step = grown;
  if (!accepted && h <= how.min_step) {
    stages_->probe(ensemble_, state_, state_.time + h);
    throw shrunk(state_.time + h);
  }
  return accepted;
}

RunError Simulator::shrunk(double t) {
  for (std::size_t f = 0; f < figures().size(); ++f) watch_.note(t, f, *figures()[f]);
  return blown_up(fastest_figure(), fmt::format("the step shrank below integrator.min_step at "
                                                "{:.6g} s",
                                                state_.time));
}

double Simulator::step_stiffly(double stop) {
  const long evaluated = stiff_->evaluations(), refused = stiff_->rejected();
  const bool done = stiff_->step(ensemble_, state_, stop);
  if (done) ensemble_.evaluate(state_, state_.time, 0);  // contacts and forces at the step's end
  evaluations_ += stiff_->evaluations() - evaluated + (done ? 1 : 0);
  rejected_ += stiff_->rejected() - refused;
  if (!done) throw shrunk(state_.time);
  return state_.time;
}

// End (s) of the next step between `begun` and `stop`: of the `piece`-th of equal steps, or of the
// step that an adaptive method chooses.
double Simulator::next_time(double begun, double stop, long piece) {
  const IntegratorSpec& how = spec_.integrator;
  if (how.method == IntegrationMethod::rkf45) {
    if (state_.next_step <= 0) state_.next_step = how.step;
    const double wanted = std::min(state_.next_step, how.max_step);
    return wanted >= (stop - state_.time) * (1 - 1e-9) ? stop : state_.time + wanted;
  }
  const long pieces = std::lround(std::ceil((stop - begun) / how.step - 1e-6));
  if (piece >= pieces) return stop;
  return begun + (stop - begun) * static_cast<double>(piece) / static_cast<double>(pieces);
}

void Simulator::keep(std::vector<StepView::End>& ends) const {
  ends.resize(figures().size());
  for (std::size_t f = 0; f < figures().size(); ++f) {
    ends[f].q = state_.figures[f].q;
    ends[f].v = state_.figures[f].v;
  }
}

// Undoes a step that ends too deep in a collision, and sets `cut` to the time at which the next one
// must end: Newton's method for the moment at which the bodies met.
bool Simulator::came_too_far(double& cut, int tries) {
  constexpr int most_tries = 30;
  impacts_.find(ensemble_.figures(), state_);
  const double h = state_.time - view_.t0, back = impacts_.overshoot(state_);
  if (back <= 0 || h - back <= clock_slack || tries >= most_tries) return false;
  for (std::size_t f = 0; f < figures().size(); ++f) {
    state_.figures[f].q = view_.before[f].q;
    state_.figures[f].v = view_.before[f].v;
  }
  state_.time = view_.t0;
  cut = view_.t0 + h - back;
  // Otherwise an adaptive method would try the same long step each time while a body rests.
  state_.next_step = std::min(state_.next_step, std::max(h - back, impacts_.quiet_step(state_)));
  if (stiff_) stiff_->restart();
  ++rejected_;
  return true;
}

// In a bounce, the recorded step ends with the velocities before the impact and the next one begins
// with those after it. Bodies that only rest have no such jump: the recorded step ends with the
// corrected state.
void Simulator::resolve_impacts() {
  if (impacts_.contacts().empty()) return;
  const bool bounced = impacts_.resolve(ensemble_, state_, state_.time - view_.t0);
  constexpr double rounding = 1e-12;
  bool same = true;
  for (std::size_t f = 0; f < figures().size(); ++f)
    same = same && (state_.figures[f].q - view_.after[f].q).lpNorm<Eigen::Infinity>() < rounding &&
           (state_.figures[f].v - view_.after[f].v).lpNorm<Eigen::Infinity>() < rounding;
  if (!bounced) keep(view_.after);
  if (stiff_ && !same) stiff_->restart();
}

void Simulator::step_to(double stop, const Recorder& recorder) {
  const double begun = state_.time;
  const bool stiff = spec_.integrator.method == IntegrationMethod::bdf;
  if (stiff) stiff_->restart();
  double cut = stop;  // time at which a step that went too far must end
  int tries = 0;
  for (long piece = 1; state_.time < stop;) {
    keep(view_.before);
    view_.t0 = state_.time;
    double limit = std::min(stop, cut);
    if (impacts_.any()) limit = std::min(limit, state_.time + impacts_.longest_step(state_));
    const double planned = next_time(begun, stop, piece);
    const double next = stiff ? step_stiffly(limit) : std::min(planned, limit);
    if (!stiff && !try_step(next - state_.time, limit)) continue;
    state_.time = next;
    if (impacts_.any() && came_too_far(cut, tries++)) continue;
    cut = stop;
    tries = 0;
    ++steps_;
    if (next >= planned) ++piece;
    for (std::size_t f = 0; f < figures().size(); ++f) {
      if (state_.figures[f].dormant) continue;
      watch_.note(next, f, *figures()[f]);
      figures()[f]->settle(state_.figures[f], next);
    }
    keep(view_.after);
    view_.t1 = next;
    check(next);
    if (impacts_.any()) resolve_impacts();
    if (recorder) recorder(view_);
    if (particles_.any()) particles_.step(figures(), interactions().links(), state_);
    notice_breaks();
    if (trigger_cues(next)) return;  // a triggered cue may require an earlier stop
  }
}

}  // namespace gambol
