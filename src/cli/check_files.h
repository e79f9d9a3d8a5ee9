#pragma once

// What `gambol check` refuses, for other verbs.

#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

// Every problem for which `gambol check` refuses the file; confine() (cli/confine.h) comes first.
std::vector<Problem> problems_of_file(const std::string& file);

}  // namespace gambol
