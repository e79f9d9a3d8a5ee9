// gambol optimise: searches for the values that a run file asks for.

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "base/file_set.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/verbs.h"
#include "cli/work/farm_search.h"
#include "cli/work/search_table.h"
#include "search/loops/search.h"
#include "search/loops/search_page.h"
#include "search/parameter_value.h"

namespace gambol {
namespace {

std::string described(const Evaluation& e) {
  return fmt::format("{:.6g} (generation {}, candidate {})", e.cost, e.generation, e.candidate);
}

long failures(const std::vector<Evaluation>& done) {
  long failed = 0;
  for (const Evaluation& e : done) failed += !std::isfinite(e.cost);
  return failed;
}

// What the search has found so far, in its folder: the page, and the best candidate as files.
void write_results(const Search& search, const std::string& folder, bool finished) {
  FileSet files;
  files.write(folder + "/index.html", search_page(search.run(), search.done(), finished));
  if (const Evaluation* best = search.best())
    for (const Candidates::File& file : search.candidates().written(best->x, folder))
      files.write(fmt::format("{}/{}.yaml", folder, file.name), file.text);
  files.commit();
}

void print_best(const Search& search, const std::string& folder) {
  const Evaluation* best = search.best();
  if (!best) return;
  const RunSpec& run = search.run();
  fmt::print("best: {}\n", described(*best));
  for (std::size_t i = 0; i < run.parameters.size(); ++i) {
    const ParameterSpec& p = run.parameters[i];
    const std::string unit = shown_unit(p).name;
    fmt::print("  {}: {}{}{}\n", p.name, shown_value(p, best->x[static_cast<Eigen::Index>(i)]),
               unit.empty() ? "" : " ", unit);
  }
  fmt::print("{0}/{1}_best.yaml is its shot, {0}/index.html the whole search\n", folder, run.name);
}

}  // namespace

ExitCode optimise_verb(const OptimiseOptions& options) {
  const bool task = !options.candidates.empty();
  if (task != !options.log.empty() || task != (options.generation >= 0))
    throw UsageError(
        "--candidates, --generation and --log belong together; gambol gives them to tasks");
  const RunSpec named = load_run(options.run);
  const std::string folder = options.out + "/" + named.name;
  Search search(options.run, folder);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begun = Clock::now();
  std::optional<Clock::time_point> shown;
  if (task) {
    run_search_task(search, options, folder);
    return ExitCode::ok;
  }
  const auto tell = [&](const SearchProgress& p) {
    const Clock::time_point now = Clock::now();
    // A resumed search goes through many generations at once.
    if (!p.finished && shown && now - *shown < std::chrono::seconds(1)) return;
    shown = now;
    write_results(p.search, folder, p.finished);
    const Evaluation* best = p.search.best();
    const std::chrono::duration<double> took = now - begun;
    say("{} {}: {} evaluations, {} failed, best {}, {}\n",
        p.finished ? "generations" : "generation", p.search.generation(), p.search.done().size(),
        failures(p.search.done()), best ? described(*best) : "none", duration_text(took.count()));
  };
  if (options.farm)
    run_search_on_farm(search, options, folder, tell);
  else
    run_search(search, folder, options.threads, tell);
  if (std::holds_alternative<GridSpec>(search.run().method.kind))
    print_search_table(search.run(), search.done());
  print_best(search, folder);
  if (!search.best()) say("every candidate failed; {}/index.html says why\n", folder);
  return search.best() ? ExitCode::ok : ExitCode::bad_motion;
}

}  // namespace gambol
