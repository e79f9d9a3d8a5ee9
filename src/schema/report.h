#pragma once

// Checks of names that the folders above share.

#include <string>
#include <vector>

#include "schema/findings.h"

namespace gambol {

// Reports that `name` is not one of `known`, and suggests the nearest one. `kind` is such as
// "a body".
void report_unknown(Findings& findings, const Place& owner, const std::string& field,
                    const std::string& name, const std::string& kind,
                    const std::vector<std::string>& known);
// Reports each name or pattern in `wanted` that matches none of `known`. `kind` is such as
// "a body".
void check_patterns(const Place& owner, const char* field, const std::vector<std::string>& wanted,
                    const char* kind, const std::vector<std::string>& known, Findings& findings);
// Reports a name that cannot name a folder of results: one that contains slashes or control
// characters, begins with a dot, or is longer than 100 bytes.
void check_folder_name(const Place& owner, const std::string& key, const std::string& name,
                       Findings& findings);

template <class T>
std::vector<std::string> names_in(const std::vector<T>& list) {
  std::vector<std::string> names;
  for (const T& t : list) names.push_back(t.name);
  return names;
}

}  // namespace gambol
