#pragma once

// What the files of a command may read: a shot is untrusted input on a farm.

#include <string>
#include <vector>

namespace gambol {

// The project's folder of a file (or FILE@TAKE): the nearest above it that holds scenes/, figures/
// or render/, else the file's own.
std::string project_folder(const std::string& file);

// From now on what `file` names must lie below its project's folder or one of `allowed`.
void confine(const std::string& file, std::vector<std::string> allowed);

}  // namespace gambol
