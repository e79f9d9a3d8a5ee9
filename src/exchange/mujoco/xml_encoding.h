#pragma once

#include <string>

namespace gambol {

// Converts the text of an XML file to UTF-8 from the encoding that its first bytes or its
// declaration say (UTF-8 if they say none). Text that is said to be UTF-8 and is not is taken as
// Windows-1252, and `note` says so. Returns false, with `why`, for an unknown encoding and for
// bytes that it does not have.
bool make_utf8(std::string& text, std::string& note, std::string& why);

}  // namespace gambol
