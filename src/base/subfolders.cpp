#include "base/subfolders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/allowed_paths.h"
#include "base/asked_files.h"

namespace gambol {

namespace fs = std::filesystem;

std::vector<std::string> files_in_subfolders(const std::string& folder, const std::string& name) {
  std::vector<std::string> found;
  std::error_code error;
  if (!is_allowed(folder) || !fs::is_directory(folder, error)) return found;
  AskedFiles::note(folder);  // changes with what it holds, as a subfolder does
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code unread;
    const fs::path& path = entry->path();
    if (entry->is_directory(unread)) {
      if (path.filename().string().starts_with("."))
        entry.disable_recursion_pending();
      else
        AskedFiles::note(path.string());
    } else if (entry.depth() > 0 && entry->is_regular_file(unread) &&
               (name.empty() ? path.extension() == ".yaml" : path.filename() == name)) {
      found.push_back(path.lexically_normal().string());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string several_have_this_name(const std::vector<std::string>& paths) {
  return fmt::format("several have this name: {}", fmt::join(paths, " and "));
}

}  // namespace gambol
