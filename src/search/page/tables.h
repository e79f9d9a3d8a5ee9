#pragma once

// The tables of a search's page, as HTML.

#include <string>

#include "search/page/summary.h"
#include "shot/run_spec.h"

namespace gambol {

// The best candidates: cost, what was measured and parameters. "" if there are none.
std::string best_table(const RunSpec& run, const SearchSummary& summary);
// The reasons of failed candidates. "" if there are none.
std::string failure_table(const RunSpec& run, const SearchSummary& summary);

}  // namespace gambol
