#pragma once

// Files that come with gambol, such as render/presets/draft.yaml.

#include <string>
#include <vector>

namespace gambol {

// A project may have its own. A setting of the whole process, made once.
void set_project_folder(const std::string& folder);

// Looked for in the project's folder and in the working one, below $GAMBOL_DATA, and in each folder
// above the program and its share/gambol. "" if there is none.
std::string find_data_file(const std::string& name);

// The stems of all files with that ending in all folders of that name.
std::vector<std::string> data_file_names(const std::string& folder, const std::string& ending);

}  // namespace gambol
