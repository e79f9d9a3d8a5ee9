#pragma once

// Every field that an author can write is declared once, by a function that describes its struct:
//
//     template <class V> void fields(V& v, CameraSpec& c) {
//       v.field("position", c.position, {.help = "where the camera stands", .dim = dim::length});
//     }
//
// Every use of the description is a visitor V: the loader (schema/loader.h), the describer behind
// `explain` and the JSON Schema (schema/describe.h), and the canonical text behind the hashes
// (schema/canonical.h). A new field of an existing type takes one line in a *_fields.h.
//
// Besides field(), a visitor has:
//   fill(name, f, a, b, c)   one key that stands for several fields, which are described after it
//   variant(name, v, f)      a std::variant; the key `name` selects its alternative
//   loaded(name, s)          a struct that is loaded from another file and has no key of its own

#include <array>
#include <limits>
#include <string_view>
#include <utility>
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
  bool film_time = false;  // times, or the times of a curve's keys, may be film frames (`12 f`)
  bool frames = false;     // a simulated time; may be film frames, which `playback` maps to it
  bool by_name = false;    // a list of structs; may be written as a mapping from their names
  // For a list of structs: the keys, separated by commas, that identify an element without a name
  // when a shot or take changes it. For a key with `?` only its presence counts.
  const char* known_by = nullptr;
  Touches touches = Touches::motion;
};

// The names of an enum's values, as authors write them. schema/names.h has the specialisations.
template <class E>
inline constexpr std::array<std::pair<std::string_view, E>, 0> names_of{};

// The struct that an author writes for a T, if it is not T itself. A specialisation names it as
// `type`; `bool convert(LoadContext&, const type&, T&)` makes the T and returns false if it reports
// a problem instead.
template <class T>
struct WrittenAs {
  using type = T;
};

// The name by which an author selects an alternative of a std::variant.
template <class T>
inline constexpr std::string_view variant_name{};

}  // namespace gambol
