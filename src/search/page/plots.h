#pragma once

// The plots of a search's page, as SVG elements.

#include <string>

#include "search/page/summary.h"
#include "shot/run_spec.h"

namespace gambol {

// Costs over evaluations: candidates, the best so far, the median of each generation, and failed
// candidates above. "" if there are no evaluations.
std::string cost_plot(const SearchSummary& summary);
// Candidates above the upper end of that plot's axis.
std::size_t costs_above_plot(const SearchSummary& summary);

// A parameter over evaluations, in its range.
std::string parameter_plot(const RunSpec& run, std::size_t parameter, const SearchSummary& summary);

}  // namespace gambol
