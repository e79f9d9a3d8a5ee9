#include "base/replace_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.h"

namespace gambol {
namespace {

bool exchange_folders(const std::string& a, const std::string& b) {
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
}

// File systems that cannot exchange folders have a moment without one.
void rename_over(const std::string& from, const std::string& to) {
  std::filesystem::remove_all(to);
  std::filesystem::rename(from, to);
}

}  // namespace

void replace_folder(const std::string& from, const std::string& to) try {
  if (exchange_folders(from, to))
    std::filesystem::remove_all(from);
  else if (errno == ENOENT || errno == EINVAL || errno == ENOSYS)
    rename_over(from, to);
  else
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", to, std::strerror(errno)));
} catch (const std::filesystem::filesystem_error& error) {
  throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", to, error.code().message()));
}

}  // namespace gambol
