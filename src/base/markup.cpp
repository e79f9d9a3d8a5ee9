#include "base/markup.h"

#include <algorithm>

#include "base/utf8.h"

namespace gambol {

std::string markup_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0)
      safe += "\xef\xbf\xbd";
    else if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\'')
      safe += "&#39;";
    else if (length == 1 && (static_cast<unsigned char>(c) < ' ' || c == 0x7f))
      safe += ' ';
    else
      safe += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return safe;
}

}  // namespace gambol
