#pragma once

// JSON for the page of a replay: short values as text, long arrays of numbers as the base64 of
// their bytes, which a browser decodes directly to a typed array.

#include <fmt/format.h>

#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "base/base64.h"
#include "base/json_text.h"
#include "base/vec.h"

namespace gambol {

static_assert(std::endian::native == std::endian::little);  // as browsers' typed arrays

// `values` as a JSON string of base64. T is the element type of the typed array that reads them.
template <class T>
std::string packed(const std::vector<T>& values) {
  return '"' + base64({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)}) +
         '"';
}

// Seven digits, as a GPU keeps no more. A number that is not finite becomes null.
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
