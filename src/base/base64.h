#pragma once

#include <string>
#include <string_view>

namespace gambol {

// `bytes` encoded in the alphabet of RFC 4648 section 4, padded with `=`.
std::string base64(std::string_view bytes);

}  // namespace gambol
