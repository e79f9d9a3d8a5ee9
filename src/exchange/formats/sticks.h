#pragma once

// Bones without a skin, which are seen as sticks.

#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

// The key `shapes` of a body: a stick from its origin to each of the tips, m, in its own frame; a
// ball of radius `ball` if there is none.
std::string stick_shapes(const std::vector<Vec3>& tips, double ball);

// The radius of a ball for the ends of bones of which the longest has this length, m.
double stick_ball(double longest);

}  // namespace gambol
