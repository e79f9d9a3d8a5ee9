#pragma once

// Shares of a person's height and mass, by segment: a file of kind `fractions`, such as
// figures/fractions/drillis_contini.yaml. A figure is scaled by them: figure/fractions.h.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/findings.h"
#include "schema/names.h"

namespace gambol {

enum class Along { x, y, z };
template <>
inline constexpr auto names_of<Along> = named<Along>({
    {"x", Along::x},
    {"y", Along::y},
    {"z", Along::z},
});

// A length of the figure that is to be a share of the height, and what is changed for it: the
// length of bodies, or the place of joints in their parents.
struct FractionSegmentSpec {
  Place place;
  std::string name;
  std::vector<std::string> bodies;  // patterns: scaled; the segment begins at the first's joint
  std::vector<std::string> joints;  // patterns, instead of bodies: moved
  std::string from;                 // joint at which the segment begins; default: the first body's
  std::string to;                   // joint at which it ends; default: the far end of the solids
  std::optional<Along> along;       // with from or to: that component of the distance; else the
                                    // extent of the solids, along an axis of the root at rest
  std::optional<double> length;     // share of the height; default: as in the figure
  std::optional<double> mass;       // share of the mass that all its bodies have together
};
void fields(Fields& v, FractionSegmentSpec& of);

struct FractionsSpec {
  Place place;
  std::string name;
  std::string about;
  std::vector<FractionSegmentSpec> segments;
};
void fields(Fields& v, FractionsSpec& of);

// Reads and checks a file of fractions. Throws InputError with every problem found.
FractionsSpec load_fractions(const std::string& path);
// Adds problems to `findings` instead.
FractionsSpec load_fractions(const std::string& path, Findings& findings);

}  // namespace gambol
