#pragma once

#include <cstddef>
#include <string_view>

namespace gambol {

// Length in bytes of the UTF-8 character that `text` begins with; 0 if there is no valid one
// (overlong forms, surrogates and incomplete sequences are invalid).
std::size_t utf8_length(std::string_view text);

}  // namespace gambol
