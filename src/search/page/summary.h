#pragma once

// What the evaluations of a search come to, for its page.

#include <cstddef>
#include <string>
#include <vector>

#include "search/evaluation.h"

namespace gambol {

// A cost that is not finite, for whatever reason, is that of a failed candidate.
bool failed(const Evaluation& e);
// Whether no scenario was skipped: the cost of others is no cost of the whole.
bool tried_in_all(const Evaluation& e);
std::string candidate_name(const Evaluation& e);  // "generation.candidate"

// Failed candidates whose reasons agree up to the first digit.
struct FailureGroup {
  std::size_t count = 0;
  const Evaluation* example = nullptr;  // the first one
  std::size_t scenario = 0;             // of the example
  std::string reason;                   // of the example
};

// Evaluations [begin, end) in SearchSummary::in_order.
struct EvaluationSpan {
  std::size_t begin = 0, end = 0;
};

// Points into the evaluations that it summarises.
struct SearchSummary {
  std::vector<const Evaluation*> in_order;  // by generation, then candidate
  std::vector<EvaluationSpan> generations;
  std::size_t failed = 0;
  std::vector<const Evaluation*> best;  // at most ten that did not fail, the best first
  std::vector<FailureGroup> failures;   // the most frequent first
};
SearchSummary summarise(const std::vector<Evaluation>& done);

// The generations, consecutive ones merged so that there are at most `most` spans.
std::vector<EvaluationSpan> merged_generations(const SearchSummary& summary, std::size_t most);

// The cheapest candidate of a span, the earliest of equals; nullptr if all failed.
const Evaluation* best_of(const SearchSummary& summary, EvaluationSpan span);

// At most `most` of the numbers below n, ascending: one at random of each of equal parts, so that
// no period of the candidates shows, and always the same ones.
std::vector<std::size_t> thinned(std::size_t n, std::size_t most);

}  // namespace gambol
