#pragma once

#include <cstddef>
#include <string_view>

namespace gambol {

// Bytes of the character that `text` begins with, or 0 if there is none (overlong forms, surrogates
// and cut sequences included).
std::size_t utf8_length(std::string_view text);

}  // namespace gambol
