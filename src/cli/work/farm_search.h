#pragma once

// `gambol optimise` and `gambol evolve` on a farm.

#include <functional>
#include <string>

#include "cli/verbs.h"
#include "search/evolution/evolution.h"
#include "search/loops/search.h"

namespace gambol {

// Runs the search to its end: each generation is a job. This process asks and tells; it may be
// killed and run again at any time. Throws RunError as evaluate_on_farm().
void run_search_on_farm(Search& search, const OptimiseOptions& options, const std::string& folder,
                        const std::function<void(const SearchProgress&)>& tell);
// A task of such a job: evaluates the candidates `options.candidates` of the generation
// `options.generation` into the log `options.log`.
void run_search_task(Search& search, const OptimiseOptions& options, const std::string& folder);

// The same for an evolution: candidates are given to jobs as soon as they can be bred.
void run_evolution_on_farm(Evolution& evolution, const EvolveOptions& options,
                           const std::string& folder,
                           const std::function<void(const Evolution&)>& tell);
// A task of such a job: evaluates the candidates `options.candidates` of the file `options.bred`.
void run_evolution_task(const EvolveOptions& options, const std::string& folder);

}  // namespace gambol
