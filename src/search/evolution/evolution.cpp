#include "search/evolution/evolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "figure/grow.h"

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
      store_(folder, inputs_),
      breeder_(run(), creatures_.start()),
      elites_(run().niches, run().life),
      results_(static_cast<std::size_t>(run().candidates)) {
  learn_stored();
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
  std::vector<int> parents;
  if (k >= run().founders)
    if (const std::optional<int> mother = elites_.pick(random)) parents.push_back(*mother);
  GenomeSpec child;
  if (parents.empty()) {
    child = breeder_.founder(random);
  } else {
    if (random.uniform() < run().breeding.recombination)
      if (const int father = *elites_.pick(random); father != parents[0]) parents.push_back(father);
    child = breeder_.child(genome(parents[0]), parents.size() > 1 ? &genome(parents[1]) : nullptr,
                           random);
  }
  child.name = fmt::format("creature_{}", k);
  child.about.clear();
  genomes_.push_back(std::move(child));
  parents_.push_back(std::move(parents));
}

std::optional<Bred> Evolution::next() {
  while (static_cast<int>(genomes_.size()) < run().candidates) {
    const int k = static_cast<int>(genomes_.size());
    const int known = std::max(k - run().look_back + 1, 0);
    for (int i = told_; i < known; ++i)
      if (!results_[static_cast<std::size_t>(i)]) return {};
    tell_until(known);
    breed();
    const auto& stored = results_[static_cast<std::size_t>(k)];
    if (!stored) return Bred{k, genomes_.back(), parents_.back()};
    require_bred(*stored);
  }
  const auto known = std::find(results_.begin() + told_, results_.end(), std::nullopt);
  tell_until(static_cast<int>(known - results_.begin()));
  return {};
}

void Evolution::require_bred(const Evaluation& e) const {
  if (e.values != std::vector{genome_text(genomes_[static_cast<std::size_t>(e.candidate)])})
    throw RunError(ExitCode::failed,
                   fmt::format("{}: candidate {} is not the one that this evolution breeds; was it "
                               "made by another build?",
                               folder_, e.candidate));
}

// The store may know more candidates than are bred yet; these are checked when they are.
void Evolution::learn(Evaluation e) {
  auto& result = results_[static_cast<std::size_t>(e.candidate)];
  if (result) return;
  if (e.candidate < static_cast<int>(genomes_.size())) require_bred(e);
  ++known_;
  result = std::move(e);
}

void Evolution::learn_stored() {
  for (Evaluation& e : store_.news())
    if (e.candidate >= 0 && e.candidate < run().candidates) learn(std::move(e));
}

void require_unchanged(const std::string& run_file, const std::string& inputs) {
  std::string now;
  try {
    now = Creatures(load_evolution(run_file)).inputs();
  } catch (const InputError& error) {
    now = error.what();
  }
  if (now != inputs)
    throw RunError(ExitCode::failed,
                   fmt::format("{}, or a file that its shot reads, has changed since the evolution "
                               "began; what was found until then is kept",
                               run_file));
}

void run_evolution(Evolution& evolution, const std::string& folder, int threads,
                   const std::function<void(const Evolution&)>& tell, const std::string& record) {
  evaluate_bred(
      evolution.creatures(), evolution.log_head(), folder + "/evaluations.jsonl", threads,
      {[&] { return evolution.next(); }, [&](Evaluation e) { evolution.learn(std::move(e)); },
       [&] { require_unchanged(evolution.run_file(), evolution.inputs()); },
       [&] { tell(evolution); }, record});
  tell(evolution);
}

}  // namespace gambol
