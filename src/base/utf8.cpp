#include "base/utf8.h"

namespace gambol {

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

}  // namespace gambol
