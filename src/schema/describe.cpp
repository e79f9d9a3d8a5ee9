#include "schema/file_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "schema/fields.h"
#include "schema/file_version.h"

namespace gambol {
namespace {

class Describer final : public Fields {
 public:
  explicit Describer(FieldInfo& info) : info_(info) {}

 private:
  void visit(const char* name, void* value, const ValueType& type, const Field& f) override {
    FieldInfo info;
    info.name = name;
    info.field = f;
    type.describe(info, f.required ? nullptr : value);
    info_.fields.push_back(std::move(info));
  }
  bool visit_filling(const char* name, void* first, const ValueType& type,
                     const Field& f) override {
    visit(name, first, type, f);
    return false;
  }
  void visit_variant(const char* name, void* value, const VariantType& type,
                     const Field& f) override {
    FieldInfo key;
    key.name = name;
    key.field = f;
    key.kind = ValueKind::choice;
    key.choices = type.names;
    info_.fields.push_back(key);
    info_.alternative_key = name;
    for (std::size_t i = 0; i < type.names.size(); ++i) {
      type.choose(value, i);
      FieldInfo alternative;
      Describer inner(alternative);
      type.fields(inner, value);
      info_.alternatives.push_back({type.names[i], std::move(alternative.fields)});
    }
  }

  FieldInfo& info_;
};

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

void describe_fields(FieldInfo& info, VisitFields visit, void* value) {
  Describer describer(info);
  visit(describer, value);
}

std::string kind_of(const YamlNode& root) {
  for (const char* kind : file_kind_names)
    if (root.find(kind)) return kind;
  return "";
}

FieldInfo described_file(const char* kind, const char* help, VisitFields visit, void* spec) {
  FieldInfo info;
  FieldInfo name;
  name.name = kind;
  name.field = {.help = "the name of what the file describes", .required = true};
  info.fields.push_back(name);
  FieldInfo version;
  version.name = version_key;
  version.field = {.help = "version of the words and defaults that the file is written in",
                   .min = 1,
                   .max = newest_version};
  version.kind = ValueKind::whole;
  version.fallback = "1";
  info.fields.push_back(version);
  const std::size_t own = info.fields.size();
  describe_fields(info, visit, spec);
  // A skill in a shot may name its file by the key that, in the file, is the name of its kind.
  info.fields.erase(
      std::remove_if(info.fields.begin() + static_cast<std::ptrdiff_t>(own), info.fields.end(),
                     [&](const FieldInfo& f) { return f.name == kind; }),
      info.fields.end());
  info.name = kind;
  info.kind = ValueKind::structure;
  info.field.help = help;
  return info;
}

const FieldInfo* find_kind(const FileKinds& kinds, const std::string& name) {
  for (const FieldInfo* kind : kinds)
    if (kind->name == name) return kind;
  return nullptr;
}

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

}  // namespace gambol
