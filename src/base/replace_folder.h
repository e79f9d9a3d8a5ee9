#pragma once

#include <string>

namespace gambol {

// Puts the folder `from` in the place of the folder `to`, at once: whoever looks finds one or the
// other. Throws RunError (failed) with the reason.
void replace_folder(const std::string& from, const std::string& to);

}  // namespace gambol
