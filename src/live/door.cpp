#include "live/door.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/markup.h"

namespace gambol {
namespace fs = std::filesystem;

void Door::lead_to(const std::string& address) {
  const auto fail = [&](int error) -> RunError {
    return RunError(ExitCode::failed,
                    fmt::format("cannot write {}: {}", path_, std::strerror(error)));
  };
  const std::string page = fmt::format(
      "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n"
      "<meta http-equiv=\"refresh\" content=\"0; url={}\">\n<title>gambol watch</title>\n",
      markup_text(address));
  const fs::path folder = fs::path(path_).parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  // Hidden, and made by us: a file or link that stands there is not written to.
  const std::string hidden =
      (folder / fmt::format(".{}.{}", fs::path(path_).filename().string(), ::getpid())).string();
  ::unlink(hidden.c_str());
  const int fd = ::open(hidden.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) throw fail(errno);
  struct stat made {};
  const bool written =
      ::write(fd, page.data(), page.size()) == std::ssize(page) && ::fstat(fd, &made) == 0;
  const int why = errno;
  ::close(fd);
  if (!written || std::rename(hidden.c_str(), path_.c_str()) != 0) {
    const int because = written ? errno : why;
    ::unlink(hidden.c_str());
    throw fail(because);
  }
  inode_ = made.st_ino;
}

Door::~Door() {
  struct stat there {};
  if (inode_ != 0 && ::lstat(path_.c_str(), &there) == 0 && there.st_ino == inode_)
    ::unlink(path_.c_str());
}

}  // namespace gambol
