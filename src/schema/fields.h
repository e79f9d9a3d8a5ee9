#pragma once

// Every field that an author can write is declared once, by a function that describes its struct:
//
//     void fields(Fields& v, CameraSpec& c) {
//       v.field("position", c.position, {.help = "where the camera stands", .dim = dim::length});
//     }
//
// The function is declared below the struct and stands in a *_fields.cpp; in figure/shapes, whose
// headers few files include, it is inline. Every use of the description is a visitor: the loader
// (schema/loader.h), the describer behind `explain` and the JSON Schema (schema/describe.cpp), and
// the canonical text behind the hashes (schema/canonical.h). A new field of an existing type takes
// one line.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "schema/canonical.h"
#include "schema/describe_value.h"
#include "schema/field.h"
#include "schema/load_value.h"
#include "schema/names.h"

namespace gambol {

template <class T>
double number_at(const T& value, double t) {
  if constexpr (is_optional<T>) {
    return value ? number_at(*value, t) : 0;
  } else if constexpr (std::is_same_v<T, Curve>) {
    return value.keys.empty() ? 0 : value.at(t);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(value);
  } else {
    return 0;
  }
}

// What visitors do with a value of one type.
struct ValueType {
  bool (*load)(const Slot&, void* value);              // as read() in schema/values.h
  void (*describe)(FieldInfo&, const void* fallback);  // nullptr: there is no default
  void (*write)(CanonicalText&, void* value);
  void (*copy)(const void* from, void* to);
  double (*at)(const void* value, double t);  // a number, or a curve at t; else 0
};

template <class T>
inline constexpr ValueType value_type = {
    [](const Slot& slot, void* value) { return load_value(slot, *static_cast<T*>(value)); },
    [](FieldInfo& info, const void* value) { describe_value(info, static_cast<const T*>(value)); },
    [](CanonicalText& writer, void* value) { writer.write(*static_cast<T*>(value)); },
    [](const void* from, void* to) { *static_cast<T*>(to) = *static_cast<const T*>(from); },
    [](const void* value, double t) { return number_at(*static_cast<const T*>(value), t); }};

// A choice among structs, such as a std::variant.
struct VariantType {
  std::vector<std::string> names;                    // of the alternatives, as authors write them
  void (*choose)(void* variant, std::size_t index);  // makes that alternative, with its defaults
  std::size_t (*index)(const void* variant);
  // Of the alternative that it holds.
  void (*fields)(Fields&, void* variant);
  void (*write)(CanonicalText&, void* variant);
};

// A specialisation makes another type a choice.
template <class V>
struct VariantOf;

template <class... Alternatives>
struct VariantOf<std::variant<Alternatives...>> {
  using V = std::variant<Alternatives...>;
  static VariantType type() {
    return {{std::string(variant_name<Alternatives>)...},
            [](void* v, std::size_t index) {
              std::size_t i = 0;
              ((i++ == index ? (void)static_cast<V*>(v)->template emplace<Alternatives>() : void()),
               ...);
            },
            [](const void* v) { return static_cast<const V*>(v)->index(); },
            [](Fields& visitor, void* v) {
              std::visit([&](auto& kind) { fields(visitor, kind); }, *static_cast<V*>(v));
            },
            [](CanonicalText& text, void* v) {
              std::visit([&](auto& kind) { text.write(kind); }, *static_cast<V*>(v));
            }};
  }
};

// A visitor of the fields of a struct.
class Fields {
 public:
  virtual ~Fields() = default;

  template <class T>
  void field(const char* name, T& value, const Field& f) {
    visit(name, &value, value_type<T>, f);
  }
  // One key that stands for several fields, which are described after it.
  template <class First, class... More>
  void fill(const char* name, const Field& f, First& first, More&... more) {
    if (visit_filling(name, &first, value_type<First>, f)) ((more = first), ...);
  }
  // A choice among structs; the key `name` selects one.
  template <class V>
  void variant(const char* name, V& value, const Field& f) {
    static const VariantType type = VariantOf<V>::type();
    visit_variant(name, &value, type, f);
  }
  // What no author writes under this name, but results depend on: loading makes it of what he
  // writes, or reads it from another file.
  template <class T>
  void made(const char* name, T& value, Touches touches = Touches::motion) {
    visit_made(name, &value, value_type<T>, touches);
  }
  // What the file named by the key `file`, read already, says comes first; the keys that follow
  // override it.
  template <class S>
  void base(S& value) {
    const auto reference = base_reference(value.file);
    if (!reference) return;
    const Place own = value.place;
    load_base(reference->context, reference->written, value);
    value.place = own;
  }
  // A file whose content counts, wherever it lies.
  virtual void content(const char* /*name*/, const std::string& /*path*/) {}
  // From here on, a film frame lasts 1 / fps.
  virtual void frame_rate(double /*fps*/) {}
  // A key that there was once: loading reports it, and says what to write for it.
  virtual void gone(const char* /*name*/, const char* /*instead*/) {}

 protected:
  struct BaseReference {
    LoadContext& context;
    const Written& written;
  };
  virtual void visit(const char* name, void* value, const ValueType& type, const Field& f) = 0;
  // Returns whether the key was written: then its value counts for the fields it stands for.
  virtual bool visit_filling(const char* name, void* first, const ValueType& type,
                             const Field& f) = 0;
  virtual void visit_variant(const char* name, void* value, const VariantType& type,
                             const Field& f) = 0;
  virtual void visit_made(const char* /*name*/, void* /*value*/, const ValueType& /*type*/,
                          Touches /*touches*/) {}
  virtual std::optional<BaseReference> base_reference(const std::string& /*file*/) { return {}; }
};

}  // namespace gambol
