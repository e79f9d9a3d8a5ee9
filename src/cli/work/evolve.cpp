// gambol evolve: breeds creatures that move.

#include <fmt/format.h>

#include <chrono>

#include "base/file_set.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/columns.h"
#include "cli/verbs.h"
#include "cli/work/farm_search.h"
#include "search/evolution/evolution.h"
#include "search/evolution/evolution_page.h"
#include "search/evolution/films.h"

namespace gambol {
namespace {

using SteadyClock = std::chrono::steady_clock;

// The best of each way as shots, and the page.
class Results {
 public:
  explicit Results(std::string folder) : folder_(std::move(folder)) {}

  void write(const Evolution& evolution, bool finished) {
    constexpr double last = 2;  // s of gait diagrams
    FileSet files;
    for (const auto& [way, best] : evolution.best()) {
      const auto known = written_.find(way);
      if (known != written_.end() && known->second == best) continue;
      const GenomeSpec& genome = evolution.genomes()[static_cast<std::size_t>(best)];
      const Creatures& creatures = evolution.creatures();
      gaits_[way] = gait_diagram(creatures, genome, last);
      const std::string about =
          fmt::format("Candidate {} of {}, the fittest whose way of moving is: {}.", best,
                      evolution.run().name, way);
      for (const Creatures::File& file :
           creatures.written(fmt::format("{}_{}", evolution.run().name, way), genome,
                             evolution.result(best).trials[0], about, folder_))
        files.write(fmt::format("{}/{}.yaml", folder_, file.name), file.text);
    }
    files.write(folder_ + "/index.html", evolution_page(evolution, gaits_, finished));
    files.commit();
    written_ = evolution.best();
  }

 private:
  std::string folder_;
  GaitDiagrams gaits_;
  std::map<std::string, int> written_;  // [way]
};

std::string best_so_far(const Evolution& evolution) {
  std::string text;
  for (const auto& [way, best] : evolution.best())
    text += fmt::format(", {} {:.3g}", way, -evolution.result(best).cost);
  return text;
}

void print_best(const Evolution& evolution, const std::string& folder) {
  const EvolutionSpec& run = evolution.run();
  std::vector<std::vector<std::string>> rows(1, {"way", "candidate"});
  for (const std::string& name : evolution.log_head().measured) rows[0].push_back(name);
  for (const auto& [way, best] : evolution.best()) {
    rows.push_back({way, std::to_string(best)});
    for (const double x : evolution.result(best).trials[0].measured)
      rows.back().push_back(fmt::format("{:.3g}", x));
  }
  print_columns(rows, 1);
  fmt::print("{0}/{1}_WAY.yaml are their shots, {0}/index.html the whole evolution\n", folder,
             run.name);
}

// Writes shots of candidates whose results are known.
ExitCode film(Evolution& evolution, const std::string& list, const std::string& folder) {
  while (evolution.next()) continue;  // tells what the store holds
  try {
    const std::vector<int> chosen = chosen_candidates(evolution, list);
    const std::vector<Creatures::File> films = films_of(evolution, chosen, folder);
    const auto path = [&](const Creatures::File& file) {
      return fmt::format("{}/{}.yaml", folder, file.name);
    };
    FileSet files;
    for (const Creatures::File& file : films) files.write(path(file), file.text);
    files.commit();
    for (const Creatures::File& file : films)
      if (!file.name.ends_with("_genome")) fmt::print("{}\n", path(file));
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--film: {}", error.what()));
  }
  return ExitCode::ok;
}

}  // namespace

ExitCode evolve_verb(const EvolveOptions& options) {
  const bool task = !options.candidates.empty();
  if (task != !options.log.empty() || task != !options.bred.empty())
    throw UsageError("--candidates, --bred and --log belong together; gambol gives them to tasks");
  const EvolutionSpec named = load_evolution(options.run);
  const std::string folder = options.out + "/" + named.name;
  if (task) {
    run_evolution_task(options, folder);
    return ExitCode::ok;
  }
  Evolution evolution(options.run, folder);
  if (!options.film.empty()) return film(evolution, options.film, folder);
  Results results(folder);
  const SteadyClock::time_point begun = SteadyClock::now();
  std::optional<SteadyClock::time_point> shown;
  const auto tell = [&](const Evolution& e) {
    const SteadyClock::time_point now = SteadyClock::now();
    // Writing the page takes a while.
    if (!e.finished() && shown && now - *shown < std::chrono::seconds(10)) return;
    shown = now;
    results.write(e, e.finished());
    const std::chrono::duration<double> took = now - begun;
    say("{} of {} candidates; of the first {}: {} failed, {} cells{}; {}\n", e.known(),
        named.candidates, e.told(), e.failed(), e.elites().cells().size(), best_so_far(e),
        duration_text(took.count()));
  };
  if (options.farm)
    run_evolution_on_farm(evolution, options, folder, tell);
  else
    run_evolution(evolution, folder, options.threads, tell, options.record);
  if (evolution.best().empty()) {
    say("no candidate moves in any of the ways; {}/index.html says more\n", folder);
    return ExitCode::bad_motion;
  }
  print_best(evolution, folder);
  return ExitCode::ok;
}

}  // namespace gambol
