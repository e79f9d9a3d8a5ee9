#include <fmt/format.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>

#include "base/stop.h"
#include "figure/grow.h"
#include "search/evolution/bred.h"
#include "search/term_text.h"

namespace gambol {
namespace {

using Clock = std::chrono::steady_clock;

// s that this thread has had of processors
double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Threads that take candidates in turn and simulate side by side. Results enter the log once the
// files that they were made from are known not to have changed meanwhile; that is asked every
// second, or more rarely where asking takes long.
class Run {
 public:
  Run(const Creatures& creatures, const LogHead& head, const std::string& log,
      const BredQueue& queue)
      : creatures_(creatures), queue_(queue), log_(log, head) {
    if (queue.record.empty()) return;
    record_.open(queue.record, std::ios::app);
    if (!record_) throw RunError(ExitCode::failed, fmt::format("cannot write {}", queue.record));
  }

  void work() {
    std::unique_lock lock(mutex_);
    try {
      while (!error_) {
        const std::optional<Bred> bred = queue_.next();
        if (!bred && running_ == 0) break;  // all are done
        if (!bred) {
          wake_.wait(lock);
          continue;
        }
        simulate(*bred, lock);
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!error_) error_ = std::current_exception();
    }
    wake_.notify_all();
  }

  // To be called when all threads have ended.
  void finish() {
    if (!changed_) write();
    log_.flush();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  // The lock is released meanwhile.
  void simulate(const Bred& bred, std::unique_lock<std::mutex>& lock) {
    ++running_;
    lock.unlock();
    try {
      const double begun = processor_time();
      Evaluation e = evaluated(creatures_, bred);
      const double took = processor_time() - begun;
      lock.lock();
      if (record_.is_open()) record_ << fmt::format("{} {:.6f}\n", bred.candidate, took);
      waiting_.push_back(e);
      queue_.learn(std::move(e));
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      --running_;
      throw;
    }
    --running_;
    if (Clock::now() - checked_ >= pause_) write();
    wake_.notify_all();
  }

  void write() {
    const Clock::time_point begun = Clock::now();
    try {
      queue_.require_unchanged();
    } catch (...) {
      changed_ = true;
      throw;
    }
    for (const Evaluation& e : waiting_) log_.append(e);
    waiting_.clear();
    if (record_.is_open() && !record_.flush())
      throw RunError(ExitCode::failed, fmt::format("cannot write {}", queue_.record));
    pause_ = std::max<Clock::duration>(std::chrono::seconds(1), 50 * (Clock::now() - begun));
    queue_.tell();
    checked_ = Clock::now();
  }

  const Creatures& creatures_;
  const BredQueue& queue_;
  EvaluationLog log_;
  std::ofstream record_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Evaluation> waiting_;  // learned, not yet in the log
  std::exception_ptr error_;
  int running_ = 0;
  bool changed_ = false;
  Clock::time_point checked_ = Clock::now();
  Clock::duration pause_ = std::chrono::seconds(1);
};

}  // namespace

LogHead log_head(const Creatures& creatures, const std::string& inputs) {
  const EvolutionSpec& run = creatures.run();
  LogHead head{run.name, inputs, {"genome"}, {run.arena}, {}};
  for (const ExpectSpec& m : run.measures) {
    TermSpec term;
    term.measured = m;
    const std::string unit = term_text(term).unit;
    head.measured.push_back(m.name + (unit.empty() ? "" : ", ") + unit);
  }
  return head;
}

Evaluation unevaluated(const Bred& bred) {
  Evaluation e;
  e.candidate = bred.candidate;
  e.values = {genome_text(bred.genome)};
  e.parents = bred.parents;
  return e;
}

Evaluation evaluated(const Creatures& creatures, const Bred& bred) {
  Evaluation e = unevaluated(bred);
  e.trials = {creatures.tried(bred.genome)};
  e.cost = e.trials[0].cost;
  return e;
}

std::string bred_text(const LogHead& head, const std::vector<Bred>& candidates) {
  std::string text = line_of(head) + "\n";
  for (const Bred& bred : candidates) text += line_of(unevaluated(bred)) + "\n";
  return text;
}

std::vector<Bred> read_bred(const std::string& path, const std::string& inputs,
                            const std::vector<int>& wanted) {
  std::vector<Bred> all;
  std::size_t bytes = 0;
  for (const Evaluation& e : read_log(path, inputs, bytes, &wanted)) {
    Findings findings;
    const YamlNode tree = parse_yaml(e.values.at(0), path, findings.problems);
    all.push_back({e.candidate, load_genome(path, tree, findings), e.parents});
    findings.throw_if_any();
  }
  if (all.size() < wanted.size()) {
    Problem problem;
    problem.place.file = path;
    problem.found = fmt::format("{} of {} candidates", all.size(), wanted.size());
    problem.expected = "all of this task";
    throw InputError(problem);
  }
  return all;
}

void evaluate_bred(const Creatures& creatures, const LogHead& head, const std::string& log,
                   int threads, const BredQueue& queue) {
  Run run(creatures, head, log, queue);
  const StopSignals signals;
  if (threads <= 0) threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back([&] { run.work(); });
  }
  run.finish();
}

}  // namespace gambol
