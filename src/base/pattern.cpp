#include "base/pattern.h"

#include <fnmatch.h>

#include <algorithm>

namespace gambol {

bool is_pattern(const std::string& name) { return name.find_first_of("*?") != name.npos; }

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

bool any_matches(const std::vector<std::string>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, name); });
}

}  // namespace gambol
