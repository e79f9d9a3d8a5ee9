#include "base/utf8.h"

#include <cstdint>

namespace gambol {
namespace {

void append_code(std::uint32_t code, std::string& to) {
  const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  const auto rest = [&](int shift) { put(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    rest(6);
  } else {
    put(0xF0 | (code >> 18));
    rest(12), rest(6);
  }
  rest(0);
}

// `high`: index of the more significant byte of each pair. Half of a surrogate pair becomes U+FFFD.
std::string from_utf16(std::string_view bytes, std::size_t high) {
  const auto unit = [&](std::size_t i) {
    return std::uint32_t(static_cast<unsigned char>(bytes[i + high])) << 8 |
           static_cast<unsigned char>(bytes[i + 1 - high]);
  };
  const auto is_half = [](std::uint32_t code, std::uint32_t first) {
    return code >= first && code < first + 0x400;
  };
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit(i);
    if (is_half(code, 0xD800) && i + 3 < bytes.size() && is_half(unit(i + 2), 0xDC00)) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (is_half(code, 0xD800) || is_half(code, 0xDC00)) {
      code = 0xFFFD;
    }
    append_code(code, text);
  }
  return text;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
  };
  const auto continues = [&](std::size_t k) { return (byte(k) & 0xC0) == 0x80; };
  if (text.empty()) return 0;
  const unsigned a = byte(0), b = byte(1);
  if (a < 0x80) return 1;
  if (a >= 0xC2 && a <= 0xDF) return continues(1) ? 2 : 0;
  if (a >= 0xE0 && a <= 0xEF) {
    const bool valid = (a != 0xE0 || b >= 0xA0) && (a != 0xED || b < 0xA0);
    return valid && continues(1) && continues(2) ? 3 : 0;
  }
  if (a >= 0xF0 && a <= 0xF4) {
    const bool valid = (a != 0xF0 || b >= 0x90) && (a != 0xF4 || b < 0x90);
    return valid && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string utf8_of(std::string text) {
  if (text.starts_with("\xFF\xFE")) return from_utf16(text, 1);
  if (text.starts_with("\xFE\xFF")) return from_utf16(text, 0);
  if (is_utf8(text)) return text;
  std::string converted;
  for (const char c : text) append_code(static_cast<unsigned char>(c), converted);
  return converted;
}

}  // namespace gambol
