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

// Takes the lock. Returns whether another process holds it.
bool is_held(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

}  // namespace

FarmLock::FarmLock(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string file = folder + "/lock";
  // Locks a file, because NFS locks only what can be written; and opens it without O_CLOEXEC, so
  // that an sbatch that outlives this process keeps the lock.
  fd_ = ::open(file.c_str(), O_RDWR | O_CREAT, 0666);
  if (fd_ < 0)
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", file,
                                                 std::strerror(error ? error.value() : errno)));
  const auto end = std::chrono::steady_clock::now() + patience;
  while (is_held(fd_)) {
    if (std::chrono::steady_clock::now() > end) {
      ::close(fd_);
      throw RunError(ExitCode::failed,
                     fmt::format("{}: another gambol is submitting or cancelling these jobs: try "
                                 "again when it has ended",
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
