#pragma once

// Candidates of an evolution that were bred and are to be simulated, in this process or by a task
// of a farm.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "figure/genome_spec.h"
#include "search/creatures/creature.h"
#include "search/evaluation.h"
#include "search/loops/store.h"

namespace gambol {

struct Bred {
  int candidate = 0;
  GenomeSpec genome;
  std::vector<int> parents;
};

// As an evaluation without trials.
Evaluation unevaluated(const Bred& bred);
// Simulates a candidate. Callable from several threads.
Evaluation evaluated(const Creatures& creatures, const Bred& bred);

// What the first line of the logs of an evolution says.
LogHead log_head(const Creatures& creatures, const std::string& inputs);

// A file of candidates for the tasks of a farm: each is a line as in the store.
std::string bred_text(const LogHead& head, const std::vector<Bred>& candidates);
// Those of `wanted` in such a file. Throws InputError if one is missing or damaged, or if the file
// was made from other inputs.
std::vector<Bred> read_bred(const std::string& path, const std::string& inputs,
                            const std::vector<int>& wanted);

// Where threads get candidates, and bring results; called by one of them at a time.
struct BredQueue {
  std::function<std::optional<Bred>()> next;  // nothing: not before something is learned
  std::function<void(Evaluation)> learn;
  std::function<void()> require_unchanged;  // throws RunError
  std::function<void()> tell;               // about every second
  std::string record;  // file that gets the processor time of each candidate; "": none
};
// Simulates with `threads` threads (0: one for each processor) until there is no next candidate
// while none is simulated. Results enter the log once the files that they were made from are known
// not to have changed. Throws RunError if a stop is asked for (base/stop.h).
void evaluate_bred(const Creatures& creatures, const LogHead& head, const std::string& log,
                   int threads, const BredQueue& queue);

}  // namespace gambol
