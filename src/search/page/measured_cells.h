#pragma once

// What the objective measured of a candidate, as cells of a table. Few scenarios have a column for
// each of their terms; more share columns with the mean and the worst of them.

#include <string>
#include <vector>

#include "search/evaluation.h"
#include "shot/run_spec.h"

namespace gambol {

// The `th` cells of two rows of a head: over groups of columns, and over each column.
struct HeadCells {
  std::string groups, columns;
};
HeadCells measured_head(const RunSpec& run);
std::string measured_cells(const RunSpec& run, const Evaluation& e);

// The index in `trials` of the one whose term adds most to the cost, or is nearest to; nothing if
// none measured it.
std::vector<std::size_t> worst_trial(const TermSpec& term, std::size_t index,
                                     const std::vector<Trial>& trials);

}  // namespace gambol
