#pragma once

// What of a figure file is copied, about an axis, along a line or in a mirror; see figure_spec.h.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "figure/chain_spec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

// A turn about an axis, in the frame of the body that carries what is copied.
struct AroundSpec {
  Place place;
  Vec3 axis = Vec3::UnitZ();   // any length but 0
  Vec3 at = Vec3::Zero();      // a point of the axis, m
  std::optional<double> step;  // rad from one to the next; default: a whole turn over `count`
  std::vector<double> angles;  // or rad of each copy, from the original
};
void fields(Fields& v, AroundSpec& of);

enum class CopyOn { parent, previous };
template <>
inline constexpr auto names_of<CopyOn> = named<CopyOn>({
    {"parent", CopyOn::parent},
    {"previous", CopyOn::previous},
});

// Every element whose name contains `from` is copied, with each of `to` in place of `from`. The
// copies are turned and moved about the body that carries the original; see figure/copies.cpp.
struct CopiesSpec {
  Place place;
  std::string from;
  std::vector<std::string> to;  // empty: the number at the end of `from`, counted on
  std::optional<int> count;     // of all, with the original
  std::optional<AroundSpec> around;
  std::optional<Vec3> along;  // m from one to the next
  CopyOn on = CopyOn::parent;
  std::vector<ChainLegSpec> legs;  // of each copy; default: side as the original, rows count on
};
void fields(Fields& v, CopiesSpec& of);

// Every element whose name contains `from` is copied, with `to` in place of `from`, and reflected
// in the figure's x-z plane. A mirrored joint's axis is reflected so that equal q mean mirrored
// postures.
struct MirrorSpec {
  Place place;
  std::string from, to;
};
void fields(Fields& v, MirrorSpec& of);

}  // namespace gambol
