#include "base/allowed_paths.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/asked_files.h"
#include "base/text_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::optional<std::vector<fs::path>> open_folders;
std::vector<fs::path> folders_of_ours;
thread_local std::function<void(const std::string&)> tell;
std::atomic<std::uint64_t> rules{0};
thread_local AskedFiles* asked = nullptr;

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
  std::vector<fs::path> open = whole_paths(folders), own = whole_paths(ours);
  if (open_folders != open || folders_of_ours != own) change_file_rules();
  open_folders = std::move(open);
  folders_of_ours = std::move(own);
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

void tell_path(const std::string& path) {
  if (tell) tell(path);
  AskedFiles::note(path, true);
}

std::uint64_t file_rules() { return rules; }

void change_file_rules() { ++rules; }

AskedFiles::AskedFiles() : outer_(asked) { asked = this; }

AskedFiles::~AskedFiles() { asked = outer_; }

void AskedFiles::note(const std::string& path, bool told) {
  for (AskedFiles* all = asked; all; all = all->outer_) {
    const auto [file, is_new] = all->files_.try_emplace(path);
    if (is_new) file->second.state = FileState(path);
    file->second.told = file->second.told || told;
  }
}

bool AskedFiles::are_same(const Files& files) {
  return std::all_of(files.begin(), files.end(), [](const auto& file) {
    const FileState& state = file.second.state;
    return state.is_settled() && state == FileState(file.first);
  });
}

void AskedFiles::ask_again(const Files& files) {
  for (const auto& [path, file] : files)
    if (file.told)
      tell_path(path);
    else
      note(path);
}

std::string why_no_file(const std::string& path, const std::string& kind) {
  tell_path(path);
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
