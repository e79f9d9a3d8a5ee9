#include "search/loops/search.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for_each.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>
#include <optional>

#include "base/stop.h"
#include "search/loops/store.h"
#include "search/loops/trial.h"
#include "search/optimisers/cma_es.h"
#include "search/optimisers/greedy.h"
#include "search/optimisers/grid.h"
#include "search/optimisers/random_sampling.h"
#include "search/parameter_value.h"
#include "search/term_text.h"

namespace gambol {
namespace {

std::unique_ptr<Optimiser> made(const CmaEsSpec& m, const RunSpec& run, Eigen::VectorXd start) {
  CmaEsOptions o;
  o.start = std::move(start);
  o.spread = m.spread;
  o.population = m.population;
  o.seed = run.seed;
  o.generations = m.generations;
  o.cost_tolerance = m.cost_tolerance;
  return std::make_unique<CmaEs>(o);
}

std::unique_ptr<Optimiser> made(const GreedySpec& m, const RunSpec& run, Eigen::VectorXd start) {
  GreedyOptions o;
  o.start = std::move(start);
  o.chance = m.chance;
  o.reach = m.reach;
  o.round = m.round;
  o.evaluations = m.evaluations;
  o.seed = run.seed;
  return std::make_unique<GreedySearch>(o);
}

std::unique_ptr<Optimiser> made(const GridSpec&, const RunSpec& run, const Eigen::VectorXd&) {
  GridOptions o;
  for (const ParameterSpec& p : run.parameters)
    o.levels.push_back(p.values.empty() ? p.levels : static_cast<int>(p.values.size()));
  return std::make_unique<GridSearch>(o);
}

std::unique_ptr<Optimiser> made(const RandomSpec& m, const RunSpec& run, const Eigen::VectorXd& x) {
  RandomSamplingOptions o;
  o.dimension = static_cast<int>(x.size());
  o.samples = m.samples;
  o.seed = run.seed;
  return std::make_unique<RandomSampling>(o);
}

std::unique_ptr<Optimiser> make_optimiser(const RunSpec& run, const Eigen::VectorXd& start) {
  return std::visit([&](const auto& method) { return made(method, run, start); }, run.method.kind);
}

// The better half of a generation had lower costs.
double worse_half(std::vector<double> costs) {
  if (costs.empty()) return cost_of_failure;
  const auto middle = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
  std::nth_element(costs.begin(), middle, costs.end());
  return *middle;
}

// Only a worst case cannot become better by a further scenario, and only these learn from the
// better ones alone.
bool may_skip(const RunSpec& run) {
  return run.combine == Combine::worst && (std::holds_alternative<CmaEsSpec>(run.method.kind) ||
                                           std::holds_alternative<GreedySpec>(run.method.kind));
}

// Scenarios that decide whether a candidate is tried in the others; 0: it is.
std::size_t tried_first(const RunSpec& run) {
  const auto* greedy = std::get_if<GreedySpec>(&run.method.kind);
  return greedy ? static_cast<std::size_t>(greedy->first) : 0;
}

}  // namespace

Search::Search(const std::string& run_file, const std::string& folder)
    : run_file_(run_file),
      folder_(folder),
      candidates_(load_run(run_file)),
      inputs_(candidates_.inputs()),
      optimiser_(make_optimiser(run(), candidates_.start())),
      store_(folder, inputs_),
      hopeless_(cost_of_failure) {
  read_store();
}

bool Search::next() {
  ++generation_;
  asked_ = optimiser_->ask();
  told_.assign(asked_.size(), {});
  missing_.clear();
  for (std::size_t i = 0; i < asked_.size(); ++i) missing_.push_back(static_cast<int>(i));
  take_stored();
  return !asked_.empty();
}

void Search::tell() {
  std::vector<double> costs;
  for (const Evaluation& e : told_) costs.push_back(e.cost);
  optimiser_->tell(costs);
  hopeless_ = worse_half(costs);
  for (Evaluation& e : told_) done_.push_back(std::move(e));
  told_.clear();
}

void Search::learn(Evaluation e) {
  const auto at = std::find(missing_.begin(), missing_.end(), e.candidate);
  if (at == missing_.end()) return;
  const auto i = static_cast<std::size_t>(e.candidate);
  if (e.x.size() != asked_[i].size() || e.x != asked_[i])
    throw RunError(ExitCode::failed,
                   fmt::format("{}: candidate {} of generation {} is not the one that this search "
                               "asks for; was it made by another build?",
                               folder_, e.candidate, e.generation));
  missing_.erase(at);
  told_[i] = std::move(e);
}

void Search::read_store() {
  for (Evaluation& e : store_.news()) {
    const std::pair place(e.generation, e.candidate);
    stored_.try_emplace(place, std::move(e));
  }
}

// A task on a farm may see those of later generations before those of this one.
void Search::take_stored() {
  while (!stored_.empty() && stored_.begin()->first.first <= generation_) {
    Evaluation e = std::move(stored_.extract(stored_.begin()).mapped());
    if (e.generation == generation_) learn(std::move(e));
  }
}

void Search::learn_stored() {
  read_store();
  take_stored();
}

// A file that is missing for a moment must not count against a candidate.
Trial Search::try_scenario(const Eigen::VectorXd& x, std::size_t scenario) const {
  for (int tries = 0;; ++tries) {
    try {
      return try_shot(run(), candidates_.shot(x, scenario), folder_ + "/states");
    } catch (const InputError& error) {  // these values make no valid shot
      require_unchanged();
      if (tries == 0) continue;
      Trial trial;
      trial.cost = cost_of_failure;
      trial.failure = error.problems().empty() ? error.what() : error.problems()[0].to_string();
      return trial;
    }
  }
}

Evaluation Search::evaluate(int candidate) const {
  const RunSpec& run = this->run();
  Evaluation e;
  e.generation = generation_;
  e.candidate = candidate;
  e.x = asked_[static_cast<std::size_t>(candidate)];
  for (std::size_t i = 0; i < run.parameters.size(); ++i)
    e.values.push_back(value_text(run.parameters[i], e.x[static_cast<Eigen::Index>(i)]));
  bool skip = false;
  for (std::size_t s = 0; s < run.scenarios.size(); ++s) {
    Trial& trial = e.trials.emplace_back();
    trial.skipped = skip;
    if (skip) continue;
    trial = try_scenario(e.x, s);
    skip = hopeless(e.trials);
  }
  e.cost = combined_cost(run, e.trials);
  // Its cost in few scenarios must not pass for one in all.
  if (const Evaluation* b = best(); b && skip && tried_first(run) > 0)
    e.cost = std::max(e.cost, b->cost);
  return e;
}

double Search::cost_in_first(const Evaluation& e) const {
  const auto first = static_cast<std::ptrdiff_t>(std::min(tried_first(run()), e.trials.size()));
  return combined_cost(run(), {e.trials.begin(), e.trials.begin() + first});
}

bool Search::hopeless(const std::vector<Trial>& trials) const {
  const double cost = combined_cost(run(), trials);
  const Evaluation* b = best();
  const double bar = b ? cost_in_first(*b) : cost_of_failure;
  if (trials.size() == tried_first(run()) && !(cost < bar)) return true;
  return may_skip(run()) && (cost > hopeless_ || std::isinf(cost));
}

LogHead Search::log_head() const {
  LogHead head{run().name, inputs_, {}, {}, {}};
  for (const ParameterSpec& p : run().parameters) head.parameters.push_back(p.name);
  for (const ScenarioSpec& s : run().scenarios) head.scenarios.push_back(s.name);
  for (const TermSpec& t : run().objective) {
    const TermText text = term_text(t);
    head.measured.push_back(text.title + (text.unit.empty() ? "" : ", ") + text.unit);
  }
  return head;
}

void Search::require_unchanged() const {
  std::string now;
  try {
    now = Candidates(load_run(run_file_)).inputs();
  } catch (const InputError& error) {
    now = error.what();
  }
  if (now != inputs_)
    throw RunError(ExitCode::failed,
                   fmt::format("{}, or a file that its shots read, has changed since the search "
                               "began; what was found until then is in {}",
                               run_file_, folder_));
}

const Evaluation* Search::best() const {
  const Evaluation* best = nullptr;
  for (const Evaluation& e : done_)
    if (std::isfinite(e.cost) && (!best || e.cost < best->cost)) best = &e;
  return best;
}

namespace {

// Evaluations enter the log once the files that they were made from are known not to have changed
// meanwhile. That is asked every second, or more rarely where asking takes long.
class CheckedLog {
 public:
  CheckedLog(Search& search, const std::string& log)
      : search_(search), log_(log, search.log_head()), checked_(Clock::now()) {}

  void add(Evaluation evaluation) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(evaluation));
    if (Clock::now() - checked_ >= pause_) write();
  }
  void finish() {
    write();
    log_.flush();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void write() {
    const Clock::time_point begun = Clock::now();
    search_.require_unchanged();
    checked_ = Clock::now();
    pause_ = std::max<Clock::duration>(std::chrono::seconds(1), 50 * (checked_ - begun));
    for (; !waiting_.empty(); waiting_.pop_front()) {
      log_.append(waiting_.front());
      search_.learn(std::move(waiting_.front()));
    }
  }

  Search& search_;
  EvaluationLog log_;
  std::mutex mutex_;
  std::deque<Evaluation> waiting_;
  Clock::time_point checked_;
  Clock::duration pause_ = std::chrono::seconds(1);
};

}  // namespace

void evaluate_missing(Search& search, const std::string& log, int threads,
                      const std::vector<int>& wanted) {
  std::vector<int> missing;
  for (int candidate : search.missing())
    if (std::find(wanted.begin(), wanted.end(), candidate) != wanted.end())
      missing.push_back(candidate);
  if (missing.empty()) return;
  CheckedLog checked(search, log);
  const StopSignals signals;
  // More than processors, if the user says so.
  std::optional<tbb::global_control> most;
  if (threads > 0)
    most.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  try {
    arena.execute([&] {
      tbb::parallel_for_each(missing.begin(), missing.end(),
                             [&](int candidate) { checked.add(search.evaluate(candidate)); });
    });
  } catch (...) {
    checked.finish();  // what is done stays done, unless files have changed
    throw;
  }
  checked.finish();
}

void run_search(Search& search, const std::string& folder, int threads,
                const std::function<void(const SearchProgress&)>& tell) {
  while (search.next()) {
    const std::vector<int> missing = search.missing();
    evaluate_missing(search, folder + "/evaluations.jsonl", threads, missing);
    search.tell();
    tell({search, false});
  }
  tell({search, true});
}

}  // namespace gambol
