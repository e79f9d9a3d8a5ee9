#include "schema/describe.h"

#include <fmt/format.h>

#include <numbers>
#include <stdexcept>

#include "gait/gait_fields.h"
#include "shot/sequence_fields.h"
#include "shot/shot_fields.h"

namespace gambol {
namespace {

template <class S>
FieldInfo described(const char* kind, const char* help) {
  Describer describer;
  const auto spec = std::make_unique<S>();
  FieldInfo name;
  name.name = kind;
  name.field = {.help = "the name of what the file describes", .required = true};
  describer.result.fields.push_back(name);
  fields(describer, *spec);
  FieldInfo info = std::move(describer.result);
  info.name = kind;
  info.kind = ValueKind::structure;
  info.field.help = help;
  return info;
}

// Cached, because composing a shot asks for the description with every file.
template <class S>
const FieldInfo& describe_file(const char* kind, const char* help) {
  static const FieldInfo info = described<S>(kind, help);
  return info;
}

// Gives an angle in degrees where that number is no longer than the one in radians.
std::string number_text(double value, const Field& f, std::string& unit) {
  unit = f.dim.unit();
  if (f.dim == dim::angle && value != 0) {
    const double degrees = value * 180 / std::numbers::pi;
    const std::string text = fmt::format("{:.4g}", degrees);
    if (text.size() <= fmt::format("{:.4g}", value).size()) {
      unit = "deg";
      return text;
    }
  }
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);
}

}  // namespace

std::string fallback_text(double value, const Field& f) {
  std::string unit;
  const std::string number = number_text(value, f, unit);
  return unit.empty() || value == 0 ? number : number + " " + unit;
}

std::string fallback_text(const Vec2& value, const Field& f) {
  return fmt::format("[{}, {}]", fallback_text(value.x(), f), fallback_text(value.y(), f));
}

std::string fallback_text(const Vec3& value, const Field& f) {
  return fmt::format("[{}, {}, {}]", fallback_text(value.x(), f), fallback_text(value.y(), f),
                     fallback_text(value.z(), f));
}

const std::vector<std::string>& file_kinds() {
  static const std::vector<std::string> kinds = {"shot",  "sequence", "figure", "reflexes",
                                                 "gaits", "look",     "preset"};
  return kinds;
}

const FieldInfo& describe_kind(const std::string& kind) {
  if (kind == "shot")
    return describe_file<ShotSpec>("shot",
                                   "figures, what happens to them, and how they are filmed");
  if (kind == "sequence")
    return describe_file<SequenceSpec>("sequence", "shots and titles, joined to one film");
  if (kind == "figure")
    return describe_file<FigureSpec>("figure", "a creature: bodies, joints, springs, gaits");
  if (kind == "reflexes")
    return describe_file<ReflexSpec>("reflexes", "when a figure's legs depart from its gait");
  if (kind == "gaits")
    return describe_file<GaitTable>("gaits", "gaits by name: which foot is on the ground when");
  if (kind == "look")
    return describe_file<LookSpec>("look", "how things are shown: materials, lights, sky, ground");
  if (kind == "preset")
    return describe_file<PresetSpec>("preset",
                                     "the quality of pictures, and so the time they take");
  throw std::invalid_argument("no such kind of file: " + kind);
}

}  // namespace gambol
