#pragma once

// Restricts which files a command may read: a shot is untrusted input on a farm.

#include <map>
#include <string>
#include <vector>

namespace gambol {

// The project of a file.
struct Project {
  std::string folder;   // absolute
  std::string results;  // absolute: the folder that results go to unless `--out` names another
  std::vector<std::string> allowed;  // absolute: folders that it may read from, besides its own
  std::map<std::string, std::vector<std::string>> places;  // for set_project_folder()
};

// Returns the project of a file (or FILE@TAKE): the nearest folder at or above the file that holds
// gambol.yaml, or else scenes/, figures/ or render/; if there is none, the file's own folder.
// Throws InputError if its gambol.yaml cannot be read.
Project project_of(const std::string& file);

// Whether `path` is the folder `folder` or lies below it, where links lead. Both may be missing.
bool is_at_or_below(const std::string& path, const std::string& folder);

// Returns the folder of the results of a file's project, relative to the working folder if it lies
// below that.
std::string results_of(const std::string& file);

// From now on, all files that `file` names must lie below its project folder or one of `allowed`.
// Throws InputError if `file` itself does not.
void confine(const std::string& file, std::vector<std::string> allowed);

// Returns the file that a word of the command line means: itself, if it is there, or the shot that
// find_shot() finds by it; confines the command to that. Throws InputError if there are several, or
// none but one of a similar name; a word that means no shot at all is returned as it is.
std::string confine_word(const std::string& word, const std::vector<std::string>& allowed);

}  // namespace gambol
