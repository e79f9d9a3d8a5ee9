#pragma once

// The visitor that writes every field of a struct as text. The text does not depend on how the
// fields are written in YAML. Equal texts mean equal inputs; hashes of shots are hashes of such
// texts.

#include <fmt/format.h>

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/curve.h"
#include "figure/figure_spec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

class CanonicalWriter {
 public:
  // Writes the fields whose edit makes `wanted` stale.
  explicit CanonicalWriter(Touches wanted) : wanted_(wanted) {}

  // The text, with the hashes of the files' contents.
  std::string text() const;
  // The files whose contents are part of the text.
  std::vector<std::string> files() const;

  template <class T>
  void field(const char* name, T& value, const Field& f) {
    if (f.touches > wanted_) return;
    text_ += name;
    text_ += ':';
    write(value);
    text_ += '\n';
  }
  // Writes nothing: the fields that the key stands for are written under their own names.
  template <class... Lists>
  void fill(const char*, const Field&, Lists&...) {}

  template <class... Alternatives>
  void variant(const char* name, std::variant<Alternatives...>& value, const Field&) {
    std::visit(
        [&](auto& kind) {
          text_ += fmt::format("{}:{}\n", name, variant_name<std::decay_t<decltype(kind)>>);
          fields(*this, kind);
        },
        value);
  }

  template <class S>
  void loaded(const char* name, S& value) {
    text_ += fmt::format("{}:", name);
    write(value);
    text_ += '\n';
  }

  // Adds the content of a file to the text; its path does not count. Ignores an empty path.
  void content(const char* name, const std::string& path);

 private:
  void write(bool value) { text_ += value ? "true" : "false"; }
  void write(int value) { text_ += std::to_string(value); }
  void write(std::uint64_t value) { text_ += std::to_string(value); }
  void write(double value) { text_ += fmt::format("{} ", value == 0 ? 0.0 : value); }
  void write(std::string& value) { text_ += fmt::format("{}={}", value.size(), value); }
  void write(Vec2& value);
  void write(Vec3& value);
  void write(Transform& value);
  void write(RotationSpec& value);

  template <class T>
  void write(CurveOf<T>& curve) {
    for (auto& key : curve.keys) {
      // At a single key every interpolation is the same.
      if (!curve.is_constant()) {
        write(key.time);
        text_ += name_of(key.interpolation) + ' ';
      }
      write(key.value);
    }
  }

  template <class T>
  void write(std::optional<T>& value) {
    if (value)
      write(*value);
    else
      text_ += "none";
  }

  template <class T>
  void write(std::vector<T>& list) {
    text_ += fmt::format("{}[", list.size());
    for (T& t : list) {
      write(t);
      text_ += ',';
    }
    text_ += ']';
  }

  template <class T>
  void write(T& value) {
    if constexpr (std::is_enum_v<T>) {
      text_ += name_of(value);
    } else {
      text_ += "{\n";
      fields(*this, value);
      text_ += '}';
    }
  }

  Touches wanted_;
  std::string text_;
  struct Content {
    std::size_t at;  // position in the text
    std::string name, file;
  };
  std::vector<Content> contents_;
};

// fields() takes its struct by non-const reference, because the loader changes it; the writer does
// not.
template <class S>
CanonicalWriter canonical(const S& value, Touches wanted) {
  CanonicalWriter writer(wanted);
  fields(writer, const_cast<S&>(value));
  return writer;
}

template <class S>
std::string canonical_text(const S& value, Touches wanted) {
  return canonical(value, wanted).text();
}

}  // namespace gambol
