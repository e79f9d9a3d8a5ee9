#include "base/python_literal.h"

#include <cctype>
#include <stdexcept>
#include <utility>

namespace gambol {
namespace {

constexpr int deepest_literal = 16;

class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : text_(text) {}

  PythonLiteral whole() {
    PythonLiteral value = next(0);
    if (peek() != '\0') wrong();
    return value;
  }

 private:
  [[noreturn]] static void wrong() { throw std::invalid_argument("no literal of Python"); }

  // The next character that is no space; '\0' at the end.
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  PythonLiteral next(int depth) {
    if (depth > deepest_literal) wrong();
    const char first = peek();
    if (first == '\'' || first == '"') return in_quotation_marks();
    if (first == '[') return list(']', depth);
    if (first == '(') return list(')', depth);
    if (first == '{') return mapping(depth);
    PythonLiteral word;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-'))
      word.text += text_[at_++];
    if (word.text.empty()) wrong();
    return word;
  }

  PythonLiteral in_quotation_marks() {
    const char mark = text_[at_];
    const std::size_t end = text_.find(mark, at_ + 1);
    if (end == text_.npos) wrong();
    PythonLiteral value;
    value.kind = PythonLiteral::Kind::text;
    value.text = text_.substr(at_ + 1, end - at_ - 1);
    if (value.text.find('\\') != std::string::npos) wrong();
    at_ = end + 1;
    return value;
  }

  PythonLiteral list(char end, int depth) {
    PythonLiteral value;
    value.kind = PythonLiteral::Kind::list;
    for (++at_; peek() != end;) {
      value.items.push_back(next(depth + 1));
      comma_before(end);
    }
    ++at_;
    return value;
  }

  PythonLiteral mapping(int depth) {
    PythonLiteral value;
    value.kind = PythonLiteral::Kind::mapping;
    for (++at_; peek() != '}';) {
      value.items.push_back(next(depth + 1));
      if (peek() != ':') wrong();
      ++at_;
      value.items.push_back(next(depth + 1));
      comma_before('}');
    }
    ++at_;
    return value;
  }

  // A comma after an element, which may lack after the last one.
  void comma_before(char end) {
    if (peek() == ',')
      ++at_;
    else if (peek() != end)
      wrong();
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const PythonLiteral* PythonLiteral::find(std::string_view key) const {
  for (std::size_t i = 0; kind == Kind::mapping && i + 1 < items.size(); i += 2)
    if (items[i].text == key) return &items[i + 1];
  return nullptr;
}

PythonLiteral parse_python_literal(std::string_view text) { return LiteralReader(text).whole(); }

}  // namespace gambol
