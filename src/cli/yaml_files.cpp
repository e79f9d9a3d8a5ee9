#include "cli/yaml_files.h"

#include <algorithm>
#include <filesystem>

#include "base/say.h"
#include "cli/confine.h"
#include "schema/file_version.h"

namespace gambol {

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path results = project_of(folder + "/any").results;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path path = entry->path().lexically_normal();
    if (entry->is_directory(error) &&
        (path.filename().string().starts_with(".") || fs::equivalent(path, results, error)))
      entry.disable_recursion_pending();
    else if (entry->is_regular_file(error) && path.extension() == ".yaml")
      files.push_back(path.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void tell_of_old_files() {
  const std::vector<std::string> files = old_files();
  if (files.empty()) return;
  const std::string more = files.size() == 1 ? "" : fmt::format(" and {} more", files.size() - 1);
  say("{}{}: without `{}: {}`, so that the words and defaults of version 1 hold; `gambol migrate` "
      "writes them out\n",
      files[0], more, version_key, newest_version);
}

}  // namespace gambol
