#include "simulation/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulation/explicit_stages.h"

namespace gambol {
namespace {

// Stops closer than this are one stop: clocks are sums of decimal fractions.
constexpr double same_instant = 1e-9;

// A start whose ground reaction exceeds the weight so many times throws the figure into the air.
constexpr double refused_start = 20;

// "figure.thing" or "thing": does `name` mean `thing` of `figure`?
bool means(const std::string& name, const std::string& figure, const std::string& thing) {
  return name == thing || name == figure + "." + thing;
}

const Body& fastest(const FigureSim& figure, const FigureState& s) {
  int worst = 0;
  for (int j = 0; j < figure.model().joints(); ++j) {
    const double rate = std::abs(s.v[6 + j]);
    if (!(rate <= std::abs(s.v[6 + worst]))) worst = j;
  }
  const Model& m = figure.model();
  return m.joints() > 0 ? m.bodies[m.joint_body[worst]] : m.bodies[0];
}

void refuse_deep_start(const FigureSim& figure, const WorldSpec& world) {
  FigureState s = figure.initial_state();
  Workspace work(figure.model());
  update_kinematics(figure.model(), s.q, s.v, work);
  std::vector<GroundContact> contacts;
  apply_ground(figure.model(), ground_at(*world.ground, figure.model().mass, 0), 0, work, contacts);
  double force = 0;
  const GroundContact* deepest = nullptr;
  for (const GroundContact& c : contacts) {
    force += c.force.z();
    if (!deepest || c.depth > deepest->depth) deepest = &c;
  }
  const double weight = figure.model().mass * world.gravity.norm();
  if (!deepest || force <= refused_start * weight) return;
  throw InputError(
      Problem{figure.cast().place, "figures.at",
              fmt::format("{} {:.3g} mm below the ground",
                          figure.model().bodies[deepest->body].name, deepest->depth * 1e3),
              "a start above it: the ground would throw the figure into the air"});
}

}  // namespace

Simulator::Simulator(const MotionSpec& spec) : spec_(spec) {
  for (const CastSpec& cast : spec_.figures) {
    figures_.push_back(std::make_unique<FigureSim>(cast, spec_.world));
    if (spec_.world.ground) refuse_deep_start(*figures_.back(), spec_.world);
  }
  stages_ = std::make_shared<Stages>();
  reset();
}

void Simulator::reset() {
  state_ = {};
  state_.time = spec_.start;
  for (const auto& f : figures_) {
    state_.figures.push_back(f->initial_state());
    f->settle(state_.figures.back(), spec_.start);  // joints that follow a curve start on it
  }
  for (FigureState& f : state_.figures) {
    for (ControllerState& c : f.controllers) c.started = c.next_tick = spec_.start;
  }
  marks_.clear();
  steps_ = evaluations_ = 0;
}

double Simulator::next_stop(double until) const {
  double stop = until;
  const auto consider = [&](double t) {
    if (t > state_.time + same_instant) stop = std::min(stop, t);
  };
  if (state_.cue < spec_.cues.size()) consider(spec_.cues[state_.cue].at);
  for (const FigureState& f : state_.figures) {
    for (const ControllerState& c : f.controllers) {
      if (c.active) consider(c.next_tick);
    }
    for (const Push& p : f.pushes) consider(p.until);
  }
  return stop;
}

void Simulator::start_controller(const std::string& name, bool on) {
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    const CastSpec& cast = figures_[f]->cast();
    for (std::size_t c = 0; c < cast.controllers.size(); ++c) {
      if (!means(name, cast.name, cast.controllers[c].name)) continue;
      ControllerState& s = state_.figures[f].controllers[c];
      if (on && !s.active) {
        s = {true, -1, state_.time, 0, state_.time, figures_[f]->controllers()[c]->start()};
      }
      s.active = on;
    }
  }
}

void Simulator::perform(const CueSpec& cue) {
  marks_.push_back({state_.time, cue.name, ""});
  if (!cue.start.empty()) start_controller(cue.start, true);
  if (!cue.stop.empty()) start_controller(cue.stop, false);
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    const FigureSim& figure = *figures_[f];
    FigureState& s = state_.figures[f];
    if (cue.push && (cue.push->figure.empty() || cue.push->figure == figure.cast().name)) {
      const int body = figure.model().body_index(cue.push->body);
      if (body >= 0) s.pushes.push_back({body, cue.push->force, state_.time + cue.push->over});
    }
    if (cue.run.empty()) continue;
    for (std::size_t c = 0; c < s.controllers.size(); ++c) {
      const auto* script = dynamic_cast<const MotorScript*>(figure.controllers()[c].get());
      const std::size_t dot = cue.run.find('.');
      const std::string program = dot == std::string::npos ? cue.run : cue.run.substr(dot + 1);
      if (!script || !script->has(program) || !means(cue.run, figure.cast().name, program))
        continue;
      if (!s.controllers[c].active) start_controller(figure.cast().controllers[c].name, true);
      script->run(program, state_.time, cue.over, s.controllers[c].memory);
    }
  }
}

// Cues first, then controllers in the figure's order: what a cue starts ticks at once.
void Simulator::happen(double t) {
  while (state_.cue < spec_.cues.size() && spec_.cues[state_.cue].at <= t + same_instant) {
    perform(spec_.cues[state_.cue++]);
  }
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    FigureState& s = state_.figures[f];
    for (std::size_t c = 0; c < s.controllers.size(); ++c) {
      if (s.controllers[c].active && s.controllers[c].next_tick <= t + same_instant) {
        figures_[f]->tick(s, c, t);
      }
    }
  }
}

void Simulator::advance(double until, const Recorder& recorder) {
  while (state_.time < until - same_instant) {
    happen(state_.time);
    step_to(next_stop(until), recorder);
  }
}

void Simulator::check(double t) const {
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    const FigureState& s = state_.figures[f];
    if (s.q.allFinite() && s.v.allFinite()) continue;
    const Body& body = fastest(*figures_[f], s);
    double force = 0;
    for (const GroundContact& c : figures_[f]->contacts()) {
      force = std::max(force, c.force.norm());
    }
    throw RunError(ExitCode::bad_motion,
                   fmt::format("{}: the simulation blew up at {:.6g} s, body {}; largest ground "
                               "force {:.3g} N. A smaller integrator.step or weaker springs help",
                               figures_[f]->cast().name, t, body.name, force));
  }
}

void Simulator::fixed_step(double h) {
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    FigureState& s = state_.figures[f];
    if (spec_.integrator.method == IntegrationMethod::implicit) {
      figures_[f]->implicit_step(s, state_.time, h);
      ++evaluations_;
    } else {
      evaluations_ += stages_->fixed(spec_.integrator.method, *figures_[f], s, state_.time, h);
    }
  }
}

bool Simulator::adaptive_step(double h, double& error) {
  evaluations_ += stages_->fehlberg(figures_, state_, h, error);
  if (!(error <= spec_.integrator.tolerance)) return false;
  stages_->accept(state_);
  return true;
}

void Simulator::step_to(double stop, const Recorder& recorder) {
  const IntegratorSpec& how = spec_.integrator;
  const double begun = state_.time;
  const bool adaptive = how.method == IntegrationMethod::rkf45;
  const long pieces = adaptive ? 0 : std::lround(std::ceil((stop - begun) / how.step - 1e-6));
  long piece = 0;
  view_.before.resize(figures_.size());
  view_.after.resize(figures_.size());
  while (state_.time < stop) {
    for (std::size_t f = 0; f < figures_.size(); ++f) {
      view_.before[f].q = state_.figures[f].q;
      view_.before[f].v = state_.figures[f].v;
    }
    view_.t0 = state_.time;
    double next = stop;
    if (adaptive) {
      if (state_.next_step <= 0) state_.next_step = how.step;
      const double wanted = std::min(state_.next_step, how.max_step);
      const bool cut = wanted >= (stop - state_.time) * (1 - 1e-9);
      if (!cut) next = state_.time + wanted;
      double error = 0;
      const double h = next - state_.time;
      const bool accepted = adaptive_step(h, error);
      // Fehlberg's error is of fifth order in h; never grow or shrink too eagerly.
      const double factor = 0.9 * std::pow(how.tolerance / std::max(error, 1e-30), 0.2);
      const double grown = h * (std::isfinite(error) ? std::clamp(factor, 0.2, 4.0) : 0.2);
      // A step that was cut by a stop says little about how long the next may be.
      if (!accepted || !cut || grown < state_.next_step) {
        state_.next_step = grown;
      }
      if (!accepted) {
        if (h > how.min_step) continue;
        throw RunError(ExitCode::bad_motion,
                       fmt::format("the step shrank below integrator.min_step at {:.6g} s, body {}",
                                   state_.time, fastest(*figures_[0], state_.figures[0]).name));
      }
    } else {
      ++piece;
      if (piece < pieces) next = begun + (stop - begun) * static_cast<double>(piece) / pieces;
      fixed_step(next - state_.time);
    }
    state_.time = next;
    ++steps_;
    for (std::size_t f = 0; f < figures_.size(); ++f) {
      figures_[f]->settle(state_.figures[f], next);
      view_.after[f].q = state_.figures[f].q;
      view_.after[f].v = state_.figures[f].v;
    }
    view_.t1 = next;
    check(next);
    if (recorder) recorder(view_);
  }
}

}  // namespace gambol
