#include "base/file_stamps.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/error.h"

namespace gambol {
namespace {

// Attributes that a file system changes when a file is written or replaced, but not when it is only
// read, linked or backed up: inode, size and modification time.
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
                     fmt::format("{} was changed while it was in use; results made from it are "
                                 "discarded: run the same command again",
                                 stamp.file));
}

}  // namespace gambol
