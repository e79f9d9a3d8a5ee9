#pragma once

// A figure's motion as a BVH file (Biovision's hierarchy, as Meredith and Maddock, "Motion capture
// file formats explained", Sheffield 2001, describe it), which animation programs read.
//
// Every body is a joint at its frame's origin, below that of its parent, whatever connects the two.
// All rotations are 0 in the figure's rest posture. y is up, as such programs expect: the scene is
// turned about x, whose direction stays. Lengths are in m, angles in deg. A position channel gives
// the place in the parent's frame, in place of OFFSET; only the root and bodies that slide have
// them.

#include <string>

#include "exchange/formats/seen.h"

namespace gambol {

std::string bvh_text(const Scene& scene, std::size_t figure, SceneSpan span);

}  // namespace gambol
