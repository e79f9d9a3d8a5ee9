#pragma once

// Skills that were found on one body, played by another.

#include <string>

#include "schema/scale_tree.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Multiplies `by` with the ratios of the figure in the file `other` to that in the file `own`, on
// which a skill was found: of leg heights (longest sides, without legs) and of masses. Returns ""
// or, where the other cannot play it, what is expected instead.
std::string take_over(const std::string& own, const std::string& other, Similarity& by);

// Scales all that a skill says. `defaults`: left if it changes another skill.
void scale_skill(YamlNode& skill, const Similarity& by, ScaledDefaults defaults);

}  // namespace gambol
