#pragma once

// Restricts which files a command may read: a shot is untrusted input on a farm.

#include <string>
#include <vector>

namespace gambol {

// The project folder of a file (or FILE@TAKE): the nearest folder at or above the file that holds
// scenes/, figures/ or render/; if there is none, the file's own folder.
std::string project_folder(const std::string& file);

// From now on, all files that `file` names must lie below its project folder or one of `allowed`.
// Throws InputError if `file` itself does not.
void confine(const std::string& file, std::vector<std::string> allowed);

}  // namespace gambol
