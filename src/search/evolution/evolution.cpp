#include "search/evolution/evolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "figure/grow.h"
#include "search/term_text.h"

namespace gambol {
namespace {

// The random numbers of one candidate, whatever others drew.
Random random_of(const EvolutionSpec& run, int candidate) {
  Random seed(run.seed);
  return Random(seed.bits() + static_cast<std::uint64_t>(candidate) * 0xd1b54a32d192ed03u);
}

}  // namespace

Evolution::Evolution(const std::string& run_file, const std::string& folder)
    : run_file_(run_file),
      folder_(folder),
      creatures_(load_evolution(run_file)),
      inputs_(creatures_.inputs()),
      breeder_(run(), creatures_.start()),
      elites_(run().niches),
      results_(static_cast<std::size_t>(run().candidates)) {
  for (Evaluation& e : stored_evaluations(folder, inputs_))
    if (e.candidate >= 0 && e.candidate < run().candidates) learn(std::move(e));
}

LogHead Evolution::log_head() const {
  LogHead head{run().name, inputs_, {"genome"}, {run().arena}, {}};
  for (const ExpectSpec& m : run().measures) {
    TermSpec term;
    term.measured = m;
    const std::string unit = term_text(term).unit;
    head.measured.push_back(m.name + (unit.empty() ? "" : ", ") + unit);
  }
  return head;
}

void Evolution::tell_until(int end) {
  for (; told_ < end; ++told_) {
    const Evaluation& e = result(told_);
    if (!std::isfinite(e.cost)) {
      ++failed_;
      continue;
    }
    elites_.offer(told_, -e.cost, creatures_.descriptors(e.trials[0]));
    const std::string way = creatures_.way_of(e.trials[0]);
    if (way.empty()) continue;
    const auto [at, first] = best_.try_emplace(way, told_);
    if (!first && e.cost < result(at->second).cost) at->second = told_;
  }
}

void Evolution::breed() {
  const int k = static_cast<int>(genomes_.size());
  Random random = random_of(run(), k);
  const auto genome = [&](int i) -> const GenomeSpec& {
    return genomes_[static_cast<std::size_t>(i)];
  };
  const std::optional<int> mother = k < run().founders ? std::nullopt : elites_.pick(random);
  std::vector<int> parents;
  GenomeSpec child;
  if (!mother) {
    child = breeder_.founder(random);
  } else {
    parents.push_back(*mother);
    if (random.uniform() < run().breeding.recombination)
      if (const int father = *elites_.pick(random); father != *mother) parents.push_back(father);
    child =
        breeder_.child(genome(*mother), parents.size() > 1 ? &genome(parents[1]) : nullptr, random);
  }
  child.name = fmt::format("creature_{}", k);
  child.about.clear();
  genomes_.push_back(std::move(child));
  parents_.push_back(std::move(parents));
}

std::optional<int> Evolution::next() {
  while (static_cast<int>(genomes_.size()) < run().candidates) {
    const int k = static_cast<int>(genomes_.size());
    const int known = std::max(k - run().look_back + 1, 0);
    for (int i = told_; i < known; ++i)
      if (!results_[static_cast<std::size_t>(i)]) return {};
    tell_until(known);
    breed();
    const auto& stored = results_[static_cast<std::size_t>(k)];
    if (!stored) return k;
    if (stored->values != std::vector{genome_text(genomes_.back())})
      throw RunError(ExitCode::failed,
                     fmt::format("{}: candidate {} is not the one that this evolution breeds; was "
                                 "it made by another build?",
                                 folder_, k));
  }
  const auto known = std::find(results_.begin() + told_, results_.end(), std::nullopt);
  tell_until(static_cast<int>(known - results_.begin()));
  return {};
}

Evaluation Evolution::evaluate(int candidate, const GenomeSpec& genome,
                               const std::vector<int>& parents) const {
  Evaluation e;
  e.candidate = candidate;
  e.values = {genome_text(genome)};
  e.parents = parents;
  e.trials = {creatures_.tried(genome)};
  e.cost = e.trials[0].cost;
  return e;
}

void Evolution::learn(Evaluation e) {
  auto& result = results_[static_cast<std::size_t>(e.candidate)];
  known_ += !result;
  if (!result) result = std::move(e);
}

void Evolution::require_unchanged() const {
  std::string now;
  try {
    now = Creatures(load_evolution(run_file_)).inputs();
  } catch (const InputError& error) {
    now = error.what();
  }
  if (now != inputs_)
    throw RunError(ExitCode::failed,
                   fmt::format("{}, or a file that its shot reads, has changed since the evolution "
                               "began; what was found until then is in {}",
                               run_file_, folder_));
}

}  // namespace gambol
