#pragma once

// Writes JSON: every value that the program writes as JSON is a Json.

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace gambol {

// A text, number, flag, object or array. Objects keep the order in which members were added.
class Json {
 public:
  // Where the items of an object or array stand.
  enum class Layout {
    compact,  // on one line, without spaces: {"a":1,"b":[2]}
    spaced,   // on one line, with spaces: {"a": 1, "b": [2]}
    lines,    // each on a line of its own, two spaces deeper than the brackets
    fitted,   // spaced if the items are short and have no lines of their own, else in lines
    stacked,  // each on a line of its own, at the same depth; the last does not end its line
  };
  static Json object(Layout layout = Layout::compact) { return Json('{', '}', layout); }
  static Json array(Layout layout = Layout::compact) { return Json('[', ']', layout); }

  // A text, which is escaped. Bytes that are no UTF-8 become U+FFFD.
  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(bool flag) : text_(flag ? "true" : "false") {}
  template <std::integral T>
  Json(T number) : text_(std::to_string(number)) {}
  template <std::floating_point T>
  Json(T number) = delete;  // says nothing about digits
  // A number that is not finite becomes null.
  static Json number(double x);              // as many digits as give the same double again
  static Json number(double x, int digits);  // significant digits
  static Json fixed(double x, int decimals);
  static Json null() { return verbatim("null"); }

  Json& add(std::string_view key, const Json& value);  // to an object
  Json& push(const Json& value);                       // to an array
  // The next item of a spaced object or array begins a new line, one space deeper.
  Json& wrap();

  std::string text() const;
  // This value with a newline at its end, as an item of a stacked array that ends its own line.
  Json ended() const;

 private:
  Json(char open, char close, Layout layout) : open_(open), close_(close), layout_(layout) {}
  static Json verbatim(std::string text);
  Layout layout() const;  // the one that is used: never `fitted`
  void append_item(std::string start, const Json& value);
  void append_to(std::string& out) const;

  char open_ = 0, close_ = 0;  // 0 for a value that is neither object nor array
  Layout layout_ = Layout::compact;
  bool wraps_ = false;
  std::string text_;                // of such a value
  std::vector<std::string> items_;  // with their keys
};

}  // namespace gambol
