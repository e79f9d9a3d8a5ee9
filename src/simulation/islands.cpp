#include "simulation/islands.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/clock.h"
#include "simulation/figure_clock.h"

namespace gambol {
namespace {

// s: the longest round, where ticks are rare.
constexpr double longest_round = 0.01;

// The shortest tick of the shot: in between, a controller does not change where its figure goes.
double round_of(const World& world) {
  double round = longest_round;
  for (const CastSpec& cast : world.spec.figures)
    for (const ControllerSpec& c : cast.controllers) round = std::min(round, c.tick);
  return round;
}

double longest_step(const World& world) {
  double longest = 0;
  for (const auto& parts : world.figures) longest = std::max(longest, parts->step);
  return longest;
}

// Makes a span end at `time` (s) if it goes on longer: steps divide what is left anew. One that is
// there but for a rounding error has ended, since no step is so short.
void cut(StepSpan& span, double time) {
  if (span.stop <= time) return;
  span.begun = span.time;
  span.stop = time - span.time < clock_slack ? span.time : time;
  span.piece = 1;
}

// Sets of figures that are joined, directly or through others.
class Unions {
 public:
  explicit Unions(std::size_t count) : root_(count) {
    std::iota(root_.begin(), root_.end(), std::size_t{0});
  }
  std::size_t root(std::size_t i) {
    while (root_[i] != i) i = root_[i] = root_[root_[i]];
    return i;
  }
  // The root of a set is its first figure.
  void join(std::size_t i, std::size_t j) {
    const std::size_t a = root(i), b = root(j);
    root_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> root_;
};

}  // namespace

struct Islands::Parts {
  tbb::enumerable_thread_specific<Part> of_threads;
};

Islands::Islands(const World& world, Ensemble& whole)
    : world_(world),
      whole_(whole),
      parts_(std::make_unique<Parts>(Parts{tbb::enumerable_thread_specific<Part>([this] {
        return Part{whole_.part(), make_integrator(world_.spec.integrator, world_.start)};
      })})),
      round_(round_of(world)),
      island_of_(world.figures.size(), -1),
      bounds_(world.figures.size()) {}

Islands::~Islands() = default;

bool Islands::are_possible(const MotionSpec& spec) {
  const WorldSpec& world = spec.world;
  return acting(spec.figures) > 1 && !is_adaptive(spec.integrator.method) &&
         !world.has_impulses() && world.attachments.empty() && world.attraction == 0 &&
         world.particles.empty();
}

void Islands::begin(const State& state, const Limits& limits) {
  limits_ = limits;
  islands_.clear();
  failure_ = {};
  for (std::size_t f = 0; f < state.figures.size(); ++f) {
    island_of_[f] = -1;
    if (state.figures[f].dormant || world_.spec.figures[f].is_obstacle) continue;
    island_of_[f] = static_cast<int>(islands_.size());
    Island island;
    island.figures = {f};
    island.span.time = island.span.stop = state.time;
    islands_.push_back(std::move(island));
  }
}

double Islands::time() const {
  double time = std::numeric_limits<double>::infinity();
  for (const Island& island : islands_) time = std::min(time, island.span.time);
  return time;
}

// Exactly one time: figures that go on from a time that is another one's by a rounding error would
// move otherwise than alone.
bool Islands::all_stop() const {
  const double limit = std::min(limits_.cue, limits_.until) - clock_slack;
  return std::all_of(islands_.begin(), islands_.end(), [&](const Island& island) {
    const double time = island.span.time;
    return time >= island.span.stop && (time == islands_[0].span.time || time >= limit);
  });
}

// Where figures can get before the next look around, and the step longer that they may then be
// ahead of others.
void Islands::reach(const State& state) {
  const double gravity = state.world.gravity.norm();
  const TouchAhead ahead{round_ + 2 * longest_step(world_), gravity};
  tbb::parallel_for(std::size_t{0}, bounds_.size(), [&](std::size_t f) {
    const FigureState& s = state.figures[f];
    if (s.dormant) {
      bounds_[f] = {};
      return;
    }
    const bool stands = world_.spec.figures[f].is_obstacle;
    if (!stands) whole_.figures()[f]->place(s.q, s.v);
    bounds_[f] = whole_.interactions().reach_of(whole_.figures(), f,
                                                stands ? TouchAhead{0, gravity} : ahead);
  });
}

// Along the axis on which the figures are spread most. Obstacles join nobody.
std::vector<std::vector<std::size_t>> Islands::who_could_meet() {
  Bounds all;
  order_.clear();
  for (std::size_t f = 0; f < bounds_.size(); ++f) {
    if (bounds_[f].low.x() > bounds_[f].high.x()) continue;
    order_.push_back(f);
    if (!world_.spec.figures[f].is_obstacle) all.include(bounds_[f].low);
  }
  int axis = 0;
  (all.high - all.low).maxCoeff(&axis);
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    const double x = bounds_[a].low[axis], y = bounds_[b].low[axis];
    return x != y ? x < y : a < b;
  });
  const auto is_obstacle = [&](std::size_t f) { return world_.spec.figures[f].is_obstacle; };
  Unions unions(bounds_.size());
  std::vector<std::pair<std::size_t, std::size_t>> meets_obstacle;  // figure, obstacle
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (std::size_t k = i + 1; k < order_.size(); ++k) {
      const std::size_t a = order_[i], b = order_[k];
      if (bounds_[b].low[axis] > bounds_[a].high[axis]) break;
      if (!bounds_[a].overlaps(bounds_[b])) continue;
      if (!is_obstacle(a) && !is_obstacle(b)) unions.join(a, b);
      if (is_obstacle(a) != is_obstacle(b))
        meets_obstacle.emplace_back(is_obstacle(a) ? b : a, is_obstacle(a) ? a : b);
    }
  std::vector<std::vector<std::size_t>> groups(bounds_.size());
  for (std::size_t f = 0; f < bounds_.size(); ++f)
    if (island_of_[f] >= 0) groups[unions.root(f)].push_back(f);
  for (const auto& [figure, obstacle] : meets_obstacle)
    groups[unions.root(figure)].push_back(obstacle);
  for (auto& group : groups) {
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
  }
  std::erase_if(groups, [](const auto& group) { return group.empty(); });
  return groups;
}

// Whether the figures are all members of one island already.
bool Islands::is_whole(const std::vector<std::size_t>& figures) const {
  const int island = island_of_[figures[0]];
  return islands_[island].figures.size() == figures.size() &&
         std::all_of(figures.begin(), figures.end(),
                     [&](std::size_t f) { return island_of_[f] == island; });
}

// An island that stays as it is goes on with its steps; another one begins where its members are,
// once those behind have caught up. With these go members that are to meet nobody, whom others may
// have to follow then.
void Islands::regroup(std::vector<std::vector<std::size_t>> groups, State& state, StepView& view,
                      ForceWatch& watch) {
  std::vector<Island> islands;
  for (std::vector<std::size_t>& group : groups) {
    const auto first_obstacle = std::stable_partition(
        group.begin(), group.end(), [&](std::size_t f) { return island_of_[f] >= 0; });
    Island& island = islands.emplace_back();
    island.beside.assign(first_obstacle, group.end());
    island.figures.assign(group.begin(), first_obstacle);
  }
  const auto latest = [&](const Island& island) {
    double time = -std::numeric_limits<double>::infinity();
    for (std::size_t f : island.figures) time = std::max(time, islands_[island_of_[f]].span.time);
    return time;
  };
  for (bool again = true; std::exchange(again, false);) {
    for (const Island& island : islands)
      for (std::size_t f : island.figures) {
        Island& before = islands_[island_of_[f]];
        const double until = latest(island);
        if (before.span.time >= until - clock_slack || before.failure.figure >= 0) continue;
        cut(before.span, until);
        const Limits limits = std::exchange(limits_, {limits_.cue, until});
        go_on(before, until, state, view, watch);
        limits_ = limits;
        count(before);
        again = true;
      }
  }
  for (Island& island : islands) {
    if (is_whole(island.figures))
      island.span = islands_[island_of_[island.figures[0]]].span;
    else
      island.span.time = island.span.stop = latest(island);
  }
  islands_ = std::move(islands);
  for (std::size_t i = 0; i < islands_.size(); ++i)
    for (std::size_t f : islands_[i].figures) island_of_[f] = static_cast<int>(i);
}

void Islands::look_around(State& state, StepView& view, ForceWatch& watch) {
  if (!whole_.interactions().any()) return;
  reach(state);
  regroup(who_could_meet(), state, view, watch);
}

// The controllers tick, and the next steps divide the time to the next stop evenly.
void Islands::begin_span(Island& island, State& state) {
  StepSpan& span = island.span;
  double stop = limits_.cue, step = std::numeric_limits<double>::infinity();
  for (std::size_t f : island.figures) {
    tick_due(*whole_.figures()[f], state.figures[f], state.world, span.time);
    stop = std::min(stop, own_stop(state.figures[f], span.time));
    step = std::min(step, world_.figures[f]->step);
  }
  if (std::isinf(stop)) stop = idle_stop(world_.spec, step, span.time);
  if (!(stop < limits_.until + clock_slack)) stop = limits_.until;
  span = {
      .begun = span.time, .stop = stop, .limit = stop, .piece = 1, .time = span.time, .step = step};
}

void Islands::step(Part& part, Island& island, State& state, StepView& view, ForceWatch& watch) {
  const auto keep = [&](std::vector<StepView::End>& ends) {
    for (std::size_t f : island.figures) {
      ends[f].q = state.figures[f].q;
      ends[f].v = state.figures[f].v;
      ends[f].t = island.span.time;
    }
  };
  keep(view.before);
  island.span.limit = island.span.stop;
  const Stepped stepped = part.integrator->step(part.ensemble, state, island.span);
  island.evaluations += stepped.evaluations;
  ++island.steps;
  island.span.time = stepped.time;
  if (stepped.whole) ++island.span.piece;
  for (std::size_t f : island.figures) {
    FigureSim& figure = *whole_.figures()[f];
    watch.note(stepped.time, f, figure);
    figure.settle(state.figures[f], state.world, stepped.time);
  }
  part.ensemble.interactions().hold(whole_.figures(), state, stepped.time);
  keep(view.after);
  for (std::size_t f : island.figures)
    if (island.failure.figure < 0 && !is_sound(state.figures[f]))
      island.failure = {static_cast<int>(f), stepped.time};
}

void Islands::go_on(Island& island, double target, State& state, StepView& view,
                    ForceWatch& watch) {
  if (island.span.time >= target - clock_slack) return;
  Part& part = parts_->of_threads.local();
  part.ensemble.confine(island.figures, island.beside);
  while (island.span.time < target - clock_slack && island.failure.figure < 0) {
    if (island.span.time >= island.span.stop) begin_span(island, state);
    step(part, island, state, view, watch);
  }
}

void Islands::run(double target, State& state, StepView& view, ForceWatch& watch) {
  tbb::parallel_for(std::size_t{0}, islands_.size(),
                    [&](std::size_t i) { go_on(islands_[i], target, state, view, watch); });
  for (Island& island : islands_) count(island);
}

void Islands::count(Island& island) {
  steps_ += std::exchange(island.steps, 0);
  evaluations_ += std::exchange(island.evaluations, 0);
  const Failure& failed = island.failure;
  if (failed.figure >= 0 && (failure_.figure < 0 || failed.time < failure_.time)) failure_ = failed;
}

void Islands::stop_at(double time) {
  for (const Island& island : islands_) time = std::max(time, island.span.time);
  limits_.cue = std::min(limits_.cue, time);
  for (Island& island : islands_) cut(island.span, time);
}

void Islands::advance(State& state, double target, StepView& view, ForceWatch& watch) {
  look_around(state, view, watch);
  run(std::min({target, limits_.cue, limits_.until}), state, view, watch);
}

}  // namespace gambol
