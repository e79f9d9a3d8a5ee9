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

void FileStamps::add(const std::string& file) {
  for (const Stamp& stamp : stamps_)
    if (stamp.file == file) return;
  stamps_.push_back({file, seen_now(file)});
}

std::vector<std::string> FileStamps::files() const {
  std::vector<std::string> files;
  for (const Stamp& stamp : stamps_) files.push_back(stamp.file);
  return files;
}

const FileStamps::Stamp* FileStamps::first_changed() const {
  for (const Stamp& stamp : stamps_)
    if (seen_now(stamp.file) != stamp.seen) return &stamp;
  return nullptr;
}

void FileStamps::require_unchanged() const {
  if (const Stamp* stamp = first_changed())
    throw RunError(ExitCode::failed,
                   fmt::format("{} was changed while it was in use; results made from it are "
                               "discarded: run the same command again",
                               stamp->file));
}

}  // namespace gambol
