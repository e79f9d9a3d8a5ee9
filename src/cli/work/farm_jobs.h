#pragma once

// Candidates of a search on a farm: array jobs of Slurm over chunks of them, whose tasks write logs
// of their own into the store.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "farm/slurm.h"

namespace gambol {

// What a process that asks and tells wants of the farm.
struct FarmSearch {
  std::string verb;    // of the command line: optimise or evolve
  std::string run;     // path of the run file
  std::string name;    // of the run
  std::string inputs;  // hash of what results depend on
  std::string out;     // folder of all results
  std::string folder;  // of the store
  std::string label;   // of the jobs, such as the generation
  std::string partition;
  std::vector<std::string> global;  // options of every task, before the verb
  std::vector<std::string> task;    // options of every task; @work@ is the job's own folder
  int chunk = 0;                    // candidates per task; 0: all workers get as many
  int at_once = 0;  // most candidates that can be wanted at once; 0: all that ever are. Then a
                    // worker has four tasks: one that it runs, others that wait for it

  std::function<std::vector<int>()> wanted;  // candidates to be evaluated
  std::function<bool(int)> knows;            // whether a candidate is in the store as it was read
  std::function<void()> learn;               // reads the store again
  std::function<void()> require_unchanged;   // throws RunError
  // Writes what the tasks of these candidates need into the job's folder.
  std::function<void(const std::string& work, const std::vector<int>& candidates)> prepare;
  std::function<void()> tell;  // after something was learned
};

// Evaluates on a farm until nothing is wanted. The process may be killed and run again at any time,
// and then waits for the jobs that it finds. What a dead job has not evaluated is given to another.
// Throws RunError (failed) if Slurm cannot be asked, or if three jobs in a row evaluate nothing.
void evaluate_on_farm(const FarmSearch& search);

// The numbers of an option `--candidates`. Throws UsageError.
std::vector<int> parse_candidates(const std::string& text);

// Seconds for which a network file system may show an old folder (docs/farm.md).
inline constexpr int most_stale = 70;

}  // namespace gambol
