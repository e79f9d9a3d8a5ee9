#include "live/folder_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <set>

namespace gambol {
namespace fs = std::filesystem;
namespace {

// The folder of the file, or the nearest one above it that is there.
fs::path folder_of(const fs::path& file) {
  std::error_code error;
  fs::path folder = fs::absolute(file, error).lexically_normal().parent_path();
  while (folder.has_relative_path() && !fs::is_directory(folder, error))
    folder = folder.parent_path();
  return folder;
}

}  // namespace

FolderWatch::~FolderWatch() { forget(); }

void FolderWatch::forget() {
  if (notices_ >= 0) ::close(notices_);
  notices_ = -1;
}

void FolderWatch::follow(const std::vector<std::string>& files) {
  forget();
  if (!deaf_) notices_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (notices_ < 0) return;
  std::set<fs::path> folders;
  for (const std::string& file : files) {
    folders.insert(folder_of(file));
    std::error_code error;
    const fs::path target = fs::weakly_canonical(file, error);
    if (!error) folders.insert(folder_of(target));
  }
  constexpr unsigned events = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE |
                              IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
  // One that cannot be watched, for want of watches, is looked at by whoever waits.
  for (const fs::path& folder : folders) ::inotify_add_watch(notices_, folder.c_str(), events);
}

bool FolderWatch::wait(std::chrono::milliseconds most) {
  pollfd ready{notices_, POLLIN, 0};  // a negative descriptor only waits
  ::poll(&ready, 1, static_cast<int>(most.count()));
  std::array<char, 4096> buffer;
  bool any = false;
  while (notices_ >= 0 && ::read(notices_, buffer.data(), buffer.size()) > 0) any = true;
  return any;
}

}  // namespace gambol
