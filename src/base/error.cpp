#include "base/error.h"

#include <fmt/format.h>

#include <string_view>

namespace gambol {
namespace {

// Length of the UTF-8 sequence of a character that can be shown, which `text` begins with; else 0.
std::size_t shown_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned a = byte(0), b = byte(1);
  if (a < 0x80) return a >= 0x20 && a != 0x7F;
  const std::size_t length = a >= 0xF0 ? 4 : a >= 0xE0 ? 3 : 2;
  if (a < 0xC2 || a > 0xF4 || (a == 0xC2 && b < 0xA0)) return 0;  // C1 controls too
  if ((a == 0xE0 && b < 0xA0) || (a == 0xED && b >= 0xA0) || (a == 0xF0 && b < 0x90) ||
      (a == 0xF4 && b >= 0x90))
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return length;
}

// What files say may be anything: no more than one line of it, and nothing that steers a terminal.
std::string shown(std::string_view text, std::size_t most) {
  std::string safe;
  while (!text.empty()) {
    if (safe.size() >= most) return safe + "...";
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
