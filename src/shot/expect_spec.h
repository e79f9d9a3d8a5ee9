#pragma once

// What a shot expects: conditions that must hold, and measures to report.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/units.h"
#include "figure/figure_spec.h"
#include "schema/names.h"

namespace gambol {

// Expects feet not to slide while they bear.
struct SlipSpec {
  Place place;
  double max = 0;                 // m that a foot may slide while it bears
  std::vector<std::string> legs;  // names or patterns; empty: all
};
void fields(Fields& v, SlipSpec& of);

// Expects the root to stay upright and high enough.
struct UprightSpec {
  Place place;
  double tilt = 1.0471975511965976;  // rad: largest angle of its up axis from the vertical
  std::optional<double> height;      // m: least height of its origin in the world
};
void fields(Fields& v, UprightSpec& of);

// Expects a mark, or a body that touches the ground, in the time from `from` to `to`.
struct EventSpec {
  Place place;
  std::string mark;    // a name or pattern
  std::string touch;   // a body or pattern
  bool never = false;  // it must not happen
};
void fields(Fields& v, EventSpec& of);

// Expects a pose of a figure at the time `to`.
struct FinalPoseSpec {
  Place place;
  std::string name;                                 // a pose of the figure; may be empty
  std::vector<JointTarget> joints;                  // overrides; after loading, all joints
  double tolerance = 0.08726646259971647;           // rad or m
  std::optional<double> height;                     // m, of the root's origin in the world
  double height_tolerance = 0.001;                  // m
  std::optional<std::vector<RotationSpec>> rotate;  // of the root in the world
  double rotate_tolerance = 0.08726646259971647;    // rad
};
void fields(Fields& v, FinalPoseSpec& of);

// A bound that was written with a unit.
struct BoundUnit {
  Place place;
  std::string key;  // dotted path
  Dimension dimension;
};

// Other beginnings of the same shot, where what one beginning brings is chance: at each of them,
// `path` (schema/tree_path.h) of the shot has one of the values.
struct StartsSpec {
  Place place;
  std::string path;
  std::vector<std::string> values;  // YAML (schema/tree_path.h, value_node())
};
void fields(Fields& v, StartsSpec& of);

// What is measured: the shot as it is, or its starts.
enum class Over { film, starts };
template <>
inline constexpr auto names_of<Over> = named<Over>({{"film", Over::film},
                                                    {"starts", Over::starts}});

// Of the values of several figures, and of those at all starts: the one that is farthest outside
// of the bounds or nearest to them, their mean, or their median.
enum class OfValues { worst, mean, median };
template <>
inline constexpr auto names_of<OfValues> = named<OfValues>({{"worst", OfValues::worst},
                                                            {"mean", OfValues::mean},
                                                            {"median", OfValues::median}});

// Faults that `gambol mutate` puts into a shot; see search/loops/mutations.h.
enum class Fault { friction, gravity, lift, spring, phases, recoil, foot };
template <>
inline constexpr auto names_of<Fault> = named<Fault>({
    {"friction", Fault::friction},
    {"gravity", Fault::gravity},
    {"lift", Fault::lift},
    {"spring", Fault::spring},
    {"phases", Fault::phases},
    {"recoil", Fault::recoil},
    {"foot", Fault::foot},
});

// A fault that the shot's expectations do not notice although it is seen, and why they need not.
struct ToleratedSpec {
  Place place;
  Fault fault = Fault::friction;
  std::string because;
};
void fields(Fields& v, ToleratedSpec& of);

// A measure to report beside the source's value, or a condition that must hold.
struct ExpectSpec {
  Place place;
  std::string name;  // may be empty
  // One of the next six.
  std::string measure;  // see analysis/measures.h
  std::optional<SlipSpec> slip;
  std::optional<UprightSpec> upright;
  std::vector<std::string> may_touch;  // bodies or patterns: only these touch the ground
  std::optional<EventSpec> event;
  std::optional<FinalPoseSpec> pose;
  std::string figure;  // or a pattern; default: meant_figure()
  std::string body;    // body, leg or joint, for measures of one
  Over over = Over::film;
  OfValues of = OfValues::worst;
  double bears_from = 0.03;         // share of the weight from which on a foot counts as down
  double from = 0;                  // s
  std::optional<double> to;         // s; default: the end
  std::optional<double> min, max;   // SI; if both are missing, the measure is only reported
  std::optional<double> reference;  // the source's value, SI
  std::optional<BoundUnit> unit;    // unit of the first of min, max and reference that has one
  std::string source;               // document and section of the reference
  std::optional<double> share;      // of a stride since the leg's footfall, 0 to 1
  std::optional<Curve> curve;       // rad over the share of a stride since the leg's footfall
  std::optional<Curve> band;        // likewise: how far to both sides of the curve counts as within
};
void fields(Fields& v, ExpectSpec& of);

// The keys that identify an expectation without a name (Field::known_by).
inline constexpr const char* expectations_known_by =
    "measure,slip?,upright?,may_touch?,event,pose,figure,body";

}  // namespace gambol
