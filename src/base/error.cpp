#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

// Text from a file, made safe to print because it may contain anything: on one line, without
// control characters, and cut after about `most` bytes.
std::string shown(std::string_view text, std::size_t most) {
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

}  // namespace

std::string Problem::to_string() const {
  constexpr std::size_t some = 400, much = 4000;
  std::string text = shown(place.file, much);
  if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.col);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += shown(key, some) + ": ";
  if (found.empty()) return text + shown(expected, much);
  return text + fmt::format("found {}, expected {}", shown(found, some), shown(expected, much));
}

namespace {
std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    if (!text.empty()) text += '\n';
    text += p.to_string();
  }
  return text;
}
}  // namespace

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

}  // namespace gambol
