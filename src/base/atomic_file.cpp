#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace gambol {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw RunError(ExitCode::failed, path + ": " + what + ": " + std::strerror(errno));
}

void flush_to_disk(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) fail(path, "cannot be opened");
  const bool ok = fsync(file) == 0 || errno == EINVAL;  // some file systems cannot sync folders
  const int why = errno;
  close(file);
  errno = why;
  if (!ok) fail(path, "cannot be flushed to disk");
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  const std::filesystem::path target(path);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  temporary_ = folder / ("." + target.filename().string() + ".XXXXXX");
  const int file = mkstemp(temporary_.data());
  if (file < 0) fail(path, "cannot be created");
  fchmod(file, 0644);  // mkstemp gives 0600
  close(file);
}

AtomicFile::~AtomicFile() {
  if (!committed_) unlink(temporary_.c_str());
}

void AtomicFile::commit() {
  flush_to_disk(temporary_, O_RDONLY);
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "cannot be renamed into place");
  committed_ = true;
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  flush_to_disk(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
}

void write_file(const std::string& path, const std::string& content) {
  AtomicFile file(path);
  std::ofstream out(file.temporary(), std::ios::binary);
  out << content;
  out.close();
  if (!out) fail(path, "cannot be written");
  file.commit();
}

}  // namespace gambol
