#pragma once

// Files of gambol that had other names. Shots and figures that say an old one still find the file.

#include <string>

namespace gambol {

// Today's path below the data folder `folder` ("figures") of a file that was called `file` there
// ("human.yaml"); "" if it has not moved.
std::string file_today(const std::string& folder, const std::string& file);

// A path of such a file in a folder of that name, with today's name; "" if `path` exists, or if
// there is no file of today's name.
std::string path_of_today(const std::string& folder, const std::string& path);

}  // namespace gambol
