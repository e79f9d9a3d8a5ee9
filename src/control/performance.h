#pragma once

namespace gambol {

// A motor program that is being played.
struct Performance {
  int program = -1;     // -1: none
  double begun = 0;     // s
  double duration = 0;  // s
  unsigned started =
      0;  // how many of the program's ramps, in the order of their starts, have begun
};

}  // namespace gambol
