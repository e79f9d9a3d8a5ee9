#include "base/pattern.h"

#include <fnmatch.h>

namespace gambol {

bool is_pattern(const std::string& name) { return name.find_first_of("*?") != name.npos; }

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace gambol
