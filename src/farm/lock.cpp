#include "farm/lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/error.h"

namespace gambol {
namespace {

constexpr std::chrono::seconds patience{10};

// Whether another process has it.
bool is_held(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

}  // namespace

FarmLock::FarmLock(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string file = folder + "/lock";
  // A file, as NFS locks nothing that cannot be written; and without O_CLOEXEC, so that an sbatch
  // which outlives us holds it too.
  fd_ = ::open(file.c_str(), O_RDWR | O_CREAT, 0666);
  if (fd_ < 0)
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", file,
                                                 std::strerror(error ? error.value() : errno)));
  const auto end = std::chrono::steady_clock::now() + patience;
  while (is_held(fd_)) {
    if (std::chrono::steady_clock::now() > end) {
      ::close(fd_);
      throw RunError(ExitCode::failed,
                     fmt::format("{}: another gambol is handing this out, or taking it off the "
                                 "farm: try again when it has ended",
                                 folder));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

FarmLock::FarmLock(FarmLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FarmLock::~FarmLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace gambol
