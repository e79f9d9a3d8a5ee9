#include "base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace gambol {
namespace {

// Length in bytes of the printable character that `text` begins with; 0 if there is none.
std::size_t shown_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = utf8_length(text);
  if (length == 1 && (byte(0) < 0x20 || byte(0) == 0x7F)) return 0;
  if (length == 2 && byte(0) == 0xC2 && byte(1) < 0xA0) return 0;  // C1 controls
  return length;
}

bool is_plain(char c) { return c >= 0x20 && c < 0x7F; }

}  // namespace

std::string shown_text(std::string_view text, std::size_t most) {
  std::string safe;
  while (!text.empty()) {
    if (safe.size() >= most) return safe + "...";
    // The fast path: most text is printable ASCII.
    const std::string_view next = text.substr(0, most - safe.size());
    const auto plain = static_cast<std::size_t>(
        std::find_if_not(next.begin(), next.end(), is_plain) - next.begin());
    safe += next.substr(0, plain);
    text.remove_prefix(plain);
    if (plain > 0) continue;
    if (const std::size_t length = shown_length(text)) {
      safe += text.substr(0, length);
      text.remove_prefix(length);
      continue;
    }
    const char c = text.front();
    if (c == '\n')
      safe += "\\n";
    else
      safe += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    text.remove_prefix(1);
  }
  return safe;
}

}  // namespace gambol
