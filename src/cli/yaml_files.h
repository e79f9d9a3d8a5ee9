#pragma once

// The YAML files of a folder.

#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

struct FoundFiles {
  std::vector<std::string> files;
  std::vector<std::string> linked;  // folders elsewhere that links lead to, which are not entered
  std::vector<Problem> unread;      // folders that cannot be read, each with the reason
};

// All YAML files below a folder, in order of their names, but hidden ones, those of hidden folders
// and those among the results of the folder's project, where searches write shots. Whatever is
// named as YAML and is no folder is among them: who opens it says what is wrong with it.
FoundFiles files_below(const std::string& folder);

// Writes one note to standard error if files of an older version were read: the first of them, and
// how many more.
void tell_of_old_files();

}  // namespace gambol
