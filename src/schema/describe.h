#pragma once

// The visitor that turns the description of every field into data, from which `explain` and the
// JSON Schema are made.

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/curve.h"
#include "figure/figure_spec.h"
#include "schema/field.h"
#include "schema/loader.h"
#include "schema/names.h"

namespace gambol {

enum class ValueKind {
  boolean,
  whole,
  number,
  text,
  texts,    // a list, or one
  numbers,  // a list, or one
  pair,
  table,  // rows of numbers
  vector,
  choice,
  curve,
  vector_curve,
  rotations,  // a list, or one
  structure,
  structures,  // a list
  takes,       // a mapping from names to parts of a shot
};

struct FieldInfo {
  std::string name;
  Field field;
  ValueKind kind = ValueKind::text;
  bool is_unsigned = false;          // for `whole`
  std::string fallback;              // default, as an author would write it; "" if there is none
  std::vector<std::string> choices;  // for `choice`
  std::vector<FieldInfo> fields;     // for structures
  struct Alternative {
    std::string name;
    std::vector<FieldInfo> fields;  // in addition to the common ones
  };
  std::string alternative_key;  // for structures: the key that selects one of `alternatives`
  std::vector<Alternative> alternatives;
};

// The kinds of files: shot, sequence, figure, reflexes, gaits, look, preset.
const std::vector<std::string>& file_kinds();
// Returns the description of a kind of file and of its fields; its `name` is the kind. Throws
// std::invalid_argument for an unknown kind.
const FieldInfo& describe_kind(const std::string& kind);

// Return a default value, in SI, as an author would write it, with its unit; an angle is in degrees
// if that is the rounder number.
std::string fallback_text(double value, const Field& f);
std::string fallback_text(const Vec2& value, const Field& f);
std::string fallback_text(const Vec3& value, const Field& f);

class Describer {
 public:
  FieldInfo result;

  template <class T>
  void field(const char* name, T& value, const Field& f) {
    FieldInfo info;
    info.name = name;
    info.field = f;
    describe_value<T>(info, f.required ? nullptr : &value);
    result.fields.push_back(std::move(info));
  }
  template <class First, class... More>
  void fill(const char* name, const Field& f, First& first, More&...) {
    field(name, first, f);
  }
  template <class... Alternatives>
  void variant(const char* name, std::variant<Alternatives...>&, const Field& f) {
    FieldInfo key;
    key.name = name;
    key.field = f;
    key.kind = ValueKind::choice;
    key.choices = {std::string(variant_name<Alternatives>)...};
    result.fields.push_back(key);
    result.alternative_key = name;
    (add_alternative<Alternatives>(), ...);
  }
  template <class S>
  void loaded(const char*, S&) {}

 private:
  template <class A>
  void add_alternative() {
    Describer inner;
    const auto value = std::make_unique<A>();
    fields(inner, *value);
    result.alternatives.push_back({std::string(variant_name<A>), inner.result.fields});
  }

  // `value` is the default; nullptr if there is none.
  template <class T>
  static void describe_value(FieldInfo& info, const T* value) {
    const auto fallback = [&](const auto& text_of) {
      if (value) info.fallback = text_of(*value);
    };
    const auto quantity = [&](const auto& v) { return fallback_text(v, info.field); };
    if constexpr (is_optional<T>) {
      describe_value<typename T::value_type>(info, nullptr);
    } else if constexpr (std::is_same_v<T, bool>) {
      info.kind = ValueKind::boolean;
      fallback([](bool v) { return v ? "true" : "false"; });
    } else if constexpr (std::is_integral_v<T>) {
      info.kind = ValueKind::whole;
      info.is_unsigned = std::is_unsigned_v<T>;
      fallback([](T v) { return std::to_string(v); });
    } else if constexpr (std::is_same_v<T, double>) {
      info.kind = ValueKind::number;
      // 0 for a number that must be positive means that there is no default.
      if (!(info.field.positive && value && *value <= 0)) fallback(quantity);
    } else if constexpr (std::is_same_v<T, std::string>) {
      info.kind = ValueKind::text;
      fallback([](const T& v) { return v; });
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
      info.kind = ValueKind::texts;
    } else if constexpr (std::is_same_v<T, std::vector<double>>) {
      info.kind = ValueKind::numbers;
    } else if constexpr (std::is_same_v<T, Vec2>) {
      info.kind = ValueKind::pair;
      fallback(quantity);
    } else if constexpr (std::is_same_v<T, std::vector<std::vector<double>>>) {
      info.kind = ValueKind::table;
    } else if constexpr (std::is_same_v<T, Vec3>) {
      info.kind = ValueKind::vector;
      fallback(quantity);
    } else if constexpr (std::is_enum_v<T>) {
      info.kind = ValueKind::choice;
      info.choices = choices<T>();
      fallback([](T v) { return name_of(v); });
    } else if constexpr (std::is_same_v<T, Curve> || std::is_same_v<T, VecCurve>) {
      info.kind = std::is_same_v<T, Curve> ? ValueKind::curve : ValueKind::vector_curve;
      fallback([&](const T& v) { return v.keys.empty() ? "" : quantity(v.keys[0].value); });
    } else if constexpr (std::is_same_v<T, TakeNames>) {
      info.kind = ValueKind::takes;
    } else if constexpr (std::is_same_v<T, std::vector<RotationSpec>>) {
      info.kind = ValueKind::rotations;
    } else if constexpr (requires(T list) { list.push_back({}); }) {
      describe_struct<typename T::value_type>(info);
      info.kind = ValueKind::structures;
    } else {
      describe_struct<T>(info);
      info.kind = ValueKind::structure;
    }
  }

  template <class T>
  static void describe_struct(FieldInfo& info) {
    Describer inner;
    const auto value = std::make_unique<typename WrittenAs<T>::type>();
    fields(inner, *value);
    info.fields = std::move(inner.result.fields);
    info.alternative_key = inner.result.alternative_key;
    info.alternatives = std::move(inner.result.alternatives);
  }
};

}  // namespace gambol
