#include "search/creatures/creature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/measures.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/stop.h"
#include "figure/grow.h"
#include "schema/canonical.h"
#include "schema/fields.h"
#include "schema/merge_trees.h"
#include "schema/report.h"
#include "schema/tree_path.h"
#include "search/creatures/breeding.h"
#include "search/give_up.h"
#include "search/term_text.h"
#include "shot/file_kinds.h"
#include "shot/fixed_step.h"
#include "shot/shot_hash.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"

namespace gambol {
namespace {

Trial failed(std::string why) {
  Trial trial;
  trial.cost = cost_of_failure;
  trial.failure = std::move(why);
  return trial;
}

const CastSpec* cast_of(const ShotSpec& shot, const std::string& figure) {
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.name == figure) return &cast;
  return nullptr;
}

TermSpec term_of(const ExpectSpec& measure) {
  TermSpec term;
  term.measured = measure;
  return term;
}

}  // namespace

Creatures::Creatures(const EvolutionSpec& run) : run_(run) {
  TreeEdits edits;
  edits.keep = &trees_;
  edits.shot = [](YamlNode& tree) { erase_keys(tree, {"expect"}); };
  const ShotSpec shot = load_shot(run_.reference, edits);
  materials_ = names_in(shot.look.materials);
  genome_file_ = cast_of(shot, run_.creature)->file;
  std::vector<Problem> problems;
  if (run_.until && step_is_too_long(shot.motion, *run_.until))
    problems.push_back(
        {run_.place, "until", fmt::format("{:g} s", *run_.until),
         fmt::format("at least integrator.step, {:g} s", shot.motion.integrator.step)});
  const YamlNode tree = read_yaml(genome_file_, problems);
  Findings findings;
  start_ = load_genome(genome_file_, tree, findings);
  findings.throw_if_any();
  for (const ExpectSpec& m : run_.measures) per_si_.push_back(term_text(term_of(m)).per_si);
  for (Problem problem : problems_of_measures(this->shot(start_))) {
    // There they are expectations of the shot, in the same order.
    for (std::size_t i = run_.measures.size(); i-- > 0;)
      if (const std::string there = fmt::format("expect[{}]", i); problem.key.starts_with(there))
        problem.key = "measures." + run_.measures[i].name + problem.key.substr(there.size());
    problems.push_back(std::move(problem));
  }
  if (!problems.empty()) throw InputError(std::move(problems));
  Breeder(run_, start_).require_bodies();
}

bool Creatures::has_material(const std::string& name) const {
  return std::find(materials_.begin(), materials_.end(), name) != materials_.end();
}

ShotSpec Creatures::shot(const GenomeSpec& genome) const {
  TreeEdits edits;
  edits.trees = &trees_;
  edits.shot = [&](YamlNode& tree) {
    erase_keys(tree, {"expect"});
    if (run_.give_up.empty()) return;
    std::vector<Problem> problems;
    tree = merge_trees(std::move(tree), give_up_cues(run_.give_up, run_.place), describe_shot(),
                       problems);
  };
  edits.figure = [&](const std::string& name, YamlNode& tree) {
    if (name == run_.creature) tree = grow_figure(genome);
  };
  ShotSpec shot = load_shot(run_.reference, edits);
  for (const ExpectSpec& m : run_.measures) {
    shot.expect.push_back(m);
    if (shot.expect.back().figure.empty()) shot.expect.back().figure = run_.creature;
  }
  shot.motion.track_rate = run_.rate.value_or(shot.motion.track_rate);
  return shot;
}

namespace {

Vec2 root_place(const Simulator& simulator, std::size_t figure) {
  return simulator.state().figures[figure].q.head<2>();
}

// Whether a creature has gone too slowly. Looks at the first stop of the simulation at or after
// each time: a stop of its own would divide a step, and the film would move otherwise.
class SlowWatch {
 public:
  SlowWatch(const EvolutionSpec& run, std::size_t figure, double length, double end)
      : slow_(run.slow && run.slow->by < end ? run.slow : std::nullopt),
        figure_(figure),
        length_(length) {}

  // To be called at every stop. Returns why the creature is given up, else "".
  std::string look(const Simulator& simulator) {
    if (!slow_) return "";
    const double now = simulator.state().time;
    if (!begun_ && now >= slow_->from - clock_slack) {
      begun_ = now;
      place_ = root_place(simulator, figure_);
    }
    if (now < slow_->by - clock_slack || now <= *begun_) return "";
    const double way = (root_place(simulator, figure_) - place_).norm();
    const double speed = way / (now - *begun_) / length_, least = slow_->speed;
    slow_.reset();
    return speed < least ? fmt::format("{:.2g} lengths a second until {:g} s", speed, now) : "";
  }

 private:
  std::optional<SlowSpec> slow_;
  std::size_t figure_;
  double length_;
  std::optional<double> begun_;  // s
  Vec2 place_ = Vec2::Zero();
};

// Steps to `end`, s. Returns why the creature was given up, or why that failed; "" otherwise.
std::string watch(const EvolutionSpec& run, Simulator& simulator, TrackRecorder& tracks,
                  SlowWatch slow, double end) {
  const Observer observe = [&](const StepView& step) { tracks.record(step, simulator); };
  try {
    while (simulator.advance_to_stop(end, observe)) {
      heed_stop();
      if (std::string why = slow.look(simulator); !why.empty()) return why;
      for (std::size_t i = 0; i < run.give_up.size(); ++i)
        for (const Mark& mark : simulator.marks())
          if (mark.name == give_up_name(i))
            return fmt::format("{} at {:.3g} s", run.give_up[i], mark.time);
    }
  } catch (const RunError& error) {
    if (error.code != ExitCode::bad_motion) throw;
    return error.what();
  }
  return "";
}

}  // namespace

Trial Creatures::tried(const GenomeSpec& genome) const try {
  const ShotSpec shot = this->shot(genome);
  const double end = run_.until.value_or(shot.end());
  const auto index =
      static_cast<std::size_t>(cast_of(shot, run_.creature) - shot.motion.figures.data());
  const auto world = world_of(shot);
  Simulator simulator(world);
  TrackRecorder tracks(*world, shot.motion.track_rate, end);
  tracks.record(still_view(simulator), simulator);
  const SlowWatch slow(run_, index, genome.trunk.length, end);
  if (std::string why = watch(run_, simulator, tracks, slow, end); !why.empty())
    return failed(std::move(why));
  Poses poses;
  tracks.give(poses);
  poses.marks = simulator.marks();
  Trial trial;
  for (const Measurement& m : measure(shot, poses)) {
    trial.measured.push_back(m.value);
    if (!std::isfinite(m.value)) return failed(fmt::format("{} could not be measured", title(m)));
  }
  for (const BoundSpec& b : run_.must)
    if (!keeps(trial, b))
      return failed(fmt::format("{} is {:.3g}", b.name, measured(trial, b.name)));
  trial.cost = -measured(trial, run_.fitness);
  return trial;
} catch (const InputError& error) {  // these genes make no valid shot
  if (error.problems().empty()) return failed(error.what());
  Problem problem = error.problems()[0];
  problem.place = {};  // bred genes stand nowhere
  return failed(problem.to_string());
}

double Creatures::measured(const Trial& trial, const std::string& measure) const {
  for (std::size_t i = 0; i < run_.measures.size() && i < trial.measured.size(); ++i)
    if (run_.measures[i].name == measure) return trial.measured[i] / per_si_[i];
  return NAN;
}

std::vector<double> Creatures::descriptors(const Trial& trial) const {
  std::vector<double> all;
  for (const NicheSpec& n : run_.niches) all.push_back(measured(trial, n.name));
  return all;
}

bool Creatures::keeps(const Trial& trial, const BoundSpec& b) const {
  const double x = measured(trial, b.name);
  return (!b.min || x >= *b.min) && (!b.max || x <= *b.max);
}

const MovingWaySpec* Creatures::way_kept(const Trial& trial) const {
  if (!std::isfinite(trial.cost)) return nullptr;
  for (const MovingWaySpec& way : run_.ways)
    if (std::all_of(way.bounds.begin(), way.bounds.end(),
                    [&](const BoundSpec& b) { return keeps(trial, b); }))
      return &way;
  return nullptr;
}

std::string Creatures::way_of(const Trial& trial) const {
  const MovingWaySpec* way = way_kept(trial);
  return way ? way->name : "";
}

std::string Creatures::inputs() const {
  Hasher hash;
  hash.add(GAMBOL_VERSION).add(canonical_text(run_, Touches::motion));
  hash.add(motion_hash(shot(start_))).add(genome_text(start_));
  return hash.hex();
}

}  // namespace gambol
