#pragma once

// How large what a file describes is, as whoever imports it says.

namespace gambol {

struct ImportScale {
  double metres = 0;  // of a unit of length in the file; 0: not said
  double height = 0;  // m, of the character as it stands; 0: not said
};

}  // namespace gambol
