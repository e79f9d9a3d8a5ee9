#pragma once

// One declaration of every field an author can write. A struct is described once, by a function
//
//     template <class V> void fields(V& v, CameraSpec& c) {
//       v.field("position", c.position, {.help = "where the camera stands", .dim = dim::length});
//     }
//
// and every use of the description is a visitor V: the loader (shot/loader.h), the describer behind
// `explain` and the JSON Schema (shot/describe.h), and the canonical text behind the hashes
// (shot/canonical.h). A new field of a kind that exists is one line in a *_fields.h.
//
// What a visitor offers besides field():
//   fill(name, a, b, c, f)   one key that stands for several fields written after it
//   variant(name, v, f)      a std::variant whose alternative is named by the key `name`
//   loaded(name, s)          a struct that comes from another file: no key of its own

#include <array>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.h"

namespace gambol {

// What an edit of a field makes stale.
enum class Touches {
  motion,   // and with it pictures
  picture,  // pictures only
  movie,    // the movie that is made of them
  nothing,  // words, and names of files whose content counts instead
};

struct Field {
  const char* help = "";
  Dimension dim = dim::ratio;
  // Other dimensions that are right too, e.g. a torque or a torque per mass.
  std::vector<Dimension> or_dim = {};
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool required = false;
  const char* or_as = nullptr;  // shorthand: the one key a scalar or list in this place stands for
  bool positive = false;        // greater than 0
  bool any_dim = false;         // a quantity of whatever dimension
  bool color = false;           // three linear numbers, or "#rrggbb" in sRGB
  bool film_time = false;  // times, or the times of a curve's keys, may be film frames (`12 f`)
  bool frames = false;     // a simulated time that may be film frames, mapped through playback
  bool by_name = false;    // a list of structs that may be written as a mapping from their names
  // Of a list of structs: the keys, separated by commas, that tell an element that has no name from
  // others when a shot or take changes it; with `?` only whether the key is there counts.
  const char* known_by = nullptr;
  Touches touches = Touches::motion;
};

// The names of an enum's values, as authors write them. Specialised beside the fields() that use
// it.
template <class E>
inline constexpr std::array<std::pair<std::string_view, E>, 0> names_of{};

// The struct that an author writes for a T, where that is not T itself. A specialisation names it
// as `type`; `bool convert(Converter&, const type&, T&)` makes the T.
template <class T>
struct WrittenAs {
  using type = T;
};

// The name by which an author picks an alternative of a std::variant.
template <class T>
inline constexpr std::string_view variant_name{};

}  // namespace gambol
