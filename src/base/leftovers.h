#pragma once

// Hidden files and folders in which this process prepares others, and what killed processes left of
// theirs.

#include <filesystem>
#include <string>

namespace gambol {

// A hidden path beside `path`, with its extension. It contains the process and its machine, which
// distinguish a leftover from a file that is being written.
std::string hidden_path(const std::filesystem::path& path);

// Removes hidden files and folders in `folder` whose process on this machine no longer exists, and
// undoes what such a process had begun to put in place (base/file_set.h). Keeps those of other
// machines, whose processes it cannot check.
void remove_leftovers(const std::string& folder);

// The same, at the first call of this process for `folder`.
void remove_leftovers_once(const std::string& folder);

}  // namespace gambol
