#pragma once

// What a controller of leg frames does when its figure loses its balance: how one that stands
// steps to catch itself, and how one that has fallen goes limp.

#include <string>

#include "base/error.h"
#include "schema/fields.h"

namespace gambol {

// A figure that stands and topples steps in place until it is calm (seed 002, section 6: one or two
// cycles of zero-speed walking).
struct CatchSpec {
  Place place;
  std::string gait;  // by which it steps
};
void fields(Fields& v, CatchSpec& of);

// A frame that is to bear and is far from how it is to stand has fallen: the figure exerts no
// virtual forces any more, and its servos are weak, until an act begins.
struct LimpSpec {
  Place place;
  double turned = 0;  // rad between the frame's orientation and the one that is wanted
  double height = 0;  // share of the hips' height that is wanted; 0: at any height
};
void fields(Fields& v, LimpSpec& of);

}  // namespace gambol
