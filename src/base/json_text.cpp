#include "base/json_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace gambol {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0)
      out += "\\ufffd";  // a file name may contain any bytes
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else if (c == '"' || c == '\\')
      (out += '\\') += c;
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

}  // namespace gambol
