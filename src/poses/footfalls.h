#pragma once

// When a leg bears, from the recorded force of the ground on its feet: what the feet did, not what
// a gait told them.

#include <string_view>
#include <vector>

#include "poses/poses.h"

namespace gambol {

// A foot comes down when its force passes `comes_down` of the figure's weight, and is up again when
// it falls below a third of that. Contacts and gaps shorter than `ignored` of a stride are none.
struct BearingRule {
  double comes_down = 0.03;
  double ignored = 0.03;
};

// [row] 1 while the leg bears, else 0, of the track's rows from `first` to `last` - 1. A stride
// lasts from one commanded step to the next; of a leg without two commanded steps, from one rise of
// the force to the next. Empty if the leg's force was not recorded.
std::vector<double> bearing(const Poses& poses, std::string_view figure, std::string_view leg,
                            const BearingRule& rule, std::size_t first, std::size_t last);

// The same of all rows.
std::vector<double> bearing(const Poses& poses, std::string_view figure, std::string_view leg);

// Force (N) of the figure's weight under standard gravity; 0 for an unknown figure.
double weight_of(const Poses& poses, std::string_view figure);

// Rows k > 0 at which `signal` rises through 0.5.
std::vector<std::size_t> rises(const std::vector<double>& signal);

}  // namespace gambol
