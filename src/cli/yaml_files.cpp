#include "cli/yaml_files.h"

#include <algorithm>
#include <filesystem>

#include "base/say.h"
#include "base/text_file.h"
#include "cli/confine.h"
#include "schema/file_version.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

class Finder {
 public:
  explicit Finder(const std::string& folder)
      : top_(folder), results_(project_of(folder + "/any").results) {
    read(folder);
    std::sort(found_.files.begin(), found_.files.end());
  }
  FoundFiles take() { return std::move(found_); }

 private:
  void read(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; entry != fs::directory_iterator(); entry.increment(error)) look_at(*entry);
    if (error) cannot_read(folder, error);
  }

  void look_at(const fs::directory_entry& entry) {
    const fs::path path = entry.path().lexically_normal();
    if (path.filename().string().starts_with(".")) return;
    std::error_code error, ignored;
    const fs::file_status is = entry.status(error);
    if (fs::is_directory(is)) {
      if (fs::equivalent(path, results_, ignored)) return;
      if (!entry.is_symlink(ignored)) return read(path);
      if (!is_at_or_below(path, top_)) found_.linked.push_back(path);
    } else if (path.extension() == ".yaml") {
      found_.files.push_back(path);
    } else if (is.type() == fs::file_type::none) {
      cannot_read(path, error);
    }
  }

  void cannot_read(const fs::path& path, std::error_code error) {
    const std::string name = path.lexically_normal();
    found_.unread.push_back(file_problem(name, fmt::format("cannot be read: {}", error.message())));
  }

  std::string top_, results_;
  FoundFiles found_;
};

}  // namespace

FoundFiles files_below(const std::string& folder) { return Finder(folder).take(); }

void tell_of_old_files() {
  const std::vector<std::string> files = old_files();
  if (files.empty()) return;
  const std::string more = files.size() == 1 ? "" : fmt::format(" and {} more", files.size() - 1);
  say("{}{}: without `{}: {}`, so that older words and defaults hold; `gambol migrate` writes "
      "those of today\n",
      files[0], more, version_key, newest_version);
}

}  // namespace gambol
