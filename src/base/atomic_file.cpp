#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/durable.h"
#include "base/leftovers.h"
#include "base/seal.h"

namespace gambol {
namespace fs = std::filesystem;

namespace {

// While it is written, nobody may read more of a file than of the one that it replaces.
mode_t mode_while_written(const std::string& path) {
  constexpr mode_t usual = 0666;
  struct stat old {};
  const bool replaces = ::stat(path.c_str(), &old) == 0 && S_ISREG(old.st_mode);
  return replaces ? (old.st_mode & usual) | S_IRUSR | S_IWUSR : usual;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path, const std::string& named)
    : path_(path), named_(named.empty() ? path : named) {
  std::error_code error;
  if (fs::is_directory(path, error)) cannot_write(named_, EISDIR);
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  if (!folder.empty() && error) cannot_write(named_, error.value());
  remove_leftovers_once(folder);
  temp_ = hidden_path(path);
  const int fd =
      ::open(temp_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode_while_written(path));
  if (fd < 0) cannot_write(named_, errno);
  if (::close(fd) == 0) return;
  const int why = errno;
  ::unlink(temp_.c_str());
  cannot_write(named_, why);
}

AtomicFile::~AtomicFile() {
  if (!committed_) ::unlink(temp_.c_str());
}

void AtomicFile::commit(std::string_view made_from) {
  if (!made_from.empty()) seal(temp_, made_from, named_);
  finish_file(temp_, path_, named_);
  if (::rename(temp_.c_str(), path_.c_str()) != 0) cannot_write(named_, errno);
  committed_ = true;
  flush_folder(fs::path(path_).parent_path(), named_);
}

void write_file(const std::string& path, std::string_view bytes, std::string_view made_from,
                const std::string& named) {
  AtomicFile file(path, named);
  const std::string& shown = named.empty() ? path : named;
  const int fd = ::open(file.temp_path().c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) cannot_write(shown, errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      ::close(fd);
      cannot_write(shown, error);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(fd) != 0) cannot_write(shown, errno);
  file.commit(made_from);
}

}  // namespace gambol
