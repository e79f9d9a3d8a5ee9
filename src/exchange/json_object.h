#pragma once

// JSON as the page of a replay reads it: small things as text, long rows of numbers as the base64
// of their bytes, which a browser takes as a typed array at once.

#include <fmt/format.h>

#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "base/base64.h"
#include "base/json_text.h"
#include "base/vec.h"

namespace gambol {

static_assert(std::endian::native == std::endian::little);  // as every browser's typed arrays

// `values` as a JSON string. T is the element of the typed array that reads it.
template <class T>
std::string packed(const std::vector<T>& values) {
  return '"' + base64({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)}) +
         '"';
}

// Seven digits: all that a GPU keeps. Not finite: null.
inline std::string json_number(double x) { return x - x == 0 ? fmt::format("{:.7g}", x) : "null"; }

inline std::string json_vector(const Vec3& v) {
  return fmt::format("[{},{},{}]", json_number(v.x()), json_number(v.y()), json_number(v.z()));
}

inline std::string json_list(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ","));
}

class JsonObject {
 public:
  JsonObject& json(std::string_view key, std::string_view value) {
    text_ += fmt::format("{}\"{}\":{}", text_.empty() ? "" : ",", key, value);
    return *this;
  }
  JsonObject& text(std::string_view key, std::string_view value) {
    return json(key, json_text(value));
  }
  JsonObject& number(std::string_view key, double value) { return json(key, json_number(value)); }
  JsonObject& flag(std::string_view key, bool value) { return json(key, value ? "true" : "false"); }
  JsonObject& vector(std::string_view key, const Vec3& value) {
    return json(key, json_vector(value));
  }
  std::string str() const { return '{' + text_ + '}'; }

 private:
  std::string text_;
};

}  // namespace gambol
