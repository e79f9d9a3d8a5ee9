#pragma once

// What a struct says, as text: every field whose value is not that of its initialiser. The text
// does not depend on how the fields are written in YAML, and stays when the struct gets a new field
// with a default. Equal texts mean equal inputs; hashes of shots are hashes of such texts.

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/curve.h"
#include "base/rotation.h"
#include "schema/field.h"
#include "schema/load_value.h"
#include "schema/values.h"

namespace gambol {

class CanonicalText {
 public:
  // Writes the fields whose edit makes `wanted` stale.
  explicit CanonicalText(Touches wanted) : wanted_(wanted) {}
  // Finds the files() alone, and writes no text: that takes a fifth of the time.
  static CanonicalText of_files(Touches wanted) {
    CanonicalText files(wanted);
    files.writes_ = false;
    return files;
  }

  Touches wanted() const { return wanted_; }
  // The text, with the hashes of the files' contents.
  std::string text() const;
  // The files whose contents are part of the text.
  std::vector<std::string> files() const;

  void append(std::string_view text) {
    if (writes_) text_ += text;
  }
  // Adds the content of a file, wherever it lies.
  void content(const char* name, const std::string& path);
  // Writes the fields of a struct.
  template <class S>
  void write_fields(S& value) {
    const VisitFields visit = visit_fields<S>;
    if (writes_ && !defaults_.contains(visit)) {
      S fresh{};
      learn_defaults(visit, &fresh);
    }
    write_fields(visit, &value);
  }

  void write(bool value) { append(value ? "true" : "false"); }
  void write(int value) { add("{}", value); }
  void write(std::uint64_t value) { add("{}", value); }
  void write(double value) { add("{} ", value == 0 ? 0.0 : value); }
  void write(std::string& value) { add("{}={}", value.size(), value); }
  void write(Vec2& value);
  void write(Vec3& value);
  void write(Transform& value);
  void write(RotationSpec& value);
  void write(ChangeNames&) {}  // each is hashed as what it comes to

  template <class T>
  void write(CurveOf<T>& curve) {
    if (!writes_) return;
    for (auto& key : curve.keys) {
      // At a single key every interpolation is the same.
      if (!curve.is_constant()) {
        write(key.time);
        append(name_of(key.interpolation) + ' ');
      }
      write(key.value);
    }
  }

  template <class T>
  void write(std::optional<T>& value) {
    if (value)
      write(*value);
    else
      append("none");
  }

  template <class T>
  void write(std::vector<T>& list) {
    add("{}[", list.size());
    for (T& t : list) {
      write(t);
      append(",");
    }
    append("]");
  }

  template <class T>
  void write(T& value) {
    if constexpr (std::is_enum_v<T>) {
      append(name_of(value));
    } else {
      append("{\n");
      write_fields(value);
      append("}");
    }
  }

 private:
  friend class CanonicalWriter;
  using TextsByName = std::map<std::string, std::string, std::less<>>;

  void learn_defaults(VisitFields visit, void* fresh);
  void write_fields(VisitFields visit, void* value);

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    if (writes_) fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  Touches wanted_;
  bool writes_ = true;
  std::string text_;
  struct Content {
    std::size_t at;  // in the text
    std::string name, file;
  };
  std::vector<Content> contents_;
  std::map<VisitFields, TextsByName> defaults_;  // of the fields of each kind of struct
};

// Visitors take what they visit as theirs to change; the one that writes this text only reads.
template <class S>
std::string canonical_text(const S& value, Touches wanted) {
  CanonicalText text(wanted);
  text.write_fields(const_cast<S&>(value));
  return text.text();
}

// The files whose contents are part of that text.
template <class S>
std::vector<std::string> canonical_files(const S& value, Touches wanted) {
  CanonicalText text = CanonicalText::of_files(wanted);
  text.write_fields(const_cast<S&>(value));
  return text.files();
}

}  // namespace gambol
