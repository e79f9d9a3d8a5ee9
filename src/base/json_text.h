#pragma once

#include <string>
#include <string_view>

namespace gambol {

// `text` as a JSON string, quotes included. It must be UTF-8.
std::string json_text(std::string_view text);

}  // namespace gambol
