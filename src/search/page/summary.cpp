#include "search/page/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/random.h"

namespace gambol {
namespace {

constexpr std::size_t best_shown = 10;

std::vector<EvaluationSpan> generations_of(const std::vector<const Evaluation*>& in_order) {
  std::vector<EvaluationSpan> spans;
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    if (i == 0 || in_order[i]->generation != in_order[i - 1]->generation) spans.push_back({i, i});
    spans.back().end = i + 1;
  }
  return spans;
}

// The reason of the first trial that has one. Its scenario is 0 if none has.
FailureGroup why_failed(const Evaluation& e) {
  for (std::size_t s = 0; s < e.trials.size(); ++s)
    if (!e.trials[s].failure.empty()) return {1, &e, s, e.trials[s].failure};
  return {1, &e, 0, "the cost is not a finite number"};
}

std::vector<FailureGroup> failures_of(const std::vector<const Evaluation*>& in_order) {
  std::vector<FailureGroup> groups;
  std::map<std::string, std::size_t> index;
  for (const Evaluation* e : in_order) {
    if (!failed(*e)) continue;
    FailureGroup one = why_failed(*e);
    const std::string start = one.reason.substr(0, one.reason.find_first_of("0123456789"));
    const auto [at, is_new] = index.try_emplace(start, groups.size());
    if (is_new)
      groups.push_back(std::move(one));
    else
      ++groups[at->second].count;
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const FailureGroup& a, const FailureGroup& b) { return a.count > b.count; });
  return groups;
}

}  // namespace

bool failed(const Evaluation& e) { return !std::isfinite(e.cost); }

bool tried_in_all(const Evaluation& e) {
  return std::none_of(e.trials.begin(), e.trials.end(), [](const Trial& t) { return t.skipped; });
}

std::string candidate_name(const Evaluation& e) {
  return fmt::format("{}.{}", e.generation, e.candidate);
}

SearchSummary summarise(const std::vector<Evaluation>& done) {
  SearchSummary s;
  for (const Evaluation& e : done) s.in_order.push_back(&e);
  std::stable_sort(
      s.in_order.begin(), s.in_order.end(), [](const Evaluation* a, const Evaluation* b) {
        return std::tie(a->generation, a->candidate) < std::tie(b->generation, b->candidate);
      });
  s.generations = generations_of(s.in_order);
  s.failures = failures_of(s.in_order);
  for (const Evaluation* e : s.in_order)
    if (failed(*e))
      ++s.failed;
    else if (tried_in_all(*e))
      s.best.push_back(e);
  std::stable_sort(s.best.begin(), s.best.end(),
                   [](const Evaluation* a, const Evaluation* b) { return a->cost < b->cost; });
  if (s.best.size() > best_shown) s.best.resize(best_shown);
  return s;
}

std::vector<EvaluationSpan> merged_generations(const SearchSummary& summary, std::size_t most) {
  const std::vector<EvaluationSpan>& all = summary.generations;
  const std::size_t merged = (all.size() + most - 1) / most;
  std::vector<EvaluationSpan> spans;
  for (std::size_t i = 0; i < all.size(); i += merged)
    spans.push_back({all[i].begin, all[std::min(i + merged, all.size()) - 1].end});
  return spans;
}

const Evaluation* best_of(const SearchSummary& summary, EvaluationSpan span) {
  const Evaluation* best = nullptr;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const Evaluation* e = summary.in_order[i];
    if (!failed(*e) && tried_in_all(*e) && (!best || e->cost < best->cost)) best = e;
  }
  return best;
}

std::vector<std::size_t> thinned(std::size_t n, std::size_t most) {
  const std::size_t count = std::min(n, most);
  std::vector<std::size_t> kept;
  Random random;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = i * n / count, end = (i + 1) * n / count;
    const double place = random.uniform() * static_cast<double>(end - begin);
    kept.push_back(begin + static_cast<std::size_t>(place));
  }
  return kept;
}

}  // namespace gambol
