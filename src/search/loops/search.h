#pragma once

// A search: generations of candidates, evaluated and remembered. The optimiser only learns costs,
// and learns them in the order of candidates: so a search gives the same bits for any number of
// threads, and goes on after it was killed by telling the optimiser again what the store holds.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "search/candidates.h"
#include "search/evaluation.h"
#include "search/loops/store.h"
#include "search/optimisers/optimiser.h"

namespace gambol {

class Search {
 public:
  // `folder` keeps the store. Throws InputError for a bad run file, or a store of other inputs.
  Search(const std::string& run_file, const std::string& folder);

  // Goes to the next generation; complete ones in the store count as done. Returns false when the
  // search is over.
  bool next();
  long generation() const { return generation_; }
  // The candidates of this generation that the store lacks.
  const std::vector<int>& missing() const { return missing_; }
  // Simulates a missing candidate. Callable from several threads.
  Evaluation evaluate(int candidate) const;
  // Tells the optimiser the costs of this generation, of which none may be missing.
  void tell();
  // Learns an evaluation of this generation; ignores it if it is known. Throws RunError if it is of
  // another candidate than this search asks for.
  void learn(Evaluation evaluation);
  // Reads the store again, for what other processes have evaluated meanwhile.
  void learn_stored();
  // Throws RunError if the run file, or a file that its shots read, is not what it was when the
  // search began.
  void require_unchanged() const;

  const RunSpec& run() const { return candidates_.run(); }
  const Candidates& candidates() const { return candidates_; }
  const std::string& inputs() const { return inputs_; }
  LogHead log_head() const;
  const std::vector<Evaluation>& done() const { return done_; }
  const Evaluation* best() const;  // nullptr if all failed

 private:
  void read_store();
  void take_stored();  // of this generation
  Trial try_scenario(const Eigen::VectorXd& x, std::size_t scenario) const;

  std::string run_file_, folder_;
  Candidates candidates_;
  std::string inputs_;
  std::unique_ptr<Optimiser> optimiser_;
  StoreReader store_;
  std::map<std::pair<long, int>, Evaluation> stored_;  // [generation, candidate] not yet learned
  std::vector<Evaluation> done_;
  std::vector<Eigen::VectorXd> asked_;  // this generation
  std::vector<Evaluation> told_;        // [candidate] of this generation
  std::vector<int> missing_;
  bool hopeless(const std::vector<Trial>& trials) const;  // after these, in order
  double cost_in_first(const Evaluation& e) const;        // in the scenarios that are tried first

  double hopeless_;  // cost that no candidate worth learning from had in the last generation
  long generation_ = -1;
};

// Simulates those of `wanted` ([candidate] of this generation) that are missing, with `threads`
// threads (0: one for each processor), into the log `log`. Throws RunError if a stop is asked for.
void evaluate_missing(Search& search, const std::string& log, int threads,
                      const std::vector<int>& wanted);

struct SearchProgress {
  const Search& search;
  bool finished = false;
};

// Runs a search to its end in this process with `threads` threads (0: one for each processor), and
// calls `tell` after every generation. Throws RunError if a stop is asked for (base/stop.h).
void run_search(Search& search, const std::string& folder, int threads,
                const std::function<void(const SearchProgress&)>& tell);

}  // namespace gambol
