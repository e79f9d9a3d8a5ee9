#pragma once

// Which files a shot may name. On a farm a shot is a stranger's: it reads below its project's
// folder, and below what the one who runs it has opened, and nowhere else. A setting of the whole
// process, made once, before anything is loaded; until then everything is open.

#include <string>
#include <vector>

namespace gambol {

void allow_only_below(const std::vector<std::string>& folders);

// Where a path leads, links followed, is below one of those folders.
bool is_allowed(const std::string& path);

// "" if `path` is a file and allowed; else what was expected instead, for a Problem: `kind`, e.g.
// "a shot file", and why this is none.
std::string why_no_file(const std::string& path, const std::string& kind);

}  // namespace gambol
