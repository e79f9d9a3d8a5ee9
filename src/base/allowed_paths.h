#pragma once

// The files that a shot may name. A shot on a farm may come from a stranger: it may read only below
// its project's folder and below the folders that the user who runs it has opened.

#include <functional>
#include <string>
#include <vector>

namespace gambol {

// Sets these folders for the whole process, and those of gambol itself, `ours`, which no message
// names. To be called before files of a project are loaded; without a call, every file is allowed.
void allow_only_below(const std::vector<std::string>& folders,
                      const std::vector<std::string>& ours = {});

// Whether the target of `path`, after links are resolved, is below one of those folders.
bool is_allowed(const std::string& path);

// Throws InputError if `path` is not allowed.
void require_allowed(const std::string& path);

// Calls `told` with every path that why_no_file() is asked about in this thread, before the file is
// read; {} ends that. Whoever follows a shot's files learns so which ones they are, even if the
// shot cannot be loaded.
void tell_paths(std::function<void(const std::string& path)> told);

// "" if `path` is a file and allowed; else the `expected` text of a Problem: `kind`, e.g. "a shot
// file", and the reason why `path` is not one.
std::string why_no_file(const std::string& path, const std::string& kind);

}  // namespace gambol
