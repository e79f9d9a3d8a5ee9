#include "cli/work/farm_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/atomic_file.h"
#include "base/stop.h"
#include "cli/work/farm_jobs.h"
#include "farm/lock.h"

namespace gambol {
namespace {

// Reads the store until it has everything, for at most `seconds`.
void learn_patiently(Search& search, int seconds) {
  for (int k = 0; k < seconds && !search.missing().empty(); ++k) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    heed_stop();
    search.learn_stored();
  }
}

// What both verbs say alike.
FarmSearch farm_search(const char* verb, const auto& options, const std::string& folder) {
  FarmSearch farm;
  farm.verb = verb;
  farm.run = options.run;
  farm.out = options.out;
  farm.folder = folder;
  farm.partition = options.partition;
  farm.global = options.global;
  farm.chunk = options.chunk;
  farm.tell = [] {};
  return farm;
}

}  // namespace

void run_search_on_farm(Search& search, const OptimiseOptions& options, const std::string& folder,
                        const std::function<void(const SearchProgress&)>& tell) {
  const FarmLock lock(folder + "/farm");
  const StopSignals signals;
  FarmSearch farm = farm_search("optimise", options, folder);
  farm.name = search.run().name;
  farm.inputs = search.inputs();
  farm.wanted = [&] { return search.missing(); };
  farm.knows = [&](int k) {
    return std::find(search.missing().begin(), search.missing().end(), k) == search.missing().end();
  };
  farm.learn = [&] { search.learn_stored(); };
  farm.require_unchanged = [&] { search.require_unchanged(); };
  while (search.next()) {
    farm.label = std::to_string(search.generation());
    farm.task = {"--generation", farm.label};
    evaluate_on_farm(farm);
    search.tell();
    tell({search, false});
  }
  tell({search, true});
}

void run_search_task(Search& search, const OptimiseOptions& options, const std::string& folder) {
  const std::vector<int> wanted = parse_candidates(options.candidates);
  while (search.next() && search.generation() < options.generation) {
    learn_patiently(search, most_stale);
    if (!search.missing().empty())
      throw RunError(ExitCode::bad_input, fmt::format("generation {} is not complete in {}",
                                                      search.generation(), folder));
    search.tell();
  }
  evaluate_missing(search, folder + "/" + options.log + ".jsonl", options.threads, wanted);
}

void run_evolution_on_farm(Evolution& evolution, const EvolveOptions& options,
                           const std::string& folder,
                           const std::function<void(const Evolution&)>& tell) {
  const FarmLock lock(folder + "/farm");
  const StopSignals signals;
  std::vector<Bred> wanted;  // bred and not known
  FarmSearch farm = farm_search("evolve", options, folder);
  farm.name = evolution.run().name;
  farm.inputs = evolution.inputs();
  farm.label = "bred";
  farm.at_once = evolution.run().look_back;
  farm.task = {"--bred", "@work@/bred.jsonl"};
  farm.wanted = [&] {
    std::erase_if(wanted, [&](const Bred& bred) { return evolution.knows(bred.candidate); });
    while (const std::optional<Bred> bred = evolution.next()) wanted.push_back(*bred);
    std::vector<int> all;
    for (const Bred& bred : wanted) all.push_back(bred.candidate);
    return all;
  };
  farm.knows = [&](int k) { return evolution.knows(k); };
  farm.learn = [&] { evolution.learn_stored(); };
  farm.require_unchanged = [&] { require_unchanged(options.run, evolution.inputs()); };
  farm.prepare = [&](const std::string& work, const std::vector<int>& candidates) {
    std::vector<Bred> given;
    for (const Bred& bred : wanted)
      if (std::binary_search(candidates.begin(), candidates.end(), bred.candidate))
        given.push_back(bred);
    write_file(work + "/bred.jsonl", bred_text(evolution.log_head(), given));
  };
  farm.tell = [&] { tell(evolution); };
  evaluate_on_farm(farm);
  tell(evolution);
}

void run_evolution_task(const EvolveOptions& options, const std::string& folder) {
  const Creatures creatures(load_evolution(options.run));
  const std::string inputs = creatures.inputs();
  const LogHead head = log_head(creatures, inputs);
  const std::string log = folder + "/" + options.log + ".jsonl";
  std::vector<Bred> all = read_bred(options.bred, inputs, parse_candidates(options.candidates));
  // A task that is run again evaluates only what its log lacks.
  std::size_t bytes = 0;
  for (const Evaluation& e : read_log(log, inputs, bytes))
    std::erase_if(all, [&](const Bred& bred) { return bred.candidate == e.candidate; });
  std::size_t given = 0;
  evaluate_bred(creatures, head, log, options.threads,
                {[&]() -> std::optional<Bred> {
                   return given < all.size() ? std::optional(all[given++]) : std::nullopt;
                 },
                 [](const Evaluation&) {}, [&] { require_unchanged(options.run, inputs); }, [] {},
                 options.record});
}

}  // namespace gambol
