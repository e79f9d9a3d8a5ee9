#pragma once

// How people read a term of an objective, in tables, pages and logs.

#include <string>

#include "shot/run_spec.h"

namespace gambol {

struct TermText {
  std::string title;  // "clearance (abdomen)", as `gambol measure` has it; "walker: " before it if
                      // the term names a figure
  std::string unit;   // in which the measure is shown; "" for a plain number
  double per_si = 1;  // shown = si * per_si
};
TermText term_text(const TermSpec& term);

}  // namespace gambol
