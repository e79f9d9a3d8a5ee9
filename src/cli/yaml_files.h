#pragma once

// The YAML files of a folder.

#include <string>
#include <vector>

namespace gambol {

// All YAML files below a folder, in order of their names, but those of hidden folders and those
// among the results of the folder's project, where searches write shots.
std::vector<std::string> files_below(const std::string& folder);

// Writes one note to standard error if files of an older version were read: the first of them, and
// how many more.
void tell_of_old_files();

}  // namespace gambol
