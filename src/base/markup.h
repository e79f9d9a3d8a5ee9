#pragma once

#include <string>
#include <string_view>

namespace gambol {

// Escapes text for HTML, XML and SVG: as text of an element, or in a quoted attribute. Bytes that
// are no UTF-8 become U+FFFD; control characters, which XML forbids, become spaces.
std::string markup_text(std::string_view text);

}  // namespace gambol
