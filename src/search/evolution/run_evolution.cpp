#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/stop.h"
#include "search/evolution/evolution.h"

namespace gambol {
namespace {

using Clock = std::chrono::steady_clock;

// Threads that breed in turn and simulate side by side. Results enter the log once the files that
// they were made from are known not to have changed meanwhile; that is asked every second, or more
// rarely where asking takes long.
class Run {
 public:
  Run(Evolution& evolution, const std::string& log,
      const std::function<void(const Evolution&)>& tell)
      : evolution_(evolution), tell_(tell), log_(log, evolution.log_head()) {}

  void work() {
    std::unique_lock lock(mutex_);
    try {
      while (!error_) {
        const std::optional<int> k = evolution_.next();
        if (!k && running_ == 0) break;  // all are done
        if (!k) {
          wake_.wait(lock);
          continue;
        }
        simulate(*k, lock);
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
  void simulate(int k, std::unique_lock<std::mutex>& lock) {
    const GenomeSpec genome = evolution_.genomes()[static_cast<std::size_t>(k)];
    const std::vector<int> parents = evolution_.parents()[static_cast<std::size_t>(k)];
    ++running_;
    lock.unlock();
    try {
      Evaluation e = evolution_.evaluate(k, genome, parents);
      lock.lock();
      waiting_.push_back(e);
      evolution_.learn(std::move(e));
    } catch (...) {
      lock.lock();
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
      evolution_.require_unchanged();
    } catch (...) {
      changed_ = true;
      throw;
    }
    for (const Evaluation& e : waiting_) log_.append(e);
    waiting_.clear();
    pause_ = std::max<Clock::duration>(std::chrono::seconds(1), 50 * (Clock::now() - begun));
    tell_(evolution_);
    checked_ = Clock::now();
  }

  Evolution& evolution_;
  const std::function<void(const Evolution&)>& tell_;
  EvaluationLog log_;
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

void run_evolution(Evolution& evolution, const std::string& folder, int threads,
                   const std::function<void(const Evolution&)>& tell) {
  Run run(evolution, folder + "/evaluations.jsonl", tell);
  const StopSignals signals;
  if (threads <= 0) threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back([&] { run.work(); });
  }
  run.finish();
  tell(evolution);
}

}  // namespace gambol
