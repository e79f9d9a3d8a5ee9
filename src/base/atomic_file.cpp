#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/hash.h"
#include "base/seal.h"

namespace gambol {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view temp_prefix = ".gambol-";

[[noreturn]] void fail(const std::string& path, int error) {
  throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

// Identifies the scope in which process ids are unique: one boot of a machine, or a container on
// it. Host names do not serve, because machines may have the same name.
const std::string& this_machine() {
  static const std::string name = [] {
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    std::error_code ignored;
    const fs::path processes = fs::read_symlink("/proc/self/ns/pid", ignored);
    return Hasher().add(boot).add(processes.string()).hex().substr(0, 8);
  }();
  return name;
}

// Start time of a process in kernel ticks, because process ids are reused, in containers soon. ""
// if there is no such process or it is not visible.
std::string begin_of(pid_t pid) {
  std::string about;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", pid)), about);
  // The program's name, in brackets, may contain anything. The 20th word after it is the
  // start time.
  std::istringstream words(about.substr(std::min(about.rfind(')') + 1, about.size())));
  std::string word;
  for (int i = 0; i < 20; ++i) words >> word;
  return words ? word : "";
}

std::string prefix_of(pid_t pid, const std::string& begin) {
  return fmt::format("{}{}-{}-{}-", temp_prefix, pid, begin, this_machine());
}

// The name contains the process and its machine, which distinguish a leftover from a file that is
// being written.
std::string temp_name(const fs::path& path) {
  static std::atomic<unsigned> count{0};
  constexpr std::size_t told = 60;  // characters kept of `path`'s name, to limit the length
  const fs::path name =
      fmt::format("{}{}-{}{}", prefix_of(::getpid(), begin_of(::getpid())), count++,
                  path.stem().string().substr(0, told), path.extension().string().substr(0, told));
  return (path.parent_path() / name).string();
}

// Whether the process that a temporary file of this machine is named after no longer exists.
bool is_left(const std::string& name) {
  pid_t pid = 0;
  const char* digits = name.data() + temp_prefix.size();
  std::from_chars(digits, name.data() + name.size(), pid);
  const std::string begin = begin_of(pid);
  if (begin.empty()) return ::kill(pid, 0) != 0 && errno == ESRCH;
  return !name.starts_with(prefix_of(pid, begin));
}

void sync(const std::string& path, const std::string& named, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) fail(named, errno);
  int error = ::fsync(fd) == 0 ? 0 : errno;
  if (::close(fd) != 0 && !error) error = errno;
  // Some file systems do not sync folders and return EINVAL.
  if (error && error != EINVAL) fail(named, error);
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  if (fs::is_directory(path)) fail(path, EISDIR);
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) fail(path, error.value());
  temp_ = temp_name(path);
  const int fd = ::open(temp_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0 || ::close(fd) != 0) fail(path, errno);
}

AtomicFile::~AtomicFile() {
  if (!committed_) ::unlink(temp_.c_str());
}

void AtomicFile::commit(std::string_view made_from) {
  if (!made_from.empty()) seal(temp_, made_from, path_);
  sync(temp_, path_, O_RDWR);
  if (::rename(temp_.c_str(), path_.c_str()) != 0) fail(path_, errno);
  committed_ = true;
  const std::string folder = fs::path(path_).parent_path().string();
  sync(folder.empty() ? "." : folder, path_, O_RDONLY);
}

void write_file(const std::string& path, std::string_view bytes, std::string_view made_from) {
  AtomicFile file(path);
  const int fd = ::open(file.temp_path().c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) fail(path, errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      ::close(fd);
      fail(path, error);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(fd) != 0) fail(path, errno);
  file.commit(made_from);
}

TempFolder::TempFolder(const std::string& folder) : path_(temp_name(fs::path(folder) / "files")) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) fail(folder, error.value());
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void remove_leftovers(const std::string& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool ours =
        name.starts_with(temp_prefix) && name.find("-" + this_machine() + "-") != name.npos;
    if (ours && is_left(name)) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace gambol
