#pragma once

// Names with wildcards, as authors write them: `*` matches any text, `?` any character.

#include <string>
#include <vector>

namespace gambol {

bool is_pattern(const std::string& name);
// A name without wildcards matches itself.
bool matches(const std::string& pattern, const std::string& name);
bool any_matches(const std::vector<std::string>& patterns, const std::string& name);

}  // namespace gambol
