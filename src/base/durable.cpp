#include "base/durable.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace gambol {
namespace {

constexpr mode_t all_rights = S_ISUID | S_ISGID | S_ISVTX | S_IRWXU | S_IRWXG | S_IRWXO;

// Returns false, with errno, if the mode cannot be set.
bool keep_rights(int fd, const std::string& path) {
  struct stat old {
  }, now{};
  if (::stat(path.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return true;
  if (::fstat(fd, &now) != 0) return false;
  mode_t mode = old.st_mode & all_rights;
  if (now.st_gid != old.st_gid && ::fchown(fd, static_cast<uid_t>(-1), old.st_gid) != 0)
    mode = (mode & ~S_IRWXG) | (mode & S_IRWXG & ((mode & S_IRWXO) << 3));
  // Only a privileged process may; the file of anybody else becomes its own.
  if (now.st_uid != old.st_uid && ::fchown(fd, old.st_uid, static_cast<gid_t>(-1)) != 0)
    mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  return (now.st_mode & all_rights) == mode || ::fchmod(fd, mode) == 0;
}

void flush(const std::string& path, int flags, const std::string& named,
           const std::string& replaced) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) cannot_write(named, errno);
  int error = replaced.empty() || keep_rights(fd, replaced) ? 0 : errno;
  // Some file systems do not sync folders and return EINVAL.
  if (!error && ::fsync(fd) != 0 && errno != EINVAL) error = errno;
  if (::close(fd) != 0 && !error) error = errno;
  if (error) cannot_write(named, error);
}

}  // namespace

void cannot_write(const std::string& path, int error) {
  throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

void finish_file(const std::string& temp, const std::string& path, const std::string& named) {
  flush(temp, O_RDWR, named, path);
}

void flush_folder(const std::string& folder, const std::string& named) {
  flush(folder.empty() ? "." : folder, O_RDONLY, named, "");
}

}  // namespace gambol
