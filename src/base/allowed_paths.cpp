#include "base/allowed_paths.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/text_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::optional<std::vector<fs::path>> open_folders;
std::vector<fs::path> folders_of_ours;
thread_local std::function<void(const std::string&)> tell;

// The absolute path with links resolved as far as it exists; the rest may be missing.
fs::path whole_path(const std::string& path, std::error_code& error) {
  const fs::path absolute = fs::absolute(path, error);
  // weakly_canonical() alone leaves a path relative if its first folder is missing.
  return error ? fs::path() : fs::weakly_canonical(absolute, error);
}

std::vector<fs::path> whole_paths(const std::vector<std::string>& folders) {
  std::vector<fs::path> whole;
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path path = whole_path(folder, error);
    if (!error) whole.push_back(path);
  }
  return whole;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

void allow_only_below(const std::vector<std::string>& folders,
                      const std::vector<std::string>& ours) {
  open_folders = whole_paths(folders);
  folders_of_ours = whole_paths(ours);
}

bool is_allowed(const std::string& path) {
  if (!open_folders) return true;
  std::error_code error;
  const fs::path whole = whole_path(path, error);
  const auto holds = [&](const fs::path& folder) { return is_below(whole, folder); };
  return !error && (std::any_of(open_folders->begin(), open_folders->end(), holds) ||
                    std::any_of(folders_of_ours.begin(), folders_of_ours.end(), holds));
}

void tell_paths(std::function<void(const std::string&)> told) { tell = std::move(told); }

std::string why_no_file(const std::string& path, const std::string& kind) {
  if (tell) tell(path);
  if (!is_allowed(path)) {
    std::vector<std::string> names;
    for (const fs::path& folder : *open_folders) names.push_back(folder.string());
    return fmt::format("{} below {} ({} leads elsewhere; --allow-path opens more folders)", kind,
                       fmt::join(names, " or "), path);
  }
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  if (fs::is_regular_file(there)) {
    // Who only looks whether it is there must not say that all is well.
    if (::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) == 0) return "";
    return fmt::format("{} that can be read ({}: {})", kind, path, std::strerror(errno));
  }
  if (fs::exists(there)) return fmt::format("{} ({} is a folder, pipe or device)", kind, path);
  return fmt::format("{} (there is none at {})", kind, path);
}

void require_allowed(const std::string& path) {
  if (!is_allowed(path))
    throw InputError(file_problem(path, "expected " + why_no_file(path, "a file")));
}

}  // namespace gambol
