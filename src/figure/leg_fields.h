#pragma once

// Fields of a leg that a leg of a chain has, too.

#include <optional>

#include "figure/leg_spec.h"
#include "schema/fields.h"

namespace gambol {

// Where a leg stands on the figure, and how near to its middle the foot may come (m).
void leg_place_fields(Fields& v, Side& side, int& row, std::optional<double>& inmost);

}  // namespace gambol
