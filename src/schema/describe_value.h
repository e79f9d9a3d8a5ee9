#pragma once

// Describes a value of any type that a field may have as data (schema/field_info.h).

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/curve.h"
#include "schema/field_info.h"
#include "schema/load_value.h"
#include "schema/names.h"

namespace gambol {

// Return a default value, in SI, as an author would write it, with its unit; an angle is in degrees
// if that is the rounder number.
std::string fallback_text(double value, const Field& f);
std::string fallback_text(const Vec2& value, const Field& f);
std::string fallback_text(const Vec3& value, const Field& f);

// Describes the fields of the struct at `value`, which holds the defaults.
void describe_fields(FieldInfo& info, VisitFields visit, void* value);

template <class T>
void describe_struct(FieldInfo& info) {
  using W = typename WrittenAs<T>::type;
  const auto value = std::make_unique<W>();
  describe_fields(info, visit_fields<W>, value.get());
}

// `value` is the default; nullptr if there is none.
template <class T>
void describe_value(FieldInfo& info, const T* value) {
  const auto fallback = [&](const auto& text_of) {
    if (value) info.fallback = text_of(*value);
  };
  const auto quantity = [&](const auto& v) { return fallback_text(v, info.field); };
  if constexpr (is_made<T>) {
    return;
  } else if constexpr (is_optional<T>) {
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
  } else if constexpr (std::is_same_v<T, ChangeNames>) {
    info.kind = ValueKind::changes;
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

}  // namespace gambol
