#pragma once

// Access to the files that come with gambol, such as render/presets/draft.yaml, and to those of the
// author's project that stand in their place.

#include <map>
#include <string>
#include <vector>

namespace gambol {

// Sets the folder of the project, which may have data files of its own. `places` says where these
// lie, by the folder that they lie in elsewhere ("figures", "render/looks", ...); a folder that it
// does not name has the same name below the project. Global to the process; to be called before
// files of the project are loaded.
void set_project_folder(const std::string& folder,
                        std::map<std::string, std::vector<std::string>> places = {});

// The folder set by set_project_folder(); "" if none is.
const std::string& project_folder();

// Returns the path of the data file `name`; "" if there is none. It is searched for in the
// project's folder, or the working folder if there is no project, $GAMBOL_DATA, and each folder
// above the program and its share/gambol, in this order. The file `but` is passed over.
std::string find_data_file(const std::string& name, const std::string& but = "");

// Returns the stems, sorted, of all files with the extension `ending` (".yaml") in the folders of
// that name below all folders that find_data_file() searches; of "scenes", in subfolders too.
std::vector<std::string> data_file_names(const std::string& folder, const std::string& ending);

// Returns the folder that the files of gambol itself lie below; "" if there is none.
std::string shipped_folder();

struct NamedFile {
  std::string path;
  std::string why;  // "" if it is a file that may be read; else the `expected` text of a Problem
};

// Returns the file that `reference`, in the file `from`, means: a path that begins at the folder of
// `from`, or, if it has neither slash nor dot and there is no such file, the name NAME of a YAML
// file NAME/NAME.yaml or NAME.yaml in the data folder `folder`, or NAME.yaml in a subfolder of
// scenes/, other than `from`: figures/dog.yaml may extend gambol's `dog`. `kind`: "a figure file".
NamedFile find_named_file(const std::string& from, const std::string& reference,
                          const std::string& folder, const std::string& kind);

}  // namespace gambol
