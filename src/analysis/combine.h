#pragma once

// One measurement of several: of all figures that an expectation means, or at all starts.

#include <string>
#include <vector>

#include "analysis/measures.h"
#include "shot/expect_spec.h"

namespace gambol {

// The worst, the mean or the median of `all`, which are measurements of one expectation. The worst
// is one that is missed, and of these the one farthest outside of its bounds. A mean or median has
// no value if one of `all` has none. `over` of the result says "median of 40 figures" for `of`
// "figures"; `why` names that of `names` which is the worst.
// Shapes: `all` and `names` are of one size, at least 1.
Measurement combine(OfValues which, const std::vector<Measurement>& all, const std::string& of,
                    const std::vector<std::string>& names);

}  // namespace gambol
