#pragma once

// What a grid search measured, as a table.

#include <vector>

#include "search/evaluation.h"
#include "shot/run_spec.h"

namespace gambol {

// Prints a row for each candidate: its values, its cost, and what was measured in each scenario, or
// with more than four scenarios the mean, the least and the greatest. Of more than fifty
// candidates it prints the best three for each value of the first parameter. `!` marks values
// outside of a term's bounds.
void print_search_table(const RunSpec& run, const std::vector<Evaluation>& done);

}  // namespace gambol
