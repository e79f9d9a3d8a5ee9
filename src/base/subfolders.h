#pragma once

// Files of a folder that is sorted into subfolders, such as scenes/: whoever names one of them need
// not know in which subfolder it lies.

#include <string>
#include <vector>

namespace gambol {

// Returns the paths, in order, of the files in subfolders of `folder`, at any depth, that are
// called `name`, or of all YAML files there if `name` is empty. Hidden folders and links to folders
// are not entered, nor is a folder that may not be read.
std::vector<std::string> files_in_subfolders(const std::string& folder,
                                             const std::string& name = "");

// "several have this name: a/walk.yaml and b/walk.yaml"
std::string several_have_this_name(const std::vector<std::string>& paths);

}  // namespace gambol
