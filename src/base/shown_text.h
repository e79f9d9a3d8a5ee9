#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gambol {

// Text of a file or of another program, made safe to print because it may contain anything: on one
// line, with control characters and bytes that are no UTF-8 as \n and \x1B, and cut after about
// `most` bytes.
std::string shown_text(std::string_view text, std::size_t most);

}  // namespace gambol
