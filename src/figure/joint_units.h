#pragma once

// Numbers that authors write for joints: their units depend on whether a degree of freedom turns or
// slides, which is known only when the joints that a name means are.

#include <initializer_list>
#include <string>
#include <vector>

#include "figure/figure_spec.h"
#include "schema/fields.h"
#include "schema/findings.h"

namespace gambol {

enum class JointQuantity { position, stiffness, damping, force };

struct JointNumber {
  const char* field;  // key of the author's struct
  JointQuantity quantity;
};

// How a stiffness, a damping is declared: with the units of both kinds.
Field joint_stiffness_field(const char* help);
Field joint_damping_field(const char* help);

// Reports units of the struct at `owner` that do not fit a degree of freedom in `names`.
void check_joint_units(const FigureSpec& figure, const Place& owner,
                       const std::vector<std::string>& names,
                       std::initializer_list<JointNumber> numbers, Findings& findings);

}  // namespace gambol
