#pragma once

// Access to the files that come with gambol, such as render/presets/draft.yaml.

#include <string>
#include <vector>

namespace gambol {

// Sets the folder of the project, which may have data files of its own. Global to the process; to
// be called once.
void set_project_folder(const std::string& folder);

// Returns the path of the data file `name`; "" if there is none. It is searched for in the
// project's folder, the working folder, $GAMBOL_DATA, and each folder above the program and its
// share/gambol, in this order.
std::string find_data_file(const std::string& name);

// Returns the stems, sorted, of all files with the extension `ending` (".yaml") in the folders of
// that name below all folders that find_data_file() searches.
std::vector<std::string> data_file_names(const std::string& folder, const std::string& ending);

}  // namespace gambol
