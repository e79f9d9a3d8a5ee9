#pragma once

// An evolution: candidates are bred, simulated and remembered one after the other, without
// generations. Candidate k is bred from exactly the results 0 to k - look_back, told in order, so
// that look_back candidates can be simulated at once and every number is the same to the bit
// whatever the number of threads, and after it was killed.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/creatures/breeding.h"
#include "search/creatures/creature.h"
#include "search/evaluation.h"
#include "search/evolution/bred.h"
#include "search/evolution/elites.h"
#include "search/loops/store.h"

namespace gambol {

// Throws RunError if the run file, and the files that its shot reads, have not these inputs any
// more.
void require_unchanged(const std::string& run_file, const std::string& inputs);

class Evolution {
 public:
  // `folder` keeps the store. Throws InputError for a bad run file, or a store of other inputs.
  Evolution(const std::string& run_file, const std::string& folder);

  const EvolutionSpec& run() const { return creatures_.run(); }
  const Creatures& creatures() const { return creatures_; }
  const std::string& run_file() const { return run_file_; }
  const std::string& inputs() const { return inputs_; }
  LogHead log_head() const { return gambol::log_head(creatures_, inputs_); }

  // The next candidate that the store lacks, bred; nothing if none can be bred before another
  // result is learned, or all are.
  std::optional<Bred> next();
  bool finished() const { return told_ == run().candidates; }
  bool knows(int candidate) const {
    return results_[static_cast<std::size_t>(candidate)].has_value();
  }
  // Throws RunError for an evaluation of another genome than the one that was bred.
  void learn(Evaluation evaluation);
  // Reads what other processes have added to the store.
  void learn_stored();

  // Candidates bred so far.
  const std::vector<GenomeSpec>& genomes() const { return genomes_; }
  const std::vector<std::vector<int>>& parents() const { return parents_; }
  // Results told so far, in order; and all that are known.
  int told() const { return told_; }
  int known() const { return known_; }
  const Evaluation& result(int candidate) const {
    return *results_[static_cast<std::size_t>(candidate)];
  }
  const Elites& elites() const { return elites_; }
  int failed() const { return failed_; }
  // By name, the fittest candidate of each way of moving among those told.
  const std::map<std::string, int>& best() const { return best_; }

 private:
  void require_bred(const Evaluation& evaluation) const;
  void tell_until(int end);  // results 0 to end - 1, all known
  void breed();

  std::string run_file_, folder_;
  Creatures creatures_;
  std::string inputs_;
  StoreReader store_;
  Breeder breeder_;
  Elites elites_;
  std::vector<GenomeSpec> genomes_;                 // [candidate]
  std::vector<std::vector<int>> parents_;           // [candidate]
  std::vector<std::optional<Evaluation>> results_;  // [candidate]
  std::map<std::string, int> best_;
  int told_ = 0, known_ = 0, failed_ = 0;
};

// Runs an evolution to its end with `threads` threads (0: one for each processor), and calls `tell`
// about every second. `record`: a file that gets the processor time of each candidate; "": none.
// Throws RunError if a stop is asked for (base/stop.h).
void run_evolution(Evolution& evolution, const std::string& folder, int threads,
                   const std::function<void(const Evolution&)>& tell,
                   const std::string& record = "");

}  // namespace gambol
