#pragma once

// The progress of a search, for people who look at it in a browser.

#include <string>
#include <vector>

#include "search/evaluation.h"
#include "shot/run_spec.h"

namespace gambol {

// One HTML page that needs nothing else: no network, no scripts. It loads itself again every 10 s
// unless the search is finished. Long searches show some of their candidates only, so that the page
// stays below 3 MB.
std::string search_page(const RunSpec& run, const std::vector<Evaluation>& done, bool finished);

}  // namespace gambol
