#pragma once

// What is said of a field that an author can write: its unit, range, help. Every field is declared
// once, by the function fields() of its struct (see schema/fields.h).

#include <limits>
#include <vector>

#include "base/units.h"

namespace gambol {

// The results that an edit of a field makes stale.
enum class Touches {
  motion,   // the motion, and therefore pictures
  picture,  // pictures only
  movie,    // the movie that is encoded from the pictures
  nothing,  // none: descriptions, and names of files whose content is hashed instead
};

struct Field {
  const char* help = "";
  Dimension dim = dim::ratio;
  // Other dimensions that are accepted, e.g. a torque or a torque per mass.
  std::vector<Dimension> or_dim = {};
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool required = false;
  const char* or_as = nullptr;  // shorthand: the key whose value a bare scalar or list here is
  bool positive = false;        // greater than 0
  bool any_dim = false;         // a quantity of any dimension
  bool color = false;           // three linear numbers, or "#rrggbb" in sRGB
  Dimension over = dim::time;   // of a curve's keys: what it is a curve over
  bool film_time = false;  // times, or the times of a curve's keys, may be film frames (`12 f`)
  bool frames = false;     // a simulated time; may be film frames, which `playback` maps to it
  bool by_name = false;    // a list of structs; may be written as a mapping from their names
  // For a list of structs: the keys, separated by commas, that identify an element without a name
  // when a shot or take changes it. For a key with `?` only its presence counts.
  const char* known_by = nullptr;
  bool on_ground = false;  // a place, which may be written without its height
  bool settable = false;   // a number, or a curve over simulated time, that a cue may set
  Touches touches = Touches::motion;
};

// The struct that an author writes for a T, if it is not T itself. A specialisation names it as
// `type`; `bool convert(LoadContext&, const type&, T&)` makes the T and returns false if it reports
// a problem instead.
template <class T>
struct WrittenAs {
  using type = T;
};

}  // namespace gambol
