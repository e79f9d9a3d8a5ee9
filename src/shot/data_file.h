#pragma once

// Files that come with gambol, such as render/presets/draft.yaml.

#include <string>
#include <vector>

namespace gambol {

// Looked for below $GAMBOL_DATA, in the working folder and each folder above the program, both
// there and in their share/gambol. "" if there is none.
std::string find_data_file(const std::string& name);

// The stems of all files with that ending in all folders of that name.
std::vector<std::string> data_file_names(const std::string& folder, const std::string& ending);

}  // namespace gambol
