#pragma once

// Problems as the page shows them: each with its line of the file.

#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"

namespace gambol {

// Nobody reads more at once; the last one tells how many were left out.
inline constexpr std::size_t most_shown_problems = 40;

// Objects with file, line, col, text (the whole message), key, found, expected, and `source`, the
// line, if there is one and the shot may read its file. `project` is cut off from the names of
// files.
Json problem_list(const std::vector<Problem>& problems, const std::string& project);

// A failure without a place.
Json problem_list(const std::string& message);

}  // namespace gambol
