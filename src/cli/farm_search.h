#pragma once

// A search on a farm: each generation is an array job over chunks of candidates, whose tasks write
// logs of their own into the store.

#include <functional>
#include <string>

#include "cli/verbs.h"
#include "search/search.h"

namespace gambol {

// Runs the search to its end. This process asks and tells; it may be killed and run again at any
// time, and then waits for the job that it finds. Throws RunError (failed) if Slurm cannot be
// asked, or if three jobs in a row evaluate nothing.
void run_search_on_farm(Search& search, const OptimiseOptions& options, const std::string& folder,
                        const std::function<void(const SearchProgress&)>& tell);

// A task of such a job: evaluates the candidates `options.candidates` of the generation
// `options.generation` into the log `options.log`.
void run_search_task(Search& search, const OptimiseOptions& options, const std::string& folder);

}  // namespace gambol
