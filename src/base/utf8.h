#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gambol {

// Length in bytes of the UTF-8 character that `text` begins with; 0 if there is no valid one
// (overlong forms, surrogates and incomplete sequences are invalid).
std::size_t utf8_length(std::string_view text);

// The text of a file that does not say how it is encoded, as UTF-8: UTF-16 if it begins with a byte
// order mark of that, UTF-8 if it is valid, else Latin-1.
std::string utf8_of(std::string text);

}  // namespace gambol
