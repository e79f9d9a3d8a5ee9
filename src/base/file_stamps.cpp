#include "base/file_stamps.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/error.h"

namespace gambol {
namespace {

// What a file system changes with every write and every other file of that name, and not when a
// file is only read, linked or saved.
std::string seen_now(const std::string& file) {
  struct stat s {};
  if (::stat(file.c_str(), &s) != 0) return "";
  return fmt::format("{} {} {}.{}", s.st_ino, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

}  // namespace

FileStamps::FileStamps(const std::vector<std::string>& files) {
  for (const std::string& file : files) stamps_.push_back({file, seen_now(file)});
}

void FileStamps::require_unchanged() const {
  for (const Stamp& stamp : stamps_)
    if (seen_now(stamp.file) != stamp.seen)
      throw RunError(ExitCode::failed,
                     fmt::format("{} was changed while it was in use; what was made of it is not "
                                 "kept: give the same command again",
                                 stamp.file));
}

}  // namespace gambol
